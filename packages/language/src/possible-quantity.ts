import type { Language } from './language.ts';
import { writing } from './locale-tables.ts';
import { wordCount } from './speech.ts';
import { type MoneyPeriod, moneyTermsIn } from './spoken-money.ts';
import { type Quantities, quantitiesIn } from './spoken-quantities.ts';
import { plainText, valueWordsIn, wholeWords } from './value-words.ts';

/**
 * Whether words can mean a value that somebody else has made of them. `calculated`: they can by a calculation, such as
 * an age by a year of birth. `unknown`: the tables do not tell, and that is no reason to doubt the value.
 */
export type Meaning = 'said' | 'calculated' | 'unknown' | 'impossible';

export interface QuantityHearing {
  readonly language: Language;
  /** The unit that was asked for, such as "weeks". */
  readonly unit?: string | undefined;
  /** Of an amount of money; with the period that was asked for. */
  readonly money?: { readonly period?: MoneyPeriod | undefined } | undefined;
  readonly question: string;
  /** In which it was said: for ages and "since 2015". */
  readonly year: number;
}

/** Whether a quotation can mean a number. */
export function quantityMeaning(value: number, quote: string, asked: QuantityHearing): Meaning {
  const hearing = { ...asked, money: asked.money ?? likelyMoney(quote, asked) };
  const quantities = quantitiesIn(quote, hearing.language);
  const { counts, lengths, parts, isKnown, isOnScale, isDefinite } = quantities;
  const wanted = Math.abs(value);
  if (counts.length > MOST_NUMBERS) return 'unknown';
  const isUncounted = counts.length + lengths.length === 0;
  if (isOnScale && ENDS_OF_SCALES.includes(wanted)) return 'unknown';
  // None, one of each, him and his sister: these few come in too many words. "Until August" are some months.
  if (isUncounted && (!isKnown || wanted < FEWEST_IN_NUMBERS || quantities.isTimed)) return 'unknown';
  const said = isUncounted ? [] : saidIn(quantities, hearing);
  if (said.some((number) => isNear(wanted, number, ROUNDED))) return 'said';
  if (isBetween(wanted, quantities, quote, hearing) || isAbout(wanted, said, quantities)) return 'said';
  if (parts === wanted || isCalculated(wanted, quantities, quote, hearing))
    return isKnown ? 'calculated' : 'unknown';
  // "Since the first of May."
  if (quantities.isDated && daysOf(hearing) !== undefined) return 'unknown';
  if (isUncounted && isNamed(quote, hearing.language)) return 'calculated';
  return isDefinite || isUncounted ? 'impossible' : 'unknown';
}

/** "How high is your bill?" – "Twelve hundred a year": whoever names a currency or a period speaks of money, or of as much. */
function likelyMoney(quote: string, { language, question, unit }: QuantityHearing): QuantityHearing['money'] {
  const asked = moneyTermsIn(question, language);
  const said = moneyTermsIn(quote, language);
  const isNamed = [asked, said].some(
    ({ currency, period }) => currency !== undefined || period !== undefined,
  );
  return unit === undefined && isNamed ? { period: asked.period } : undefined;
}

const FEWEST_IN_NUMBERS = 4;
const NAME_WORDS = 3;

/** "A quarter", "a pony": what is no number may be one by another name. */
const isNamed = (quote: string, language: Language): boolean =>
  wordCount(plainText(quote)) <= NAME_WORDS &&
  wholeWords(valueWordsIn(language)?.amounts.article ?? '(?!)').test(plainText(quote));
/** "Full marks." */
const ENDS_OF_SCALES = [5, 6, 10, 100];
/** More than anybody answers with; each of them multiplies what can be calculated. */
const MOST_NUMBERS = 8;

/** The numbers that are said, with their sum, in the unit that was asked for. */
function saidIn(quantities: Quantities, hearing: QuantityHearing): number[] {
  const { counts, lengths, ones } = quantities;
  const sum = total(counts);
  // "Two boys and a girl".
  const whole = [...counts, ...Array.from({ length: ones + 1 }, (_, more) => sum + more)];
  const all = [...whole, ...fractionsOf(whole, quantities)];
  if (writing[hearing.language].spaces === 'none')
    all.push(...counts.flatMap((number) => MYRIADS.map((times) => number * times)));
  if (hearing.money !== undefined) return [...all, ...inMoney(counts, quantities)];
  const times = [...lengths, total(lengths)].flatMap((length) => inUnits(length, quantities, hearing));
  return [...all, ...readOut(counts), ...times];
}

