import { countingIn } from '@parley/language/counted-words.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words as wordTables } from '@parley/language/locale-tables.ts';
import { folded, type Speech } from '@parley/language/speech.ts';
import { readNumber, withNumbers } from '@parley/language/spoken-number.ts';
import { anyOf } from './cue-pattern.ts';

const none = anyOf(english.answers.amountNone);
const couple = anyOf(english.answers.amountTwo);
const single = anyOf(english.answers.amountOne);
const half = anyOf(english.answers.amountHalf);
const oneAndHalf = anyOf(english.answers.amountOneAndHalf);
/** In English, or with the words of another language. */
const rangeOf = (to = english.answers.rangeJoints.join('|')): RegExp =>
  new RegExp(
    `(\\d+(?:\\.\\d+)?)\\s*(k\\b)?\\s*(?:${to}|-|–)\\s*(?:${english.answers.rangeHedges.join('|')})?(\\d+(?:\\.\\d+)?)`,
  );

/** What a question counts time in: year, month, and so on. */
export const timeUnits: readonly string[] = Object.keys(english.answers.unitDays);
const { decade: DECADE, year: YEAR } = english.answers;
const UNIT = new RegExp(
  `(?<![^ ])(${[...timeUnits, ...english.answers.unitsWithoutDays].join('|')})s?(?![^ ])`,
);

/**
 * The number that was said. Of a range it is the lower end, which was said, rather than a middle that was not.
 * When the question counts in years, "eighteen months" is one and a half.
 */
export function amountIn(
  { raw, plain }: Speech,
  askedUnit: string | undefined,
  language: Language,
): number | undefined {
  const said = numberIn(raw, plain, language);
  if (said === undefined || askedUnit === undefined || said === 0) return said;
  const [spoken, wanted] = [UNIT.exec(plain)?.[1], askedUnit.replace(/s$/, '')];
  if (spoken === DECADE && wanted === YEAR) return said * 10;
  const { unitDays } = english.answers;
  const [from, to] = [unitDays[spoken ?? wanted], unitDays[wanted]];
  if (from === undefined || to === undefined || from === to) return said;
  return Math.round((said * from * 100) / to) / 100;
}

function numberIn(raw: string, plain: string, language: Language): number | undefined {
  if (oneAndHalf.test(plain)) return 1.5;
  if (half.test(plain)) return 0.5;
  const range = rangeOf(countingIn(language)?.to).exec(withNumbers(raw, language));
  if (range !== null)
    return lowerEnd(Number(range[1]) * (range[2] === undefined ? 1 : 1000), Number(range[3]));
  const number = readNumber(raw, language);
  if (number !== undefined) return number;
  if (couple.test(plain)) return 2;
  if (none.test(plain)) return 0;
  return single.test(plain) ? 1 : undefined;
}

/** "Fifty to sixty thousand" begins at fifty thousand. */
function lowerEnd(low: number, high: number): number {
  if (low < 1000 && high >= 1000 && high % 1000 === 0 && low * 1000 <= high) return low * 1000;
  return Math.min(low, high);
}

/** "Since 2015" counts years where the question does. */
export function yearsSince(raw: string, question: string, answeredAt: string): number | undefined {
  const since = sinceYear().exec(folded(raw).replaceAll(/\b(19|20) ?(?=\d\d\b)/g, '$1'))?.[1];
  if (since === undefined || !inYears().test(folded(question))) return undefined;
  const years = Number(answeredAt.slice(0, 4)) - Number(since);
  return years < 0 ? undefined : years;
}

const sinceYear = ofAllLanguages((languages) => {
  const any = (list: 'since' | 'theYear'): string =>
    languages.flatMap((language) => wordTables[language][list] ?? []).join('|');
  return new RegExp(
    `(?<!\\p{L})(?:${any('since')})[ -]?(?:(?:${any('theYear')}) )?((?:19|20)\\d\\d)(?!\\d|[.,]\\d|\\p{L})`,
    'u',
  );
});
const inYears = ofAllLanguages(
  (languages) => new RegExp(languages.flatMap((language) => wordTables[language].years).join('|'), 'u'),
);
