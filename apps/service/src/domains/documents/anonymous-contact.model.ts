import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { nameParts } from './anonymous-name.model.ts';
import { anyOf, type Person, personalWords } from './personal-data.model.ts';

const at = String.raw`(?:@|\s?[([{]\s?${anyOf('atWords')}\s?[)\]}]\s?)`;
const dot = String.raw`(?:\.|\s?[([{]\s?${anyOf('dotWords')}\s?[)\]}]\s?)`;
const mail = new RegExp(
  String.raw`(?<![\p{L}\p{N}_%+'.-])(?:mailto:)?[\p{L}\p{N}_%+'-]+(?:[.][\p{L}\p{N}_%+'-]+)*${at}[\p{L}\p{N}-]+(?:${dot}[\p{L}\p{N}-]+)+`,
  'giu',
);

export const anonymousMail = (text: string): string => text.replaceAll(mail, '[e-mail]');

/** Names of services are no words of a language: they are the same everywhere. */
const services =
  'skype|telegram|twitter|x|instagram|insta|github|gitlab|linkedin|xing|discord|signal|wechat|weixin|微信|line|tiktok|facebook|threads|mastodon|bluesky|snapchat|viber|vk|kakaotalk|behance|dribbble|medium|youtube';
const hosts = String.raw`(?:[\w-]+\.)*(?:linkedin|xing|github|gitlab|bitbucket|twitter|x|instagram|facebook|fb|t|wa|youtube|behance|dribbble|medium|stackoverflow|kaggle|orcid|vk|tiktok|threads|about|linktr)\.(?:com|org|net|io|me|ee)`;
const address = String.raw`[^\s<>"'()[\]]`;
const linkPatterns = [
  new RegExp(String.raw`(?:https?|ftp):\/\/(?:${address}|\[e-mail\])+`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}@.])www\.${address}+`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}@.-])${hosts}\/${address}+`, 'giu'),
];
/** A domain by itself may be an employer; one with a path leads somewhere. */
const domain = String.raw`(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:com|org|net|io|dev|me|info|name|app|page|site|online|tech|eu|ch|de|at|fr|es|pt|it|nl|be|lu|pl|cz|sk|hu|ro|bg|hr|si|rs|ua|ru|gr|tr|se|dk|no|fi|ee|lv|lt|uk|ie|us|ca|il|jp|cn|kr)(?![\p{L}\p{N}])`;
const domainWithPath = new RegExp(String.raw`${domain}\/${address}*`, 'giu');
const bareDomain = new RegExp(domain, 'giu');
const siteLabel = new RegExp(String.raw`(${anyOf('siteLabels')}\s*[:：]\s*)${domain}`, 'giu');
const handle = /(?<![\p{L}\p{N}\]@./])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:@[\w.-]+\w)?/giu;
const labelledHandle = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:${services})(?:\s?\/\s?(?:${services}))?(?:[\s-]*${anyOf('accountWords')})?\s*[:：]\s*)(?!\[)[^\s,;|·•[\]]+(?:\s[^\s,;|·•[\]]+)?(?=\s*(?:$|[,;|·•]))`,
  'gimu',
);

export function anonymousLinks(text: string, person: Person): string {
  const own = nameParts(person).map((part) => part.toLowerCase());
  const trimmed = (link: string): string => `[link]${/[.,;:!?]+$/.exec(link)?.[0] ?? ''}`;
  return [...linkPatterns, domainWithPath]
    .reduce((part, pattern) => part.replaceAll(pattern, trimmed), text)
    .replaceAll(siteLabel, '$1[link]')
    .replaceAll(bareDomain, (found) =>
      own.some((name) => name.length > 2 && found.toLowerCase().includes(name)) ? '[link]' : found,
    )
    .replaceAll(labelledHandle, '$1[handle]')
    .replaceAll(handle, '[handle]');
}

const separated = String.raw`[\d\s().\/–-]`;
const candidates = [
  // With a country code.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}+])(?:\+|00)\s?\(?[1-9]${separated.replace('\\s', ' \\u00a0')}{6,22}\d(?!\d)`,
    'gu',
  ),
  // With the zero that many countries dial first, or an area in brackets.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}+.,/-])\(?0[1-9]${separated.replace('\\s', ' \\u00a0')}{6,18}\d(?!\d)`,
    'gu',
  ),
  /(?<![\p{L}\p{N}+.,/-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{3,4}(?![\d.,])/gu,
];
const labelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${anyOf('phoneLabels')}\.?(?:\s?${anyOf('numberWords')}\.?)?\s*[:：.]?\s*)(\+?\(?\d[\d ()./\u00a0-]{4,22}\d)(?!\d)`,
  'giu',
);

/** Of two numbers side by side the second may be taken for the end of the first, up to its length. */
const rest = /\[phone\][ \u00a0]{0,3}[)/.–-]?[ \u00a0]{0,3}(\(?\d[\d ()./\u00a0–-]*\d)(?!\d)/gu;

export function anonymousPhones(text: string, { phoneNumber, country }: Person): string {
  const withLabels = text.replaceAll(labelled, (whole, label, number) =>
    isDates(number) ? whole : `${label}[phone]`,
  );
  const plain = candidates.reduce(
    (part, pattern) =>
      part.replaceAll(pattern, (found) => (isDates(found) || isRound(found) ? found : '[phone]')),
    withLabels,
  );
  const whole = plain.replaceAll(rest, (found, digits) =>
    isDates(digits) || digits.replaceAll(/\D/g, '').length < 4 ? found : '[phone]',
  );
  const known = phoneNumber === null ? undefined : parsePhoneNumberFromString(phoneNumber);
  const own = known === undefined ? whole : whole.replaceAll(digitsApart(known.nationalNumber), '[phone]');
  const home = known?.country ?? country;
  return home === null || home === undefined ? own : nationalNumbers(own, home);
}

/** The numbers that only make sense in a country, such as 20 12 34 56 in Denmark. */
function nationalNumbers(text: string, country: string): string {
  let result = '';
  let from = 0;
  for (const { startsAt, endsAt } of findPhoneNumbersInText(text, country as CountryCode)) {
    const found = text.slice(startsAt, endsAt);
    if (isDates(found) || isRound(found) || /\n/.test(found) || found.replaceAll(/\D/g, '').length < 7)
      continue;
    result += `${text.slice(from, startsAt)}[phone]`;
    from = endsAt;
  }
  return result + text.slice(from);
}

const digitsApart = (digits: string): RegExp =>
  new RegExp(
    String.raw`(?<!\d)(?:\+?\d{1,3}[\s()./-]*)?\(?0?\)?[\s]?${[...digits].join(String.raw`[\s()./\u00a0-]{0,3}`)}(?!\d)`,
    'gu',
  );

/** 01.03.2015, 05/2015 - 06/2018, 2015 2021: only days, months and years. */
function isDates(found: string): boolean {
  if (/^\s*\+/.test(found)) return false;
  const groups = found.match(/\d+/g) ?? [];
  const isYear = (group: string) => /^(?:19|20)\d\d$/.test(group);
  return (
    groups.some(isYear) &&
    groups.every((group) => isYear(group) || (group.length <= 2 && Number(group) <= 31))
  );
}

/** 120 000 000 is an amount. */
const isRound = (found: string): boolean => /000$/.test(found) && !/^\s*(?:\+|\(?0)/.test(found);

const anyWord = String.raw`[\p{L}][\p{L}\p{M}.'’-]*`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const houseNumber = String.raw`\d{1,4}(?:\s?[a-zA-Z](?![\p{L}.]))?(?:\s?[-/–]\s?\d{1,4}[a-zA-Z]?)?(?!\d|[.,]\d)`;
// A year is no postal postalCode: the line below an address often begins with one.
const notYear = String.raw`(?!(?:19|20)\d\d(?!\d))`;
const postalCode = String.raw`(?:[A-Z]{1,2}-)?${notYear}(?:\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4,6}(?:\s?[A-Z]{2}(?![\p{L}]))?)`;
const city = String.raw`${capital}(?:[ -]${capital}){0,3}(?:\s\d{1,2}(?!\d))?`;
const british = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])`;
const flat = String.raw`(?:,?\s*${anyOf('flatWords')}\.?\s?\d{1,4}[a-zA-Z]?)?`;
/** What may follow a street: the flat, then the townBehind with its postalCode, on the line or alone on the next. */
const townBehind = String.raw`${flat}(?:(?:\s*,\s*|\s+[-–|]\s+|\s+)${postalCode}\s+${city}|\s*,?\s*\n${postalCode}\s+${city}(?=\s*(?:$|,|\n))|,\s*${capital}(?:\s${capital})?,?\s+${british}|,\s*${british})?`;

const suffixed = String.raw`(?<![\p{L}\p{N}])(?:${capital}[ -]){0,3}\p{L}[\p{L}\p{M}'’-]{1,40}(?:${anyOf('streetEndings')}|-${anyOf('hyphenedStreetEndings')})\.?\s+${houseNumber}`;
const separateNoun = String.raw`(?<![\p{L}\p{N}])(?:${capital}\s){1,3}${anyOf('streetNouns')}(?:[,\s]+${anyOf('numberAfterStreetNoun')}?)${houseNumber}`;
const preposition = String.raw`(?<![\p{L}\p{N}])${anyOf('streetPrepositions')}\s${capital}(?:\s${capital})?\s${houseNumber}(?=\s*,?\s*(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu})`;
const streetFirst = String.raw`(?<![\p{L}\p{N}])${anyOf('streetsBeforeName')}\s*[^\d\n,;:()|]{2,45}(?:,\s?|\s)${anyOf('houseNumberWords')}?${houseNumber}`;
const numberFirst = String.raw`(?<![\p{L}\p{N}])\d{1,4}\s?${anyOf('numberRepeats')}?,?\s+${anyOf('streetsBehindNumber')}\s+[^\n,;:()|\d]{2,50}?(?=\s*(?:,|\n|$|;|\||\d|·|•|–))`;
const streetLast = String.raw`(?<![\p{L}\p{N}])(?:${anyOf('flatsBeforeNumber')}\s\w{1,5},?\s)?\d{1,5}[A-Za-z]?,?\s+(?:(?:${capital}|\d{1,3}${anyOf('streetOrdinals')})\s+){1,4}${anyOf('streetsBehindName')}(?![\p{L}])\.?`;
const american = String.raw`(?:,?\s*(?:${anyOf('flatsBehindStreet')}|#)\.?\s?\w{1,5})?(?:,\s*${capital}(?:\s${capital}){0,2})?(?:,\s*[A-Z]{2}\s+\d{5}(?:-\d{4})?)?`;
/** Some languages name streets without a anyWord for it; the postalCode behind tells. */
const bare = String.raw`(?<![\p{L}\p{N}])${capital}(?:\s${anyWord}){0,3}\s${houseNumber},\s*${postalCode}\s+${city}`;

const addressPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`${streetLast}(?:(?:,\s*${capital}(?:\s${capital}){0,2})?,?\s+${british}|${american}${townBehind})`,
    'gmu',
  ),
  new RegExp(`${numberFirst}${townBehind}`, 'gimu'),
  new RegExp(`${suffixed}${townBehind}`, 'gmu'),
  new RegExp(`${separateNoun}${townBehind}`, 'gmu'),
  new RegExp(`${preposition}${townBehind}`, 'gmu'),
  new RegExp(streetFirst + townBehind.replaceAll('\\p{Lu}', '\\p{L}'), 'gimu'),
  new RegExp(bare, 'gmu'),
  /〒\s?\d{3}-?\d{4}[^\n]{0,80}/gu,
];

const labelledAddress = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${personalWords('addressLabels').join('|')})(\s*[:：][^\S\n]*)(?![\s[])[^\n]+`,
  'giu',
);

export const anonymousAddresses = (text: string): string =>
  addressPatterns
    .reduce((part, pattern) => part.replaceAll(pattern, '[address]'), text)
    .replaceAll(labelledAddress, '$1$2[address]');
