import type { Callback, ExpectedValue, OneValue } from './understanding-set.ts';

/** What a call has stored, as the analysis or the answers of the call show it. */
export type Stored = unknown;

/** How a question asks for its answer. */
interface Asked {
  readonly type: string;
  readonly period?: string;
  readonly options?: readonly string[];
}

/** Whether a stored value is what the person meant. A text that only repeats their words is no number, date or address. */
export function isMeant(asked: Asked, expected: ExpectedValue, stored: Stored): boolean {
  if (isRecord(expected) && 'anyOf' in expected)
    return expected.anyOf.some((one) => isOneMeant(asked, one, stored));
  return isOneMeant(asked, expected, stored);
}

function isOneMeant(asked: Asked, expected: OneValue, stored: Stored): boolean {
  if (Array.isArray(expected)) return isSameList(expected, stored);
  if (stored === null || stored === undefined) return false;
  if (typeof expected === 'boolean') return truthOf(stored) === expected;
  if (typeof expected === 'number' || 'min' in Object(expected))
    return isWithin(expected as Amount, numberOf(stored));
  if (typeof expected === 'string') return isSameText(asked.type, expected, stored);
  if ('contains' in expected) {
    const text = plain(stored);
    return expected.contains.every((part) => text.includes(plain(part)));
  }
  if ('amount' in expected) return isSameMoney(asked, expected, stored);
  if ('from' in expected) {
    const found = asked.type === 'time' ? timeOf(stored) : dateOf(stored);
    return found !== undefined && expected.from <= found && found <= expected.to;
  }
  return false;
}

/**
 * Whether something definite was stored that a branch or a verdict could rest on. The contact's own words, kept as an
 * answer to a typed question, are not.
 */
export function isDefinite(asked: Asked, stored: Stored): boolean {
  if (stored === null || stored === undefined || stored === '') return false;
  if (Array.isArray(stored)) return stored.length > 0;
  switch (asked.type) {
    case 'yesno':
      return truthOf(stored) !== undefined;
    case 'number':
    case 'duration':
    case 'money':
      return typeof stored === 'object' || numberOf(stored) !== undefined;
    case 'date':
      return dateOf(stored) !== undefined;
    case 'time':
      return timeOf(stored) !== undefined;
    case 'email':
      return plain(stored).includes('@');
    case 'phone':
      return digitsOf(stored).length >= 5;
    case 'choice':
      return (asked.options ?? []).some((option) => plain(option) === plain(stored));
    default:
      return true;
  }
}

/** Whether an ISO time with offset is the expected one on the contact's clock. */
export function isCallbackMeant(expected: Callback, at: string | null, timeZone: string): boolean {
  if (at === null) return false;
  const local = localTime(new Date(at), timeZone);
  if (typeof expected === 'string') return local === expected;
  return expected.from <= local && local <= expected.to;
}

const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T');

type Amount = number | { readonly min: number; readonly max: number };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string =>
  String(value).normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

function truthOf(stored: Stored): boolean | undefined {
  if (typeof stored === 'boolean') return stored;
  if (['true', 'yes', 'ja'].includes(plain(stored))) return true;
  return ['false', 'no', 'nein'].includes(plain(stored)) ? false : undefined;
}

function numberOf(stored: Stored): number | undefined {
  if (typeof stored === 'number') return stored;
  return typeof stored === 'string' && /^-?\d+(\.\d+)?$/.test(stored.trim()) ? Number(stored) : undefined;
}

const isWithin = (expected: Amount, found: number | undefined): boolean =>
  found !== undefined &&
  (typeof expected === 'number'
    ? Math.abs(found - expected) <= Math.abs(expected) * 0.001
    : expected.min <= found && found <= expected.max);

/** Months of a year and so on, where an amount may be converted without guessing. */
const aYear: Readonly<Record<string, number>> = { year: 1, month: 12 };

const symbols: Readonly<Record<string, RegExp>> = {
  GBP: /gbp|£|pound/,
  EUR: /eur|€/,
  CHF: /chf|franken|franc/,
};
const periodWords: Readonly<Record<string, RegExp>> = {
  hour: /hour|stunde|\/ ?h/,
  day: /day|tag/,
  month: /month|monat|\bpm\b/,
  year: /year|jahr|annual|\bp\.?a\b/,
};

