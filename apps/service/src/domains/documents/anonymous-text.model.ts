import { languages, localeOf } from '@parley/language/language.ts';
import {
  anonymousAddresses,
  anonymousLinks,
  anonymousMail,
  anonymousPhones,
} from './anonymous-contact.model.ts';
import { anonymousNames } from './anonymous-name.model.ts';
import { anyOf, type Person } from './personal-data.model.ts';

/** The names of the months in every language, long and short, alone and beside a day, longest first. */
function monthNames(): string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2001, month, 15)));
  const names = languages.map(localeOf).flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' }, { month, day: 'numeric', year: 'numeric' }].flatMap(
        (options) => {
          const format = new Intl.DateTimeFormat(locale, {
            ...options,
            timeZone: 'UTC',
            calendar: 'gregory',
          } as Intl.DateTimeFormatOptions);
          return months.map(
            (date) => format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '',
          );
        },
      ),
    ),
  );
  const plain = names.map((name) => name.normalize('NFC').toLowerCase().replace(/\.$/, ''));
  return [...new Set(plain)]
    .filter((name) => /^\p{L}[\p{L}\p{M}.]*\p{L}$/u.test(name))
    .sort((a, b) => b.length - a.length);
}

const year = String.raw`(?:19|20)\d\d`;
const day = String.raw`\d{1,2}`;
// Latvian and Finnish bend their months further than a calendar shows.
const month = `(?:${monthNames()
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|')})[\\p{L}]{0,4}\\.?`;
const ordinal = String.raw`(?:${anyOf('dayEndings')}|\.)?`;
const of = String.raw`(?:\s+${anyOf('dayOf')})?`;

/** A whole date, in figures or with the month's name, in the order of any of the languages. */
const datePattern = [
  String.raw`${year}\s?${anyOf('yearSigns')}\s?${day}\s?${anyOf('monthSigns')}\s?${day}\s?${anyOf('daySigns')}`,
  String.raw`${year}\s?[-./]\s?${day}\s?[-./]\s?${day}\b`,
  String.raw`${day}\s?[-./]\s?${day}\s?[-./]\s?(?:${year}|\d\d\b)`,
  String.raw`${year}\.?\s*${anyOf('behindYear')}?\s*(?:${day}\.?\s+)?${month}(?:\s*${day}\b\.?)?(?:\s*${anyOf('behindDay')})?`,
  String.raw`${day}${ordinal}${of}[\s.-]*${month}(?:\s+${anyOf('beforeYear')})?[\s,.-]*${year}`,
  String.raw`${month}\s+${day}${ordinal},?\s+${year}`,
].join('|');

const yearPattern = year;
const monthPattern = month;

/**
 * A text with labels in place of what makes the person known: names, e-mail, phone, links, handles, street
 * address and birth date. In doubt it takes out too much of these, but years and places of work stay: they are
 * what a CV is read for. E-mail and links go first, because they contain names.
 */
export const anonymous = (text: string, person: Person): string =>
  [
    anonymousMail,
    (part: string) => anonymousLinks(part, person),
    anonymousBirthDates,
    (part: string) => anonymousPhones(part, person),
    anonymousAddresses,
    (part: string) => anonymousNames(part, person),
  ].reduce((part, step) => step(part), readable(text));

/** More than sixty pages are no CV, and nothing with three hundred letters in one piece is a word. */
const MAX_CHARACTERS = 200_000;
const readable = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(
      /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{300,}/gu,
      '[link]',
    );

/** How people write that a date of birth follows. */
const labels = anyOf('birthLabels');

const before = String.raw`(?<![\p{L}\p{N}])`;
// Between the label and the date: on the line whatever has no figures (a place, "on the"), or only the line's end.
const between = String.raw`(?:[^\d\n]{0,40}?|[\s:：]{0,3}\n\s{0,5})`;
const short = String.raw`[\s:：,.()*–-]{0,4}(?:\s?${anyOf('beforeBirthYear')}\s)?\s?`;
const trailing = anyOf('behindBirth');

const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${before}(${labels}${between})(?:${datePattern})`, 'giu'), '$1[birth date]'],
  // The day and even the year in words.
  [
    new RegExp(
      String.raw`${before}(${labels}[\s:：]{1,3}${anyOf('beforeBirthDay')}?\s?)[^\d\n.;,:]{0,40}?(?<!\p{L})${monthPattern}(?!\p{L})(?:[^\d\n.;,]{0,40}(?:${yearPattern})?)`,
      'giu',
    ),
    '$1[birth date]',
  ],
  [new RegExp(String.raw`${before}(${labels}${short})(?:${yearPattern})(?!\d)`, 'giu'), '$1[birth date]'],
  [
    new RegExp(
      String.raw`(?<!\d)(?:${datePattern}|${yearPattern}${anyOf('yearSigns')}?)(?=${trailing})`,
      'giu',
    ),
    '[birth date]',
  ],
  // The star that German speakers put before it.
  [new RegExp(String.raw`(?<![^\s(,])([*✶]\s?)(?:${datePattern})`, 'giu'), '$1[birth date]'],
];

const anonymousBirthDates = (text: string): string =>
  patterns.reduce((part, [pattern, words]) => part.replaceAll(pattern, words), text);
