import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { readAmount } from './spoken-amount.ts';
import { plainText, type ValueWords, valueText, valueWordsIn, wholeWords, withTable } from './value-words.ts';

export type MoneyPeriod = keyof ValueWords['money']['periods'];

export interface MoneyHearing {
  readonly language: Language;
  readonly currency: string | undefined;
  readonly period: MoneyPeriod | undefined;
}

export interface Money {
  /** In the currency and period asked for; as text, with what was said, when it is in others. */
  readonly value: number | string;
  readonly isClear: boolean;
  readonly note?: string;
}

/** A month or a year is paid in thousands: "forty-five" may be 45,000, and nobody knows. */
const LEAST_OF_LONG_PERIODS = 200;

export function readMoney(raw: string, hearing: MoneyHearing): Money | undefined {
  const grammar = grammarOf(hearing.language);
  if (grammar === undefined) return undefined;
  const { language } = hearing;
  const spoken = withTable(plainText(raw), grammar.words.notes);
  const period = grammar.periodIn(spoken);
  const currency = grammar.currencyIn(spoken);
  const text = grammar.withoutPeriod(spoken);
  const amount =
    grammar.inCoins(valueText(text, language)) ??
    readAmount(text, { language, unit: undefined, question: '', year: 0 }) ??
    (grammar.isFree(spoken) ? { value: 0, isClear: true } : undefined);
  if (amount === undefined) return undefined;
  const { value, isClear } = amount;
  const isForeign = currency !== undefined && hearing.currency !== undefined && currency !== hearing.currency;
  const isOtherPeriod = period !== undefined && hearing.period !== undefined && period !== hearing.period;
  if (isForeign || isOtherPeriod) {
    const paid = [value, currency ?? hearing.currency, period === undefined ? undefined : `per ${period}`];
    return {
      value: paid.filter((part) => part !== undefined).join(' '),
      isClear: false,
      note: isForeign ? 'another currency' : 'another period',
    };
  }
  const isLong = hearing.period === 'month' || hearing.period === 'year';
  const isShortened =
    isLong &&
    value > 0 &&
    value < LEAST_OF_LONG_PERIODS &&
    currency === undefined &&
    !grammar.hasThousands(spoken);
  if (isShortened) return { value: raw.trim(), isClear: false, note: 'perhaps in thousands' };
  return isClear ? { value, isClear } : { value, isClear, note: 'a range' };
}

/** The currency and period that a question names. */
export function moneyTermsIn(
  question: string,
  language: Language,
): { readonly currency?: string | undefined; readonly period?: MoneyPeriod | undefined } {
  const grammar = grammarOf(language);
  const plain = plainText(question);
  return grammar === undefined
    ? {}
    : { currency: grammar.currencyIn(plain), period: grammar.periodIn(plain) };
}

const grammarOf = memoize((language: Language) => {
  const tables = valueWordsIn(language);
  if (tables === undefined) return undefined;
  const words = tables.money;
  // A sign stands before or behind the digits without a space.
  const near = (source: string) => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'u');
  const currencies = Object.entries(words.currencies).map(([code, source]) => [code, near(source)] as const);
  const periods = Object.entries(words.periods).map(
    ([period, source]) => [period as MoneyPeriod, near(source)] as const,
  );
  const anyCurrency = Object.values(words.currencies).join('|');
  const coins = new RegExp(
    `(?<![\\d.])(\\d+) ?(?:(?:${anyCurrency})(?: ?(?:${tables.amounts.joint}))?| (?=\\d\\d$)) ?(\\d\\d)(?: ?(?:${words.cents}))?(?![\\d.])`,
    'u',
  );
  return {
    words,
    periodIn: (text: string) => periods.find(([, source]) => source.test(text))?.[0],
    currencyIn: (text: string) => currencies.find(([, source]) => source.test(text))?.[0],
    withoutPeriod: (text: string) =>
      periods.reduce((left, [, source]) => left.replace(source, ' '), text).replaceAll(/\s+/g, ' '),
    isFree: (text: string) => wholeWords(words.free).test(text),
    hasThousands: (text: string) =>
      new RegExp(`(?<!\\p{L})(?:${words.thousands})(?!\\p{L})`, 'u').test(valueText(text, language)) ||
      new RegExp(`(?:${words.thousands})(?!\\p{L})`, 'u').test(text),
    /** "Fifteen pounds fifty", "twenty-two fifty". */
    inCoins: (text: string) => {
      const [, whole, cents] = coins.exec(text) ?? [];
      return whole === undefined || cents === undefined || Number(whole) > 999
        ? undefined
        : { value: Number(`${whole}.${cents}`), isClear: true };
    },
  };
});
