import type { Language } from '@parley/language/language.ts';
import { isWordBound, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { readNumber, withNumbers } from '@parley/language/spoken-number.ts';
import { analysisTables } from './analysis-tables.ts';

/** A bound that a text puts on a number, such as "at least 5 years" or "between 2 and 4". */
export interface Limit {
  readonly kind: 'least' | 'most' | 'range' | 'about';
  readonly low: number;
  readonly high: number;
  /** "More than 20" leaves 20 out. */
  readonly isStrict: boolean;
}

type Bound = 'atLeast' | 'atMost' | 'lessThan' | 'moreThan' | 'to';

const phrasesOf = (bound: Bound, languages: readonly Language[]): string =>
  languages.flatMap((language) => analysisTables[language].limits?.[bound] ?? []).join('|');

/** Of all languages: a posting is often written in another than the call is held in. */
const patterns = ofAllLanguages((languages) => {
  const words = (bound: Bound): RegExp =>
    new RegExp(`(?<!\\p{L})(?:${phrasesOf(bound, languages.filter(isWordBound))})(?!\\p{L})`, 'iu');
  const unspaced = languages.filter((language) => !isWordBound(language));
  return {
    moreThan: words('moreThan'),
    atLeast: words('atLeast'),
    lessThan: words('lessThan'),
    atMost: words('atMost'),
    unspaced: [
      [new RegExp(`${phrasesOf('atLeast', unspaced)}|\\d\\s*\\+`, 'u'), 'least'],
      [new RegExp(phrasesOf('atMost', unspaced), 'u'), 'most'],
    ] as const,
    phrases: new RegExp(
      `(?<!\\p{L})(?:${(['atLeast', 'atMost', 'lessThan', 'moreThan'] as const).map((bound) => phrasesOf(bound, languages.filter(isWordBound))).join('|')})(?!\\p{L})`,
      'giu',
    ),
    // From the first digit of a number only: tried from each of them, an ideal answer of 20,000 digits took 4 s.
    range: new RegExp(
      `(?<!\\d)(\\d+(?:\\.\\d+)?)\\s*(?:${phrasesOf('to', languages)}|-|–|—|~)\\s*(\\d+(?:\\.\\d+)?)`,
      'iu',
    ),
  };
});

/** Undefined when the text names no number. */
export function limitIn(text: string, language: Language): Limit | undefined {
  const digits = withNumbers(text.replaceAll(/(\d)\.(?=\d{3}(?!\d))/g, '$1'), language);
  const { atLeast, atMost, lessThan, moreThan, unspaced, range: between } = patterns();
  const range = between.exec(digits);
  if (range !== null) {
    const [low, high] = [Number(range[1]), Number(range[2])].sort((one, other) => one - other) as [
      number,
      number,
    ];
    return { kind: 'range', low, high, isStrict: false };
  }
  const number = readNumber(digits, language);
  if (number === undefined) return undefined;
  const limit = (kind: Limit['kind'], isStrict = false): Limit => ({
    kind,
    low: number,
    high: number,
    isStrict,
  });
  if (atMost.test(text)) return limit('most');
  if (atLeast.test(text)) return limit('least');
  if (lessThan.test(text)) return limit('most', true);
  if (moreThan.test(text)) return limit('least', true);
  return limit(unspaced.find(([pattern]) => pattern.test(text))?.[1] ?? 'about');
}

/** The parts of a text that put a bound on a number, as they stand there. */
export function limitSpans(text: string, language: Language): string[] {
  const { phrases, range } = patterns();
  const between = range.exec(withNumbers(text, language))?.[0];
  return [...(between === undefined ? [] : [between]), ...(text.match(phrases) ?? [])].sort(
    (one, other) => other.length - one.length,
  );
}

export function isKeptBy(value: number, { kind, low, high, isStrict }: Limit): boolean {
  if (isStrict && value === low) return false;
  return (kind === 'most' || value >= low) && (kind === 'least' || value <= high);
}

/** How near a number comes to what is wanted, from 0 to 1: four of five years are worth four fifths. */
export function nearness(value: number, limit: Limit): number {
  if (isKeptBy(value, limit)) return 1;
  const bound = value < limit.low || limit.kind === 'least' ? limit.low : limit.high;
  if (value === bound) return JUST_MISSED;
  const [less, more] = [Math.min(value, bound), Math.max(value, bound)];
  return more <= 0 || less < 0 ? 0 : less / more;
}

const JUST_MISSED = 0.95;
