import { languages, localeOf } from '@parley/language/language.ts';

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
const ordinal = String.raw`(?:st|nd|rd|th|er|e|º|ª|\.|-?(?:го|е|я|й))?`;
const of = String.raw`(?:\s+(?:de|of|di|do|del|d['’]))?`;

/** A whole date, in figures or with the month's name, in the order of any of the languages. */
export const datePattern = [
  String.raw`${year}\s?[年년]\s?${day}\s?[月월]\s?${day}\s?[日일]`,
  String.raw`${year}\s?[-./]\s?${day}\s?[-./]\s?${day}\b`,
  String.raw`${day}\s?[-./]\s?${day}\s?[-./]\s?(?:${year}|\d\d\b)`,
  String.raw`${year}\.?\s*(?:m\.|gada|г\.)?\s*(?:${day}\.?\s+)?${month}(?:\s*${day}\b\.?)?(?:\s*d\.)?`,
  String.raw`${day}${ordinal}${of}[\s.-]*${month}(?:\s+(?:de|del|do))?[\s,.-]*${year}`,
  String.raw`${month}\s+${day}${ordinal},?\s+${year}`,
].join('|');

export const yearPattern = year;
export const monthPattern = month;