/** "Five to ten", also of thousands. */
function isBetween(
  value: number,
  { counts }: Quantities,
  quote: string,
  { language, money }: QuantityHearing,
): boolean {
  if (counts.length < 2 || !hasRange(quote, language)) return false;
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return [1, ...(money === undefined ? [] : [1e3])].some(
    (times) => value > least * times && value < most * times,
  );
}

/** "Nearly twenty", "a few hundred"; not where nothing stands beside the number. */
function isAbout(value: number, said: readonly number[], { counts, isBare }: Quantities): boolean {
  if (isBare) return false;
  if (counts.some((count) => SCALES.includes(count) && value > count && value < 10 * count)) return true;
  return said.some((number) => Math.abs(value - number) <= Math.max(1, number * HEDGED));
}

/** "3万" */
const MYRIADS = [1e4, 1e8];
const SCALES = [100, 1e3, 1e6];
const ROUNDED = 0.005;
/** How far "nearly", "at most" and "coming up to" may be from the number behind them. */
const HEDGED = 0.2;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const isNear = (value: number, number: number, share: number): boolean =>
  Math.abs(value - number) <= Math.max(ROUNDED, number * share);

const fractionsOf = (numbers: readonly number[], { isBroken }: Quantities): number[] =>
  isBroken
    ? numbers.flatMap((number) => [0.25, 0.5, 0.75].flatMap((part) => [number + part, number * part]))
    : [];

const hasRange = (quote: string, language: Language): boolean => {
  const range = valueWordsIn(language)?.amounts.range;
  return range === undefined || wholeWords(range).test(plainText(quote)) || /\d ?[-–] ?\d/.test(quote);
};

/** In the unit that was asked for, else in any: three months are twelve weeks as well as thirteen, and a week has five days of work. */
function inUnits(length: number, quantities: Quantities, hearing: QuantityHearing): number[] {
  const days = daysOf(hearing);
  if (days === undefined)
    return PLAIN_UNITS.flatMap((each) => {
      const count = length / each;
      return [count, Math.floor(count), Math.ceil(count), (count * 28 * 12) / 365, Math.round(2 * count) / 2];
    });
  const exact = length / days;
  const counts = [
    exact,
    Math.floor(exact),
    Math.ceil(exact),
    (exact * 28 * 12) / 365,
    (exact * 5) / 7,
    Math.round(2 * exact) / 2,
  ];
  const broken = quantities.isBroken
    ? [0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2, 3].map((times) => exact * times)
    : [];
  // "An hour and ten" ends in minutes.
  const further = quantities.counts
    .filter((count) => !quantities.ofTime.includes(count))
    .flatMap((count) => [exact + count, exact + count / 60]);
  return [...counts, ...broken, ...further];
}

/** The unit that was asked for, in days. */
function daysOf({ language, unit }: QuantityHearing): number | undefined {
  const units = Object.entries(valueWordsIn(language)?.amounts.units ?? {});
  const asked = plainText(unit ?? '');
  return units.find(([source]) => wholeWords(`^(?:${source})$`).test(asked))?.[1];
}

/** In days: a minute, an hour, a day, a week, a month and a year. */
const PLAIN_UNITS = [1 / 1440, 1 / 24, 1, 7, 365 / 12, 365];

/** "One two three four", "nineteen eighty". */
function readOut(counts: readonly number[]): number[] {
  const digits = counts.join('');
  return digits.length > LONGEST_READ_OUT || /\D/.test(digits) ? [] : [Number(digits)];
}

const LONGEST_READ_OUT = 12;

/** "Forty-five" are thousands; "twelve fifty", "one forty", and "thirty-two five" of thousands. */
function inMoney(counts: readonly number[], quantities: Quantities): number[] {
  const pairs = counts.flatMap((one, at) => counts.slice(at + 1).map((other) => [one, other] as const));
  return [
    ...counts,
    ...fractionsOf(counts, quantities),
    ...pairs.flatMap(([one, other]) => [
      one + other / 100,
      one + other / 10,
      one * 100 + other,
      one * 1e3 + other,
    ]),
    ...counts.map((cents) => cents / 100),
  ].flatMap((number) => [number, number * 1e3, number * 1e6]);
}

