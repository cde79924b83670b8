import type { Language } from '@parley/language/language.ts';
import { readNumber, withNumbers } from '@parley/language/spoken-number.ts';

/** A bound that a text puts on a number, such as "at least 5 years" or "between 2 and 4". */
export interface Limit {
  readonly kind: 'least' | 'most' | 'range' | 'about';
  readonly low: number;
  readonly high: number;
  /** "More than 20" leaves 20 out. */
  readonly isStrict: boolean;
}

const words = (phrases: string): RegExp => new RegExp(`(?<!\\p{L})(?:${phrases})(?!\\p{L})`, 'iu');

const STRICTLY_MORE = words(
  'more than|over|above|mehr als|über|plus de|más de|mais de|più di|meer dan|ponad|więcej niż',
);
const AT_LEAST = words(
  'at least|minimum(?: of)?|min\\.?|no less than|not less than|from|or more|or above|upwards|mindestens|ab|au moins|minimum|al menos|como mínimo|mínimo|pelo menos|no mínimo|almeno|minstens|co najmniej|alespoň|aspoň|legalább|cel puțin|поне|barem|najmanje|vsaj|барем|щонайменше|не менше|не менее|минимум|как минимум|τουλάχιστον|en az|minst|mindst|vähintään|vähemalt|vismaz|bent',
);
const STRICTLY_LESS = words(
  'less than|under|below|fewer than|weniger als|unter|moins de|menos de|meno di|minder dan',
);
const AT_MOST = words(
  'at most|up to|maximum(?: of)?|max\\.?|no more than|not more than|or less|or below|höchstens|bis zu|maximal|au plus|au maximum|como máximo|a lo sumo|hasta|no máximo|até|al massimo|fino a|hoogstens|maximaal|tot|co najwyżej|do|nejvýše|legfeljebb|cel mult|най-много|najviše|največ|не більше|не более|до|το πολύ|en fazla|högst|högst|højst|høyst|enintään|kõige rohkem|ne vairāk|ne daugiau',
);
const UNSPACED: readonly (readonly [RegExp, Limit['kind']])[] = [
  [/至少|最少|不少于|以上|少なくとも|最低|적어도|최소|이상|على الأقل|لا يقل|לפחות|\d\s*\+/u, 'least'],
  [/最多|不超过|以内|以下|多くとも|最大|최대|이하|على الأكثر|لا يزيد|לכל היותר/u, 'most'],
];
const RANGE = /(\d+(?:\.\d+)?)\s*(?:to|and|bis|und|à|et|a|y|e|-|–|—|至|到|~)\s*(\d+(?:\.\d+)?)/iu;

/** Undefined when the text names no number. */
export function limitIn(text: string, language: Language): Limit | undefined {
  const digits = withNumbers(text.replaceAll(/(\d)\.(?=\d{3}(?!\d))/g, '$1'), language);
  const range = RANGE.exec(digits);
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
  if (AT_MOST.test(text)) return limit('most');
  if (AT_LEAST.test(text)) return limit('least');
  if (STRICTLY_LESS.test(text)) return limit('most', true);
  if (STRICTLY_MORE.test(text)) return limit('least', true);
  return limit(UNSPACED.find(([pattern]) => pattern.test(text))?.[1] ?? 'about');
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
