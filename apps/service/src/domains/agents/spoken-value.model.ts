import type { FieldValue } from '@parley/contract/contact-field.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** The report's words for a boolean: the same are said. */
const yesAndNo = localeTables<{ readonly yes: string; readonly no: string }>('report');

/**
 * A value as one would say it in the language: a list with its "and", a day with the name of its month, a number
 * with the separators of the country. Nothing is said of what is blank.
 */
export function spokenValue(value: FieldValue, language: Language): string | undefined {
  const words = inWords(value, language).replaceAll(/\s+/g, ' ').trim();
  return words === '' ? undefined : words;
}

function inWords(value: FieldValue, language: Language): string {
  const locale = localeOf(language);
  if (typeof value === 'boolean') return yesAndNo[language][value ? 'yes' : 'no'].toLocaleLowerCase(locale);
  if (typeof value === 'number') {
    // No separator in four digits: years and extensions are numbers too. Digits as every voice reads them.
    const options = { useGrouping: 'min2', numberingSystem: 'latn', maximumFractionDigits: 6 } as const;
    return new Intl.NumberFormat(locale, options).format(value);
  }
  if (typeof value !== 'string') {
    const entries = value.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(entries);
  }
  if (!isDay(value)) return value;
  const options = {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}
