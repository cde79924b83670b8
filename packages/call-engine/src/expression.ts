import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import { withNumbers } from '@parley/language/spoken-number.ts';

/** A condition decided on known data alone, so that the same data always takes the same branch. */
export interface Expression {
  /** `contact.<key>`, `job.<property>` or `answer.<question key>` */
  readonly field: string;
  readonly operator:
    | 'EXISTS'
    | 'NOT_EXISTS'
    | 'EQUALS'
    | 'NOT_EQUALS'
    | 'CONTAINS'
    | 'GREATER_THAN'
    | 'LESS_THAN'
    | 'IN';
  readonly value?: unknown;
}

export type KnownValue = string | number | boolean | readonly string[];
export type KnownData = Readonly<Record<string, KnownValue>>;

export interface Known {
  readonly contact: KnownData;
  readonly job: KnownData;
  readonly answer: KnownData;
}

/**
 * Whether an expression holds. What is unknown satisfies only NOT_EXISTS, and a value of another type than the
 * wanted one satisfies nothing, NOT_EQUALS included: a branch is taken on what is known, never on what is not.
 *
 * Texts are compared without regard to case and surrounding or repeated spaces, because people spell "Zürich"
 * and "zürich " for the same. A text with one number in it, such as "5 years" or "45k", is wanted as one of a number;
 * two texts compare as texts, so that the code "007" is not "7". Only numbers and dates have an order.
 */
export function holds(expression: Expression, known: Known, language: Language = 'EN'): boolean {
  const found = lookUp(expression.field, known);
  if (expression.operator === 'EXISTS') return found !== undefined;
  if (expression.operator === 'NOT_EXISTS') return found === undefined;
  if (found === undefined) return false;
  const { value } = expression;
  const wanted =
    typeof found === 'boolean'
      ? asTruth(value, language)
      : typeof found === 'number'
        ? asNumber(value, language)
        : value;
  return comparisons[expression.operator](found, wanted);
}

/** Beside a yes or no, "Yes" and "nein" are what they mean, in the language of the call or in English. */
function asTruth(wanted: unknown, language: Language): unknown {
  if (isList(wanted)) return wanted.map((one) => asTruth(one, language));
  if (typeof wanted !== 'string') return wanted;
  const word = plain(wanted);
  for (const { yes, no } of [yesNo[language], yesNo.EN]) {
    if (yes.some((phrase) => plain(phrase) === word)) return true;
    if (no.some((phrase) => plain(phrase) === word)) return false;
  }
  return english.yesNo.noAlone.includes(word) ? false : wanted;
}

/** Beside a number, the one number of an author's text: "5 years", "£45,000", "45k". */
function asNumber(wanted: unknown, language: Language): unknown {
  if (isList(wanted)) return wanted.map((one) => asNumber(one, language));
  if (typeof wanted !== 'string' || number(wanted) !== undefined) return wanted;
  const numbers = withNumbers(wanted, language).match(/-?\d+(?:\.\d+)?/g) ?? [];
  return numbers.length === 1 && /\d/.test(wanted) ? Number(numbers[0]) : wanted;
}

function lookUp(field: string, known: Known): KnownValue | undefined {
  const [, source, key] = /^(contact|job|answer)\.(.+)$/s.exec(field) ?? [];
  if (source === undefined || key === undefined) return undefined;
  const data = known[source as keyof Known];
  // A contact named after a property of every object must not find that property.
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  const isEmpty = isList(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
  return isEmpty ? undefined : value;
}

type Comparison = (found: KnownValue, wanted: unknown) => boolean;

const comparisons: Readonly<Record<Exclude<Expression['operator'], 'EXISTS' | 'NOT_EXISTS'>, Comparison>> = {
  EQUALS: (found, wanted) => same(found, wanted) === true,
  NOT_EQUALS: (found, wanted) => same(found, wanted) === false,
  CONTAINS: contains,
  GREATER_THAN: (found, wanted) => (order(found, wanted) ?? 0) > 0,
  LESS_THAN: (found, wanted) => (order(found, wanted) ?? 0) < 0,
  IN: (found, wanted) =>
    isList(wanted) &&
    (isList(found) ? found : [found]).some((one) => wanted.some((option) => same(one, option) === true)),
};

/** Lists are the same when each has the other's entries, in any order. Undefined: not comparable. */
function same(found: KnownValue, wanted: unknown): boolean | undefined {
  if (isList(found)) {
    if (!isList(wanted)) return undefined;
    const within = (some: readonly unknown[], others: readonly unknown[]): boolean =>
      some.every((one) => others.some((other) => same(one as KnownValue, other) === true));
    return within(found, wanted) && within(wanted, found);
  }
  if (typeof found === 'string' && typeof wanted === 'string') return plain(found) === plain(wanted);
  if (typeof found === 'boolean' || typeof wanted === 'boolean') {
    const [one, other] = [truth(found), truth(wanted)];
    return one === undefined || other === undefined ? undefined : one === other;
  }
  const [one, other] = [number(found), number(wanted)];
  return one === undefined || other === undefined ? undefined : one === other;
}

/** A text contains a text; a list contains an entry, or every entry of a list. */
function contains(found: KnownValue, wanted: unknown): boolean {
  if (isList(found)) {
    const entries = isList(wanted) ? wanted : [wanted];
    return entries.length > 0 && entries.every((entry) => found.some((one) => same(one, entry) === true));
  }
  if (typeof found === 'boolean') return same(found, wanted) === true;
  return (
    typeof found === 'string' &&
    typeof wanted === 'string' &&
    plain(wanted) !== '' &&
    plain(found).includes(plain(wanted))
  );
}

/** Negative when the found value comes first. Undefined: the two have no order. */
function order(found: KnownValue, wanted: unknown): number | undefined {
  const [one, other] = [number(found), number(wanted)];
  if (one !== undefined && other !== undefined) return one - other;
  const [day, otherDay] = [instant(found), instant(wanted)];
  return day === undefined || otherDay === undefined ? undefined : day - otherDay;
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

const truth = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? plain(value) : '';
  return word === 'true' ? true : word === 'false' ? false : undefined;
};

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function instant(value: unknown): number | undefined {
  const read = typeof value === 'string' && DATE.test(value.trim()) ? Date.parse(value.trim()) : Number.NaN;
  return Number.isNaN(read) ? undefined : read;
}
