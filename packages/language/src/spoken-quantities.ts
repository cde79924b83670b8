import { memoize } from '@parley/kernel/memoize.ts';
import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { withDigits, withNumbers } from './spoken-number.ts';
import { plainText, type ValueWords, valueText, valueWordsIn, wholeWords } from './value-words.ts';

/** All that words count, for whoever has to tell whether a number can be meant by them. */
export interface Quantities {
  readonly counts: readonly number[];
  /** Lengths of time, in days. */
  readonly lengths: readonly number[];
  /** The numbers that count them: the three of "three weeks". */
  readonly ofTime: readonly number[];
  /** "A girl", "my wife": one each, which may have been added to the numbers. */
  readonly ones: number;
  /** Told apart by "and" and commas. */
  readonly parts: number;
  /** Nothing but numbers, units and what stands between them: no "nearly" and no "at most". */
  readonly isBare: boolean;
  /** It has halves or quarters. */
  readonly isBroken: boolean;
  /** It speaks of days, months or years. */
  readonly isTimed: boolean;
  /** It names a month or a day of the week. */
  readonly isDated: boolean;
  /** "Full marks". */
  readonly isOnScale: boolean;
  /** Whether the language has tables of what people say instead of a number. */
  readonly isKnown: boolean;
  /** It has a number of its own, not only one within a word, and no mere "next week". */
  readonly isDefinite: boolean;
}

export function quantitiesIn(words: string, language: Language): Quantities {
  const text = words.slice(0, LONGEST_TEXT);
  return grammarOf(language)?.(text) ?? byNumbersAlone(text, language);
}

const LONGEST_TEXT = 1000;

/** Where no more is known of a language than its numbers, or not even these. */
function byNumbersAlone(words: string, language: Language): Quantities {
  const text = withNumbers(plainText(words), language);
  const numbers = numbersIn(text, words);
  // "Un" is an article.
  const isArticle = !/\d/.test(words) && numbers.every((number) => number === 1);
  return {
    counts: isArticle ? [] : numbers,
    lengths: [],
    ofTime: [],
    ones: 1,
    parts: 0,
    isBare: !/\p{L}/u.test(text),
    isBroken: true,
    isTimed: true,
    isDated: false,
    isOnScale: false,
    isKnown: false,
    isDefinite: !isArticle,
  };
}

