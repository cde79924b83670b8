import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { digitsIn } from './spelled-text.ts';
import { hasWords, plainText, valueText, valueWordsIn, wholeWords, withTable } from './value-words.ts';

export interface Amount {
  readonly value: number;
  /** False: a range, or two numbers of which either may be meant. The value is then the lower, or the first. */
  readonly isClear: boolean;
  readonly note?: string;
}

export interface AmountHearing {
  readonly language: Language;
  /** What it counts, in the words of the question: "years". */
  readonly unit: string | undefined;
  readonly question: string;
  /** "Since 2015" counts up to this one. */
  readonly year: number;
}

const NUMBER = '\\d+(?:\\.\\d+)?';
const clear = (value: number): Amount => ({ value: Number(value.toPrecision(12)), isClear: true });
const unclear = (value: number, note: string): Amount => ({ value, isClear: false, note });

/** The number that was said; undefined when there is none, or none that counts what was asked for. */
export function readAmount(raw: string, hearing: AmountHearing): Amount | undefined {
  const grammar = grammarOf(hearing.language);
  if (grammar === undefined) return undefined;
  const spelled = digitsIn(raw, hearing.language);
  // "One two three four" is how a number is read out; "two three" is somebody who is not sure.
  if (spelled?.isNothingElse && spelled.count > 2 && !spelled.digits.startsWith('+'))
    return clear(Number(spelled.digits));
  return grammar.read(grammar.textOf(raw), hearing);
}

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
  const range = wholeWords(`(${NUMBER})(?: ?(?:${words.range}) |-|–)(?:\\p{L}+ )?(${NUMBER})`);
  const children = wholeWords(`(${NUMBER}|${words.article}) (?:\\p{L}+ )?(?:${words.children})`, 'g');
  const since = wholeWords(`(?:${words.since}) (?:\\p{L}+ )?((?:19|20)\\d\\d)`);
  const duration = wholeWords(
    `(?<part>${Object.keys(words.parts).join('|')}|${NUMBER}|${words.article}) ?(?<working>(?:${words.working}) )?(?<unit>${unitSource})(?<half> ${words.andHalf ?? '(?!)'})?`,
    'g',
  );
  const atTwoPlaces = wholeWords(
    `(${NUMBER}) (?:(?:${unitSource}) )?(?:${words.places}) \\p{L}[^,\\d]{0,40}(?:${words.joint}) (?:\\p{L}+ ){0,2}(${NUMBER}) (?:(?:${unitSource}) )?(?:${words.places}) \\p{L}+`,
  );
  const parts = Object.entries(words.parts).map(
    ([source, value]) => [wholeWords(`^(?:${source})$`), value] as const,
  );

  /** "Half a dozen". */
  const partsOfMultiples = Object.entries(words.parts).map(
    ([source, value]) => [new RegExp(`(?<!\\p{L})(?:${source}) ×(\\d+)`, 'gu'), value] as const,
  );

  function textOf(raw: string): string {
    let text = withTable(plainText(raw), words.sets);
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
      return {
        days,
        count: count + (groups.half === undefined ? 0 : 0.5),
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
    if (begun !== undefined && Number(begun) <= year) return clear(year - Number(begun));
    const bare = text.replaceAll(notAmounts, ' ').replaceAll(/\s+/g, ' ');
    if (hasWords(question, words.children)) {
      const counted = [...bare.matchAll(children)].map(([, count = '']) =>
        /^\d/.test(count) ? Number(count) : 1,
      );
      if (counted.length > 0) return clear(counted.reduce((sum, count) => sum + count));
    }
    const ends = range.exec(bare);
    if (ends !== null) return unclear(lowerEnd(Number(ends[1]), Number(ends[2])), 'a range');
    const places = asked === undefined ? null : atTwoPlaces.exec(bare);
    if (places !== null) return clear(Number(places[1]) + Number(places[2]));
    if (asked !== undefined) {
      const length = inUnit(bare, asked);
      if (length !== undefined) return length;
      // What was counted in another unit is no answer in this one.
      return counted(bare.replaceAll(duration, ' '), question);
    }
    return counted(bare, question);
  }

  function counted(text: string, question: string): Amount | undefined {
    const rest = text.replaceAll(none, ' ');
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

  return { read, textOf };
});

/** "Fifty to sixty thousand" begins at fifty thousand. */
function lowerEnd(low: number, high: number): number {
  if (low < 1000 && high >= 1000 && high % 1000 === 0 && low * 1000 <= high) return low * 1000;
  return Math.min(low, high);
}