function isCalculated(
  value: number,
  quantities: Quantities,
  quote: string,
  hearing: QuantityHearing,
): boolean {
  const { counts, lengths } = quantities;
  const isOf = (number: number): boolean => isNear(value, number, 0);
  if (sums(counts).some(isOf)) return true;
  const pairs = counts.flatMap((one, at) => counts.slice(at + 1).map((other) => [one, other] as const));
  if (
    pairs.some(
      ([one, other]) =>
        isOf(Math.abs(one - other)) || isOf(one * other) || isOf(other / one) || isOf(one / other),
    )
  )
    return true;
  if (hearing.money !== undefined) return isConverted(value, quantities, quote, hearing);
  // "Forty-five", of a salary that the question does not call so.
  if (hearing.unit === undefined && counts.some((count) => count >= 10 && count * 1e3 === value)) return true;
  if (sums(lengths).some((length) => inUnits(length, quantities, hearing).some(isOf))) return true;
  if (
    isInOtherUnit(quantities, quote, hearing) &&
    counts.some((count) => CALENDAR.some((times) => isOf(count * times)))
  )
    return true;
  return counts
    .flatMap((count) => yearsOf(count, quantities))
    .some((year) => {
      const passed = hearing.year - year;
      if (year <= 1900 || passed < 0) return false;
      // Since a year, in months or weeks.
      const [least, most] = [Math.max(0, passed - 1) * 365, (passed + 1) * 365];
      const days = daysOf(hearing);
      return (
        Math.abs(passed - value) <= 1 || (days !== undefined && value * days >= least && value * days <= most)
      );
    });
}

/** "Born in fifty-eight", "since fifteen". */
const yearsOf = (count: number, { isTimed, lengths }: Quantities): number[] => [
  count,
  ...(count > OLDEST_DAY && count < 100 ? [1900 + count] : []),
  ...(count <= OLDEST_DAY && isTimed && lengths.length === 0 ? [2000 + count] : []),
];

const OLDEST_DAY = 31;
/** "Twice a day" in a week; three weeks in days. */
const CALENDAR = [2, 3, 4, 5, 7, 12, 24, 30, 52, 60];

/** It may count something else than was asked for: "two hours a day". Where no units are known, unless it names what was asked. */
function isInOtherUnit(
  { isKnown }: Quantities,
  quote: string,
  { language, question }: QuantityHearing,
): boolean {
  if (isKnown) return moneyTermsIn(quote, language).period !== undefined;
  const asked = new Set(plainText(question).match(LONG_WORD) ?? []);
  return !(plainText(quote).match(LONG_WORD) ?? []).some((word) => asked.has(word));
}

const LONG_WORD = /\p{L}{3,}/gu;

/** Of some of them. */
function sums(numbers: readonly number[]): number[] {
  let found: number[] = [];
  for (const number of numbers.slice(0, MOST_NUMBERS))
    found = [...found, number, ...found.map((sum) => sum + number)];
  return found;
}

/** How often each comes in a year, for people who work less or more. */
const timesAYear = {
  hour: [700, 2300],
  day: [150, 365],
  week: [44, 53],
  month: [12, 14],
  year: [1, 1],
} as const;

const periods = ['hour', 'day', 'week', 'month', 'year'] as const;
const DAYS_IN = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;
const ROUNDED_PERIOD = 0.05;

/** An amount for another period than was asked for; where none was asked for, in any. */
function isConverted(
  value: number,
  { counts, lengths, isBroken }: Quantities,
  quote: string,
  { money, language }: QuantityHearing,
): boolean {
  // Each half of a year, or each quarter.
  if (isBroken && counts.some((count) => [2, 4].some((times) => isNear(value, count * times, 0))))
    return true;
  const said = moneyTermsIn(quote, language).period;
  const amounts = inMoney(counts, { isBroken: true } as Quantities);
  return (money?.period === undefined ? periods : [money.period]).some((asked) => {
    // "A hundred every two months."
    const isOver = (days: number): boolean =>
      counts.some((count) => isNear(value, (count * DAYS_IN[asked]) / days, ROUNDED_PERIOD));
    const unsaid = money?.period === undefined ? undefined : UNSAID[asked];
    const from = said ?? unsaid?.period;
    if (lengths.some(isOver)) return true;
    if (from === undefined) return false;
    const isLikely = (amount: number): boolean =>
      said !== undefined || (unsaid !== undefined && amount >= unsaid.from && amount <= unsaid.to);
    const [least, most] = [
      timesAYear[from][0] / timesAYear[asked][1],
      timesAYear[from][1] / timesAYear[asked][0],
    ];
    return amounts.some(
      (amount) => isLikely(amount) && value >= amount * least * 0.99 && value <= amount * most * 1.01,
    );
  });
}

/** Two thousand are the pay of a month, and thirty thousand that of a year, whatever was asked for. */
const UNSAID: Readonly<
  Partial<Record<MoneyPeriod, { readonly period: MoneyPeriod; readonly from: number; readonly to: number }>>
> = {
  year: { period: 'month', from: 400, to: 10_000 },
  month: { period: 'year', from: 12_000, to: 1e6 },
};