/** "1.500" may be written either way. */
const numbersIn = (text: string, written = ''): number[] => [
  ...new Set([
    ...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
    ...(written.match(GROUPED) ?? []).map((digits) => Number(digits.replaceAll(/\D/g, ''))),
  ]),
];
const GROUPED = /(?<![\d.,])\d{1,3}(?:[.,'’ ]\d{3})+(?!\d)/g;

const grammarOf = memoize((language: Language) => {
  const tables = valueWordsIn(language);
  return tables === undefined ? undefined : compile(tables, language);
});

function compile({ amounts, clock, dates, money }: ValueWords, language: Language) {
  const any = (...sources: (string | undefined)[]): RegExp =>
    wholeWords(sources.filter((source) => source !== undefined).join('|'), 'g');
  const unit = Object.keys(amounts.units).join('|');
  const parts = Object.keys(amounts.parts).join('|');
  const inDays = Object.entries(amounts.units).map(
    ([source, days]) => [wholeWords(`^(?:${source})$`), days] as const,
  );
  const partsOf = Object.entries(amounts.parts).map(
    ([source, value]) => [wholeWords(`^(?:${source})$`), value] as const,
  );
  const length = wholeWords(
    `(?:(?<count>${parts}|\\d+(?:\\.\\d+)?|${amounts.article}) ?(?:(?!(?:${parts}) )\\p{L}+ )?)?(?<unit>${unit})`,
    'g',
  );
  const ones = any(`(?!1)(?:${amounts.article})`, amounts.persons);
  const betweenNumbers = any(
    unit,
    amounts.article,
    amounts.joint,
    amounts.range,
    ...Object.values(money.periods),
    ...Object.values(money.currencies),
  );
  // "Stündchen", "Monatsfrist", "Jahrhundert": where words are put together, a unit may be a piece of one.
  const stems = Object.keys(amounts.units).flatMap((source) => /^\p{L}{4,5}/u.exec(source)?.[0] ?? []);
  const ofUnit = countingIn(language) === undefined ? undefined : `\\p{L}*(?:${stems.join('|')})\\p{L}*`;
  const timed = any(ofUnit, unit, amounts.since, dates.vague, ...dates.months, ...dates.weekdays);
  const dated = any(...dates.months, ...dates.weekdays);
  const ofScale = any(amounts.top, amounts.bottom);
  // Also within a word: "eineinviertel".
  const broken = new RegExp(`${clock.half}|${clock.quarter}|${Object.keys(amounts.parts).join('|')}`, 'u');
  const joint = wholeWords(amounts.joint, 'g');
  // So that the "und" of German numbers is not taken for the one between two of them.
  const between = wholeWords(amounts.between ?? '(?!)');
  const thousands = wholeWords(money.thousands);
  const instead = [amounts.sets, amounts.multiples, money.notes].flatMap((table) => Object.entries(table));

  return (words: string): Quantities => {
    const plain = plainText(words)
      .replaceAll(/(?<=\p{L})[.!?]+(?=\s|$)/gu, ',')
      .replace(between, (_, least: string) => `${least} ,`)
      .replaceAll(PLURAL_TENS, '$1y');
    const text = valueText(plain, language, { ordinals: 'all' });
    const has = (source: RegExp): boolean => plain.search(source) >= 0 || text.search(source) >= 0;
    const inWords = numbersIn(text, words);
    const spoken = text.split(/[^\p{L}]+/u);
    const inCompounds =
      spoken.length > MOST_WORDS ? [] : spoken.flatMap((word) => numbersWithin(word, language));
    // "A grand".
    const inThousands = inWords.length === 0 && has(thousands) ? [1] : [];
    const said = [...inWords, ...inCompounds, ...inThousands];
    const named = instead.flatMap(([source, value]) => (has(wholeWords(source)) ? [value] : []));
    // "Half a dozen", "two dozen".
    const times = named.flatMap((one) =>
      [...said, ...(has(broken) ? [0.5] : [])].map((count) => count * one),
    );
    const inEnglish = language === 'EN' ? [] : numbersIn(withDigits(plain));
    const found = [...text.matchAll(length)].map(({ groups = {} }) => groups);
    return {
      counts: [...new Set([...said, ...named, ...times, ...inEnglish])],
      lengths: found.map(({ unit = '', count = '1' }) => {
        const days = inDays.find(([source]) => source.test(unit))?.[1] ?? 0;
        const part = partsOf.find(([source]) => source.test(count))?.[1];
        return days * (part ?? (/^\d/.test(count) ? Number(count) : 1));
      }),
      ofTime: found.map(({ count }) => Number(count)).filter(Number.isInteger),
      ones: text.match(ones)?.length ?? 0,
      parts: plain
        .replaceAll(joint, ',')
        .split(',')
        .filter((part) => /\p{L}/u.test(part)).length,
      isBare: !/\p{L}/u.test(text.replaceAll(/\d+(?:st|nd|rd|th)/g, ' ').replaceAll(betweenNumbers, ' ')),
      isBroken: has(broken),
      isTimed: has(timed),
      isDated: has(dated),
      isOnScale: has(ofScale),
      isKnown: true,
      isDefinite:
        [...inWords, ...named, ...inEnglish].length > 0 || found.some(({ count }) => count !== undefined),
    };
  };
}

/** "In my forties", "the nineties". */
const PLURAL_TENS = /\b(\w+t)ies\b/g;
/** Each long word is looked at letter by letter: of a long speech that takes too long. */
const MOST_WORDS = 40;
const SHORTEST_COMPOUND = 6;
const LONGEST_COMPOUND = 40;
const SHORTEST_NUMBER = 3;

/** The numbers that a long word begins or ends with: "Vierzimmerwohnung", "zwanzigsten", "zwofünf", "Viertelmillion". */
function numbersWithin(word: string, language: Language): number[] {
  const counting = countingIn(language);
  if (counting === undefined || word.length < SHORTEST_COMPOUND || word.length > LONGEST_COMPOUND) return [];
  const numberIn = (text: string): number[] => {
    const digits = counting.withDigits(text);
    return /^\d+(?:\.\d+)?$/.test(digits) ? [Number(digits)] : [];
  };
  for (let length = word.length - 1; length >= SHORTEST_NUMBER; length -= 1) {
    const first = numberIn(word.slice(0, length));
    if (first.length > 0) return [...first, ...numberIn(word.slice(length))];
  }
  for (let start = 1; start <= word.length - SHORTEST_LAST; start += 1) {
    const last = numberIn(word.slice(start));
    if (last.length > 0) return last;
  }
  return [];
}

const SHORTEST_LAST = 5;
