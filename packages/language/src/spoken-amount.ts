import { memoize, memoizeRecent, memoizeRecentBy } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { digitsIn } from './spelled-text.ts';
import { hasWords, plainText, valueText, valueWordsIn, wholeWords, withTable } from './value-words.ts';

export interface Amount {
  readonly value: number;
  /** False: a range, or two numbers of which either may be meant. The value is then the lower, or the first. */
  readonly isClear: boolean;
  readonly note?: string;
  /** A range that says hardly anything: "between one and ten". */
  readonly isWide?: true;
}

export interface AmountHearing {
  readonly language: Language;
  /** What it counts, in the words of the question: "years". */
  readonly unit: string | undefined;
  readonly question: string;
  /** "Since 2015" counts up to this one. */
  readonly year: number;
}

/** The unit of time that a question asks for: "years" of "How many years". */
export const timeUnitIn = (question: string, language: Language): string | undefined =>
  timeUnits(language)?.(question);

const timeUnits = memoize((language: Language) => {
  const words = valueWordsIn(language);
  if (words === undefined) return undefined;
  const periods = wholeWords(Object.values(words.money.periods).join('|'));
  const units = wholeWords(Object.keys(words.amounts.units).join('|'));
  // "How many miles a year" counts miles.
  return memoizeRecent((question) => units.exec(plainText(question).replace(periods, ' '))?.[0]);
});

const NUMBER = '\\d+(?:\\.\\d+)?';
const clear = (value: number): Amount => ({ value: Number(value.toPrecision(12)), isClear: true });
const unclear = (value: number, note: string): Amount => ({ value, isClear: false, note });

/** The number that was said; undefined when there is none, or none that counts what was asked for. */
export const readAmount: (raw: string, hearing: AmountHearing) => Amount | undefined = memoizeRecentBy(
  (raw, { language, unit = '', question, year }) => [language, year, unit, question, raw].join('\0'),
  amountIn,
);

function amountIn(raw: string, hearing: AmountHearing): Amount | undefined {
  const grammar = grammarOf(hearing.language);
  if (grammar === undefined) return undefined;
  const ofScale = grammar.onScale(plainText(raw), hearing.question);
  if (ofScale !== undefined) return clear(ofScale);
  const text = grammar.textOf(raw);
  const spelled = digitsIn(raw, hearing.language);
  // "One two three four" is how a number is read out; "two three" is somebody who is not sure, and "two thousand six
  // hundred" is one number.
  const isReadOut = spelled?.isNothingElse === true && !spelled.digits.startsWith('+') && !isOneNumber(text);
  if (isReadOut && spelled.count > 2) return clear(Number(spelled.digits));
  return grammar.read(text, hearing);
}

const isOneNumber = (text: string): boolean => text.match(/\d+(?:\.\d+)?/g)?.length === 1;