function isSameMoney(
  { period: askedPeriod }: Asked,
  { amount, currency, period }: { amount: Amount; currency?: string; period?: string },
  stored: Stored,
): boolean {
  const found = moneyOf(stored);
  if (found === undefined) return false;
  if (found.currency !== undefined && currency !== undefined && found.currency !== currency) return false;
  // A bare number is in the period that the question asks for.
  const foundPeriod = found.period ?? askedPeriod;
  if (foundPeriod === undefined || period === undefined || foundPeriod === period)
    return isWithin(amount, found.amount);
  const [one, other] = [aYear[foundPeriod], aYear[period]];
  return one !== undefined && other !== undefined && isWithin(amount, (found.amount * one) / other);
}

interface Money {
  readonly amount: number;
  readonly currency?: string | undefined;
  readonly period?: string | undefined;
}

function moneyOf(stored: Stored): Money | undefined {
  const bare = numberOf(stored);
  if (bare !== undefined) return { amount: bare };
  if (isRecord(stored) && typeof stored.amount === 'number') {
    const text = (name: string) => (typeof stored[name] === 'string' ? (stored[name] as string) : undefined);
    return { amount: stored.amount, currency: text('currency'), period: text('period') };
  }
  if (typeof stored !== 'string') return undefined;
  const text = plain(stored);
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  if (digits === undefined) return undefined;
  const named = (words: Readonly<Record<string, RegExp>>) =>
    Object.entries(words).find(([, pattern]) => pattern.test(text))?.[0];
  return { amount: Number(digits.replaceAll(',', '')), currency: named(symbols), period: named(periodWords) };
}

function isSameText(type: string, expected: string, stored: Stored): boolean {
  switch (type) {
    case 'date':
      return dateOf(stored) === expected;
    case 'time':
      return timeOf(stored) === expected;
    case 'phone':
      return digitsOf(stored) === digitsOf(expected);
    case 'email':
      return plain(stored) === plain(expected);
    default:
      return lettersOf(stored) === lettersOf(expected);
  }
}

const lettersOf = (value: unknown): string => plain(value).replaceAll(/[^\p{L}\p{N} ]/gu, '');

/** Without a trunk prefix or a country code, so that +44 7700 and 07700 are the same. */
const digitsOf = (value: unknown): string => {
  const text = plain(value).replaceAll(/[^\d+]/g, '');
  return text.replace(/^(\+44|\+49|0044|0049|0)/, '');
};

const dateOf = (stored: Stored): string | undefined => {
  const [, month, day] = /^(\d{4}-\d\d)(?:-(\d\d))?(?:T|$)/.exec(String(stored)) ?? [];
  return month === undefined ? undefined : `${month}-${day ?? '01'}`;
};

function timeOf(stored: Stored): string | undefined {
  const text = plain(stored).replace(/^\d{4}-\d\d-\d\dt/, '');
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.h](\d\d))?(?::\d\d)?(?: ?uhr)? ?(am|pm|a\.m\.|p\.m\.)?(?:[z+-].*)?$/.exec(text) ?? [];
  if (hours === undefined || (half === undefined && !/[:.h]|uhr/.test(text))) return undefined;
  const shift =
    half?.startsWith('p') && Number(hours) < 12 ? 12 : half?.startsWith('a') && hours === '12' ? -12 : 0;
  return `${String(Number(hours) + shift).padStart(2, '0')}:${minutes}`;
}

/** In any order, nothing missing and nothing added. "None" is an empty list. */
function isSameList(expected: readonly string[], stored: Stored): boolean {
  if (stored === null || stored === undefined) return expected.length === 0;
  const entries = (Array.isArray(stored) ? stored : String(stored).split(/, | and | und /)).map(lettersOf);
  const found = entries.filter((entry) => entry !== '' && !['none', 'keine'].includes(entry));
  return (
    found.length === expected.length &&
    expected.every((wanted) => found.some((entry) => entry.includes(lettersOf(wanted))))
  );
}
