import { datePattern, monthPattern, yearPattern } from './calendar-words.model.ts';
import { personalWords } from './personal-words.model.ts';

/** How people write that a date of birth follows. */
const labels = personalWords('birthLabels').join('|');

const before = String.raw`(?<![\p{L}\p{N}])`;
// Between the label and the date: on the line whatever has no figures (a place, "on the"), or only the line's end.
const between = String.raw`(?:[^\d\n]{0,40}?|[\s:：]{0,3}\n\s{0,5})`;
const short = String.raw`[\s:：,.()*–-]{0,4}(?:\s?(?:in|im|on|am|en|em|el|il|le|anno|year|jahr|rok[u]?|în|nel|den|år|в|у|на)\s)?\s?`;
const trailing = String.raw`(?:\s?(?:doğumlu|生まれ|年生まれ|년생|生(?!\p{L})|출생)|[.]?(?:-?(?:án|én|ban|ben))? (?:született|születésű))`;

const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${before}((?:${labels})${between})(?:${datePattern})`, 'giu'), '$1[birth date]'],
  // The day and even the year in words.
  [
    new RegExp(
      String.raw`${before}((?:${labels})[\s:：]{1,3}(?:on|am|le|el|em|il|op|den|dnia)?\s?)[^\d\n.;,:]{0,40}?(?<!\p{L})${monthPattern}(?!\p{L})(?:[^\d\n.;,]{0,40}(?:${yearPattern})?)`,
      'giu',
    ),
    '$1[birth date]',
  ],
  [new RegExp(String.raw`${before}((?:${labels})${short})(?:${yearPattern})(?!\d)`, 'giu'), '$1[birth date]'],
  [new RegExp(String.raw`(?<!\d)(?:${datePattern}|${yearPattern}年?)(?=${trailing})`, 'giu'), '[birth date]'],
  // The star that German speakers put before it.
  [new RegExp(String.raw`(?<![^\s(,])([*✶]\s?)(?:${datePattern})`, 'giu'), '$1[birth date]'],
];

export const anonymousBirthDates = (text: string): string =>
  patterns.reduce((part, [pattern, words]) => part.replaceAll(pattern, words), text);