const grammarOf = memoize((language: Language) => {
  const tables = valueWordsIn(language);
  if (tables === undefined) return undefined;
  const words = tables.amounts;
  const unitSource = Object.keys(words.units).join('|');
  const units = Object.entries(words.units).map(
    ([source, days]) => [wholeWords(`^(?:${source})$`), days] as const,
  );
  const daysIn = (unit: string): number | undefined => units.find(([source]) => source.test(unit))?.[1];
  const none = wholeWords(words.none, 'g');
  const notAmounts = wholeWords(words.notAmounts, 'g');
  const ago = wholeWords(words.ago, 'g');
  const range = wholeWords(`(${NUMBER})(?: ?(?:${words.range}) |-|–)(?:\\p{L}+ )?(${NUMBER})`);
  const children = wholeWords(`(${NUMBER}|${words.article}) (?:\\p{L}+ )?(?:${words.children})`, 'g');
  const since = wholeWords(`(?:${words.since}) (?:\\p{L}+ ){0,3}?((?:19|20)\\d\\d)`);
  const yearsBetween = wholeWords(`((?:19|20)\\d\\d) (?:${words.range}) ((?:19|20)\\d\\d)`);
  const duration = wholeWords(
    `(?<part>${Object.keys(words.parts).join('|')}|${NUMBER}|${words.article}) ?(?:(?:${words.whole ?? '(?!)'}) )?(?<working>(?:${words.working}) )?(?<unit>${unitSource})(?<half> ${words.andHalf ?? '(?!)'})?(?: (?:(?:${words.joint}) )?(?<minutes>\\d{1,2})(?=$| ,))?`,
    'g',
  );
  const atTwoPlaces = wholeWords(
    `(${NUMBER}) (?:(?:${unitSource}) )?(?:${words.places}) \\p{L}[^,\\d]{0,40}(?:${words.joint}) (?:\\p{L}+ ){0,2}(${NUMBER}) (?:(?:${unitSource}) )?(?:${words.places}) \\p{L}+`,
  );
  const partOf = wholeWords(
    `^(?:\\p{L}+'?\\p{L}* ){0,2}?(?<count>\\d+|${words.article}) (?<kind>(?<noun>\\p{L}{2,})(?: \\p{L}+){0,3})$`,
  );
  const scale = new RegExp(`(?<!\\d)(\\d+)(?: ?(?:${words.range}) | ?[-–] ?)(\\d+)(?!\\d)`, 'u');
  const counting = /^(?:\p{L}+ ){0,2}(\d+)(?: \p{L}+)?$/u;
  const parts = Object.entries(words.parts).map(
    ([source, value]) => [wholeWords(`^(?:${source})$`), value] as const,
  );

  /** "Half a dozen". */
  const partsOfMultiples = Object.entries(words.parts).map(
    ([source, value]) => [new RegExp(`(?<!\\p{L})(?:${source}) ×(\\d+)`, 'gu'), value] as const,
  );

  /** Said as a range, so that the "und" of German numbers is not taken for the one between two of them. */
  const withRange = (plain: string): string =>
    words.between === undefined
      ? plain
      : plain.replace(wholeWords(words.between), (_, low: string) => `${low} ${words.range.split('|')[0]}`);

  function textOf(raw: string): string {
    // A full stop behind a word ends a sentence: "Fünf. Und …" is no fifth.
    const sentences = plainText(raw).replaceAll(/(?<=\p{L})[.!?]+(?=\s|$)/gu, ',');
    let text = withTable(withRange(sentences), words.sets);
    text = withTable(text, words.multiples, (value) => `×${value}`);
    for (const [source, value] of partsOfMultiples)
      text = text.replaceAll(source, (_, times: string) => String(value * Number(times)));
    return valueText(text, language)
      .replaceAll(/(\d+(?:\.\d+)?) ×(\d+)/g, (_, count: string, times: string) =>
        String(Number(count) * Number(times)),
      )
      .replaceAll(/×/g, '')
      .replaceAll(/\b(19|20)[ -](\d\d)\b/g, '$1$2');
  }

  /** Lengths of time, in the unit that was asked for. */
  function inUnit(text: string, asked: number): Amount | undefined {
    const found = [...text.matchAll(duration)].map(({ groups = {} }) => {
      const days = daysIn(groups.unit ?? '') ?? 0;
      const said = groups.part ?? '';
      const part = parts.find(([source]) => source.test(said))?.[1];
      const count = part ?? (/^\d/.test(said) ? Number(said) : 1);
      // "An hour and ten" ends in minutes.
      const minutes = days === AN_HOUR ? Number(groups.minutes ?? 0) : 0;
      return {
        days,
        count: count + (groups.half === undefined ? 0 : 0.5) + minutes / 60,
        isWorking: groups.working !== undefined,
      };
    });
    // "Give me a minute" is no time of years, and two days are no forty-eight hours of work.
    const fitting = found.filter(({ days }) => days < 1 === asked < 1);
    const [first, ...others] = fitting;
    if (first === undefined || fitting.some(({ isWorking }) => isWorking)) return undefined;
    const value = (of: typeof fitting): number =>
      Math.round((of.reduce((sum, { count, days }) => sum + count * days, 0) / asked) * 100) / 100;
    // "Two years and six months" is one length of time, "four years, well, five years" are two.
    const isOne = others.every(({ days }, index) => days < (fitting[index]?.days ?? 0));
    if (isOne) return clear(value(fitting));
    return wholeWords(words.corrects).test(text)
      ? clear(value(fitting.slice(-1)))
      : unclear(value([first]), 'two lengths of time');
  }

  function read(text: string, { unit, question, year }: AmountHearing): Amount | undefined {
    const asked = unit === undefined ? undefined : daysIn(plainText(unit));
    const isOfYears = asked === 365 || (unit === undefined && hasWords(question, tables?.questions.years));
    const begun = isOfYears ? since.exec(text)?.[1] : undefined;
    const between = isOfYears ? yearsBetween.exec(text) : null;
    if (between !== null) return clear(Number(between[2]) - Number(between[1]));
    if (begun !== undefined && Number(begun) <= year) return clear(year - Number(begun));
    const grown = isOfYears ? sinceAge(text) : undefined;
    if (grown !== undefined) return grown;
    const without = (source: RegExp, from: string): string =>
      from.replaceAll(source, ' ').replaceAll(/\s+/g, ' ');
    const withAgo = without(notAmounts, text);
    const bare = without(ago, withAgo);
    if (hasWords(question, words.children)) {
      const counted = [...bare.matchAll(children)].map(([, count = '']) =>
        /^\d/.test(count) ? Number(count) : 1,
      );
      if (counted.length > 0) return clear(counted.reduce((sum, count) => sum + count));
    }
    const ends = range.exec(bare);
    if (ends !== null) {
      const [low, high] = [lowerEnd(Number(ends[1]), Number(ends[2])), Number(ends[2])];
      return high > low * WIDE ? { ...unclear(low, 'a range'), isWide: true } : unclear(low, 'a range');
    }
    const places = asked === undefined ? null : atTwoPlaces.exec(bare);
    if (places !== null) return clear(Number(places[1]) + Number(places[2]));
    const sum = asked === undefined ? (personsIn(bare) ?? inParts(bare, question)) : undefined;
    if (sum !== undefined) return clear(sum);
    if (asked !== undefined) {
      const length = inUnit(bare, asked);
      if (length !== undefined) return length;
      // What was counted in another unit is no answer in this one.
      const other = counted(bare.replaceAll(duration, ' '), question);
      if (other !== undefined || hasWords(withAgo, words.ended)) return other;
      // "I started seven years ago" is seven years by now.
      return inUnit(withAgo, asked);
    }
    return counted(bare, question);
  }

  /** "Full marks" on a scale from one to ten. */
  function onScale(plain: string, question: string): number | undefined {
    const [, low, high] = scale.exec(valueText(question, language)) ?? [];
    if (low === undefined || high === undefined) return undefined;
    if (words.top !== undefined && wholeWords(words.top).test(plain)) return Number(high);
    return words.bottom !== undefined && wholeWords(words.bottom).test(plain) ? Number(low) : undefined;
  }

  /** "Me, my husband and the two kids": each of them is a person, or so many. */
  function personsIn(text: string): number | undefined {
    if (words.persons === undefined) return undefined;
    const parts = text
      .split(wholeWords(`(?:${words.joint})`))
      .flatMap((part) => part.split(','))
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
    let sum = 0;
    let persons = 0;
    for (const part of parts) {
      const count = counting.exec(part)?.[1];
      const isPerson = wholeWords(`^(?:${words.persons})$`).test(part);
      if (isPerson) persons += 1;
      if (!isPerson && count === undefined) return undefined;
      sum += isPerson ? 1 : Number(count);
    }
    return persons === 0 ? undefined : sum;
  }

  /** "Since I was twenty-one, and I am forty-one now". Without the second they have told nothing that can be counted. */
  function sinceAge(text: string): Amount | undefined {
    const then = wholeWords(words.sinceAge).exec(text)?.slice(1).find(Boolean);
    const now = wholeWords(words.ageNow).exec(text)?.[1];
    if (then === undefined || now === undefined || Number(now) <= Number(then)) return undefined;
    return clear(Number(now) - Number(then));
  }

  /** "Two upstairs and one down", "two drivers and a loader": counted one kind at a time, and nothing else. */
  function inParts(text: string, question: string): number | undefined {
    const parts = text.split(wholeWords(`(?:${words.joint})`)).flatMap((part) => part.split(','));
    if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
    const kinds = parts.map((part) => partOf.exec(part.trim())?.groups ?? {});
    if (!kinds.some(({ count = '' }) => /^\d/.test(count))) return undefined;
    if (kinds.some(({ noun }) => noun === undefined || daysIn(noun) !== undefined)) return undefined;
    // "Two dogs and a cat" are two dogs.
    const asked = plainText(question);
    const named = kinds.filter(({ kind = '' }) => kind.split(' ').some((word) => hasStem(asked, word)));
    return (named.length === 0 ? kinds : named).reduce(
      (sum, { count = '' }) => sum + (/^\d/.test(count) ? Number(count) : 1),
      0,
    );
  }

  function counted(text: string, question: string): Amount | undefined {
    const rest = text.replaceAll(none, (match, ...found) =>
      isBrief(text, found.at(-2) as number) ? ' ' : match,
    );
    const numbers = [...rest.matchAll(/(?<![\p{L}\d.,])-?\d+(?:\.\d+)?(?![\p{L}\d])/gu)];
    const [first, second] = numbers;
    if (first === undefined)
      return rest !== text || lacks(text, question)
        ? clear(0)
        : wholeWords(words.one).test(text)
          ? clear(1)
          : undefined;
    const isNegative = /(?:minus|negative) $/.test(rest.slice(0, first.index));
    if (second !== undefined) {
      const between = rest.slice(first.index + first[0].length, second.index);
      if (wholeWords(words.corrects).test(between)) return clear(Number(numbers.at(-1)?.[0]));
      if (wholeWords(words.another).test(between)) return unclear(Number(first[0]), 'two numbers');
    }
    return clear((isNegative ? -1 : 1) * Number(first[0]));
  }

  /** "No experience": none of what the question asks for. */
  function lacks(text: string, question: string): boolean {
    const lacked = wholeWords(`(?:${words.noneBefore}) (\\p{L}{4,})`).exec(text)?.[1];
    if (lacked === undefined) return false;
    const isChild = hasWords(question, words.children) && hasWords(lacked, words.children);
    return isChild || plainText(question).includes(lacked.slice(0, 5));
  }

  return { read, textOf, onScale };
});

const hasStem = (text: string, noun: string): boolean =>
  noun.length > 3 && text.split(/[^\p{L}]+/u).some((word) => word.startsWith(noun.slice(0, -1)));

/** In days, as the tables of units count. */
const AN_HOUR = 1 / 24;

/** From here on the lower end of a range stands for nothing. */
const WIDE = 2;

/** Nobody counts more kinds of a thing. */
const MOST_PARTS = 5;
const LONGEST_NONE = 7;

/** "None" counts in a few words; "nobody called me again after the interview" counts nothing. */
function isBrief(text: string, at: number): boolean {
  const clause = text.slice(text.lastIndexOf(',', at) + 1).split(',')[0] ?? '';
  return clause.trim().split(' ').length < LONGEST_NONE;
}

/** "Fifty to sixty thousand" begins at fifty thousand. */
function lowerEnd(low: number, high: number): number {
  if (low < 1000 && high >= 1000 && high % 1000 === 0 && low * 1000 <= high) return low * 1000;
  return Math.min(low, high);
}
