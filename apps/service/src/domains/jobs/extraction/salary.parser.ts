import { searchable } from '@parley/kernel/text.ts';
import currencies from '@parley/language/world/currencies.json' with { type: 'json' };
import type { Salary, SalaryPeriod } from './posting.model.ts';
import { everywhere } from './posting-words.model.ts';
import { periodIn } from './terms.parser.ts';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Signs of money, longest first: CA$ is no $. */
const signs = currencies.signs.map(({ sign, currency }) => [new RegExp(sign, 'i'), currency] as const);
/** Signs that many countries share, by country. */
const dollars: Readonly<Record<string, string>> = currencies.dollars;
const crowns: Readonly<Record<string, string>> = currencies.crowns;

/** The currency a text names; signs that many share are read by the country of the job. */
export function currencyIn(text: string, country?: string): string | undefined {
  for (const word of text.match(/\b[A-Z]{3}\b/g) ?? []) if (codes.has(word) && word !== 'ALL') return word;
  const sign = signs.find(([pattern]) => pattern.test(text))?.[1];
  if (sign !== undefined) return sign;
  if (text.includes('$')) return dollars[country ?? ''] ?? 'USD';
  return /\bkr\b/i.test(text) ? crowns[country ?? ''] : undefined;
}

const multipliers: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`^\\s?(?:${everywhere('thousands')})(?![a-z])`), 1000],
  [new RegExp(`^\\s?(?:${everywhere('lakhs')})(?![a-z])`), 100_000],
  [new RegExp(`^\\s?(?:${everywhere('millions')})(?![a-z])`), 1_000_000],
];

const NUMBER = /\d{1,3}(?:[ .,'’\u00a0\u2009\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,4})?/g;

interface Amount {
  readonly value: number;
  readonly isMultiplied: boolean;
  readonly from: number;
  readonly to: number;
}

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const to = match.index + match[0].length;
    const after = searchable(text.slice(to, to + 12));
    const spaced = /^\s/.test(text.slice(to)) ? ` ${after}` : after;
    const multiplier = multipliers.find(([pattern]) => pattern.test(spaced))?.[1];
    return {
      value: numberOf(match[0], multiplier !== undefined) * (multiplier ?? 1),
      isMultiplied: multiplier !== undefined,
      from: match.index,
      to,
    };
  });
}

/** Three digits after a sign are thousands, fewer are a fraction; 102.8K and 1.25 million are fractions too. */
function numberOf(text: string, isMultiplied: boolean): number {
  const compact = text.replaceAll(/[\s'’]/g, '');
  const [, fraction] = /[.,](\d+)$/.exec(compact) ?? [];
  const seen = (compact.match(/[.,]/g) ?? []).length;
  if (fraction === undefined || (fraction.length === 3 && !(isMultiplied && seen === 1)))
    return Number(compact.replaceAll(/[.,]/g, ''));
  const whole = compact.slice(0, -fraction.length - 1).replaceAll(/[.,]/g, '');
  return Number(`${whole}.${fraction}`);
}

const RANGE = new RegExp(
  `^[^\\p{L}\\d]*(?:[-–—~]|\\b(?:${everywhere('toAmount')})\\b|[A-Z]{3}|[A-Z]{0,2}\\$|${everywhere('moneyUnits')}|k|K|[^\\p{L}\\d])[^\\d]{0,14}$`,
  'u',
);
const AT_MOST = new RegExp(`\\b(${everywhere('upTo')})\\s*\\D{0,6}$`);
const AT_LEAST = new RegExp(`\\b(${everywhere('startingAt')})\\s*\\D{0,6}$`);

/**
 * A pay as people write it: "£85k - 110k", "50 000 – 80 000 Kč", "ab 3.200 € brutto/Monat", "7-20 triệu".
 * Where nothing but the text says that it is money, it has to name a currency.
 */
export function salaryIn(
  written: string,
  known: {
    currency?: string | undefined;
    period?: SalaryPeriod | undefined;
    country?: string | undefined;
  } = {},
): Salary | undefined {
  const text = written.slice(0, 300).replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
  const currency = known.currency ?? currencyIn(text, known.country);
  const amounts = amountsIn(text).filter(
    ({ value, isMultiplied }) => value > 0 && (value >= 5 || isMultiplied),
  );
  const [first, second] = amounts;
  if (!first) return undefined;
  const isRange = second !== undefined && RANGE.test(text.slice(first.to, second.from));
  const numbers = isRange ? rangeOf(first, second) : singleOf(first, searchable(text.slice(0, first.from)));
  const last = isRange ? second : first;
  const period =
    known.period ?? periodIn(text.slice(last.to, last.to + 60)) ?? periodIn(text.slice(0, first.from));
  return tidySalary({ ...numbers, currency, period });
}

/** In "50-80.000" and "7-20 triệu" the first number shares the thousands of the second. */
function rangeOf(first: Amount, second: Amount): Salary {
  const shared = [1000, 100_000, 1_000_000].find((times) => {
    const min = first.value * times;
    return !first.isMultiplied && first.value < 1000 && min <= second.value && min * 10 > second.value;
  });
  const min = first.value * 100 <= second.value && shared !== undefined ? first.value * shared : first.value;
  return { min, max: second.value };
}

function singleOf({ value }: Amount, before: string): Salary {
  if (AT_MOST.test(before)) return { max: value };
  return AT_LEAST.test(before) ? { min: value } : { min: value, max: value };
}

/** Nought is how forms say that nothing is said. */
export function tidySalary(salary: {
  min?: number | undefined;
  max?: number | undefined;
  currency?: string | undefined;
  period?: SalaryPeriod | undefined;
}): Salary | undefined {
  const known = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) && value > 0 && value < 1e12 ? value : undefined;
  const [one, other] = [known(salary.min), known(salary.max)];
  if (one === undefined && other === undefined) return undefined;
  const isTurned = one !== undefined && other !== undefined && one > other;
  const [min, max] = isTurned ? [other, one] : [one, other];
  const currency = salary.currency !== undefined && codes.has(salary.currency) ? salary.currency : undefined;
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(currency === undefined ? {} : { currency }),
    ...(salary.period === undefined ? {} : { period: salary.period }),
  };
}
