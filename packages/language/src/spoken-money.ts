import { memoize } from '@parley/kernel/memoize.ts';
import { digitWordsIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { readAmount } from './spoken-amount.ts';
import {
  hasWords,
  plainText,
  type ValueWords,
  valueText,
  valueWordsIn,
  wholeWords,
  withTable,
} from './value-words.ts';

export type MoneyPeriod = keyof ValueWords['money']['periods'];

export interface MoneyHearing {
  readonly language: Language;
  readonly currency: string | undefined;
  readonly period: MoneyPeriod | undefined;
  /** Pay is told in thousands, a bill is not. */
  readonly question?: string;
}

export interface Money {
  /** In the currency and period asked for; as text, with what was said, when it is in others. */
  readonly value: number | string;
  readonly isClear: boolean;
  readonly note?: string;
}

/** A month or a year is paid in thousands: "forty-five" may be 45,000, and nobody knows. */
const LEAST_OF_LONG_PERIODS = 200;

/** Said without "thousand": "forty-five" a year, and "three and a half" a month; fifteen a month may be an hour's pay. */
const thousands = {
  year: { from: 10, below: LEAST_OF_LONG_PERIODS },
  month: { from: 1, below: 10 },
} as const;

/** How often each comes in a year. Hours and days depend on the contract. */
const timesAYear: Readonly<Partial<Record<MoneyPeriod, number>>> = { week: 52, month: 12, year: 1 };

function ratioOf(said: MoneyPeriod | undefined, asked: MoneyPeriod | undefined): number | undefined {
  const [from, to] = [said, asked].map((period) => (period === undefined ? undefined : timesAYear[period]));
  return from === undefined || to === undefined ? undefined : from / to;
}

export function readMoney(raw: string, hearing: MoneyHearing): Money | undefined {
  const grammar = grammarOf(hearing.language);
  if (grammar === undefined) return undefined;
  // "I have 29 now, I would want 31": of several amounts the wanted one is asked for.
  const parts = raw.split(/[,.;!?]+(?=\s|$)/).filter((part) => /\p{L}|\d/u.test(part));
  const wanted =
    grammar.words.wanted === undefined ? [] : parts.filter((part) => hasWords(part, grammar.words.wanted));
  const [only] = wanted;
  if (parts.length > 1 && wanted.length === 1 && only !== undefined) {
    const read = readMoney(only, hearing);
    const isMore = parts.some((part) => part !== only && readMoney(part, hearing) !== undefined);
    if (read !== undefined && isMore) return read;
  }
  const { language } = hearing;
  const spoken = withTable(plainText(raw), grammar.words.notes);
  const period = grammar.periodIn(spoken);
  const currency = grammar.currencyIn(spoken);
  const isPay = hasWords(hearing.question ?? '', grammar.pay);
  const isLong = hearing.period === 'month' || hearing.period === 'year';
  const said = grammar.withoutPeriod(spoken);
  const text = isPay && isLong && currency === undefined ? grammar.withHundreds(said) : said;
  const amount =
    grammar.inCoins(valueText(text, language), isLong && currency === undefined) ??
    readAmount(text, { language, unit: undefined, question: '', year: 0 }) ??
    (grammar.isFree(spoken) ? { value: 0, isClear: true } : undefined);
  if (amount === undefined) return undefined;
  const isShortened =
    isLong &&
    isPay &&
    period !== 'week' &&
    amount.value > 0 &&
    amount.value < LEAST_OF_LONG_PERIODS &&
    currency === undefined &&
    !grammar.hasThousands(spoken);
  const { isClear } = amount;
  const paid = period ?? hearing.period;
  const bounds = paid === 'year' || paid === 'month' ? thousands[paid] : undefined;
  const isInThousands =
    isShortened && bounds !== undefined && amount.value >= bounds.from && amount.value < bounds.below;
  const value = isInThousands ? amount.value * 1000 : amount.value;
  const isForeign = currency !== undefined && hearing.currency !== undefined && currency !== hearing.currency;
  const isOtherPeriod = period !== undefined && hearing.period !== undefined && period !== hearing.period;
  const ratio = isOtherPeriod ? ratioOf(period, hearing.period) : undefined;
  if (ratio !== undefined && !isForeign && isClear)
    return { value: Math.round(value * ratio * 100) / 100, isClear: false, note: 'another period' };
  if (isForeign || isOtherPeriod) {
    const terms = [value, currency ?? hearing.currency, period === undefined ? undefined : `per ${period}`];
    return {
      value: terms.filter((part) => part !== undefined).join(' '),
      isClear: false,
      note: isForeign ? 'another currency' : 'another period',
    };
  }
  if (isInThousands) return { value, isClear: false, note: 'in thousands' };
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
  const digits = digitWordsIn(language).join('|');
  const digitPair = digits === '' ? undefined : wholeWords(`(${digits})(${digits})`, 'g');
  return {
    words,
    pay: words.pay,
    periodIn: (text: string) => periods.find(([, source]) => source.test(text))?.[0],
    currencyIn: (text: string) => currencies.find(([, source]) => source.test(text))?.[0],
    withoutPeriod: (text: string) =>
      periods.reduce((left, [, source]) => left.replace(source, ' '), text).replaceAll(/\s+/g, ' '),
    isFree: (text: string) => wholeWords(words.free).test(text),
    hasThousands: (text: string) =>
      new RegExp(`(?<!\\p{L})(?:${words.thousands})(?!\\p{L})`, 'u').test(valueText(text, language)) ||
      new RegExp(`(?:${words.thousands})(?!\\p{L})`, 'u').test(text),
    /** "Fifteen pounds fifty", "twenty-two fifty"; of a month or a year, "one forty" are hundreds. */
    inCoins: (text: string, isLong: boolean) => {
      const [, whole, cents] = coins.exec(text) ?? [];
      if (whole === undefined || cents === undefined || Number(whole) > 999) return undefined;
      const isHundreds = isLong && Number(whole) > 0 && Number(whole) < 10;
      return { value: Number(isHundreds ? `${whole}${cents}` : `${whole}.${cents}`), isClear: true };
    },
    /** Thousands and hundreds, by their digits alone: "thirty-two five", and "dreifünf" in one word. */
    withHundreds: (text: string) =>
      valueText(digitPair === undefined ? text : text.replaceAll(digitPair, '$1 $2'), language).replaceAll(
        /(?<![\d.] ?)(\d{1,2}) (\d)(?: (\d\d))?(?![\d.]| \d)/g,
        (_, whole: string, hundreds: string, rest = '') => `${whole}.${hundreds}${rest}`,
      ),
  };
});
