import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { nameParts } from './anonymous-name.model.ts';
import type { Person } from './person.model.ts';
import { anyOf } from './personal-words.model.ts';

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
