import { anyOf, personalWords } from './personal-words.model.ts';

const word = String.raw`[\p{L}][\p{L}\p{M}.'’-]*`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const number = String.raw`\d{1,4}(?:\s?[a-zA-Z](?![\p{L}.]))?(?:\s?[-/–]\s?\d{1,4}[a-zA-Z]?)?(?!\d|[.,]\d)`;
// A year is no postal code: the line below an address often begins with one.
const notYear = String.raw`(?!(?:19|20)\d\d(?!\d))`;
const code = String.raw`(?:[A-Z]{1,2}-)?${notYear}(?:\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4,6}(?:\s?[A-Z]{2}(?![\p{L}]))?)`;
const city = String.raw`${capital}(?:[ -]${capital}){0,3}(?:\s\d{1,2}(?!\d))?`;
const british = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])`;
const flat = String.raw`(?:,?\s*${anyOf('flatWords')}\.?\s?\d{1,4}[a-zA-Z]?)?`;
/** What may follow a street: the flat, then the town with its code, on the line or alone on the next. */
const town = String.raw`${flat}(?:(?:\s*,\s*|\s+[-–|]\s+|\s+)${code}\s+${city}|\s*,?\s*\n${code}\s+${city}(?=\s*(?:$|,|\n))|,\s*${capital}(?:\s${capital})?,?\s+${british}|,\s*${british})?`;

const suffixed = String.raw`(?<![\p{L}\p{N}])(?:${capital}[ -]){0,3}\p{L}[\p{L}\p{M}'’-]{1,40}(?:${anyOf('streetEndings')}|-${anyOf('hyphenedStreetEndings')})\.?\s+${number}`;
const separateNoun = String.raw`(?<![\p{L}\p{N}])(?:${capital}\s){1,3}${anyOf('streetNouns')}(?:[,\s]+${anyOf('numberAfterStreetNoun')}?)${number}`;
const preposition = String.raw`(?<![\p{L}\p{N}])${anyOf('streetPrepositions')}\s${capital}(?:\s${capital})?\s${number}(?=\s*,?\s*(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu})`;
const streetFirst = String.raw`(?<![\p{L}\p{N}])${anyOf('streetsBeforeName')}\s*[^\d\n,;:()|]{2,45}(?:,\s?|\s)${anyOf('houseNumberWords')}?${number}`;
const numberFirst = String.raw`(?<![\p{L}\p{N}])\d{1,4}\s?${anyOf('numberRepeats')}?,?\s+${anyOf('streetsBehindNumber')}\s+[^\n,;:()|\d]{2,50}?(?=\s*(?:,|\n|$|;|\||\d|·|•|–))`;
const streetLast = String.raw`(?<![\p{L}\p{N}])(?:${anyOf('flatsBeforeNumber')}\s\w{1,5},?\s)?\d{1,5}[A-Za-z]?,?\s+(?:(?:${capital}|\d{1,3}${anyOf('streetOrdinals')})\s+){1,4}${anyOf('streetsBehindName')}(?![\p{L}])\.?`;
const american = String.raw`(?:,?\s*(?:${anyOf('flatsBehindStreet')}|#)\.?\s?\w{1,5})?(?:,\s*${capital}(?:\s${capital}){0,2})?(?:,\s*[A-Z]{2}\s+\d{5}(?:-\d{4})?)?`;
/** Some languages name streets without a word for it; the code behind tells. */
const bare = String.raw`(?<![\p{L}\p{N}])${capital}(?:\s${word}){0,3}\s${number},\s*${code}\s+${city}`;

const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`${streetLast}(?:(?:,\s*${capital}(?:\s${capital}){0,2})?,?\s+${british}|${american}${town})`,
    'gmu',
  ),
  new RegExp(`${numberFirst}${town}`, 'gimu'),
  new RegExp(`${suffixed}${town}`, 'gmu'),
  new RegExp(`${separateNoun}${town}`, 'gmu'),
  new RegExp(`${preposition}${town}`, 'gmu'),
  new RegExp(streetFirst + town.replaceAll('\\p{Lu}', '\\p{L}'), 'gimu'),
  new RegExp(bare, 'gmu'),
  /〒\s?\d{3}-?\d{4}[^\n]{0,80}/gu,
];

const labelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${personalWords('addressLabels').join('|')})(\s*[:：][^\S\n]*)(?![\s[])[^\n]+`,
  'giu',
);

export const anonymousAddresses = (text: string): string =>
  patterns
    .reduce((part, pattern) => part.replaceAll(pattern, '[address]'), text)
    .replaceAll(labelled, '$1$2[address]');
