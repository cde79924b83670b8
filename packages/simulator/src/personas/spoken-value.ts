import type { KnownValue } from '@parley/call-engine/expression.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import type { Phrases } from '../phrases.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A value as somebody would say it, and a speech recogniser write it down. */
export function spoken(value: KnownValue, language: Language, phrases: Phrases): string {
  const locale = localeOf(language);
  if (typeof value === 'boolean') return bare((value ? phrases.yes : phrases.no)[0]);
  if (typeof value === 'number') {
    // Most are small, and making a formatter takes longer than the rest of an answer.
    if (Number.isInteger(value) && Math.abs(value) < 10_000) return `${value}`;
    return value.toLocaleString(locale, { useGrouping: 'min2', numberingSystem: 'latn' });
  }
  if (typeof value !== 'string') return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value);
  if (!DAY.test(value)) return value.replaceAll(/\s+/g, ' ').trim();
  const style = { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const;
  return new Date(value).toLocaleDateString(locale, style);
}

const bare = (sentence: string): string => sentence.replace(/[.。]$/, '');
