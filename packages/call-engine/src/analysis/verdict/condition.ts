import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { folded } from '@parley/language/speech.ts';
import { moneyTermsIn } from '@parley/language/spoken-money.ts';
import { withNumbers } from '@parley/language/spoken-number.ts';
import { readDate } from '@parley/language/spoken-time.ts';
import { type Limit, limitIn, limitSpans } from '../rules/limit.ts';
import { readinessIn } from '../rules/moment.ts';
import type { Talk } from '../rules/talk.ts';
import type { Piece } from './description.ts';
import type { DescriptionWords, NamedLevel, Predicate, Relation, Unit } from './description-words.ts';

/** Two days, both within: the day itself where one was named, a whole month where only that was. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** One condition of an outcome, ready to be held against an answer. */
export interface Condition {
  readonly text: string;
  readonly isNegated: boolean;
  readonly isMention: boolean;
  /** Of a mention: it is a statement, which a denial is not. */
  readonly isClaim: boolean;
  readonly predicate: Predicate | undefined;
  /** What it is about, without its bound. */
  readonly stems: readonly string[];
  readonly limit?: Limit;
  readonly unit?: Unit;
  /** The bound is on an amount of money; `alone`: nothing else is named, as in "expects at most thirty pounds". */
  readonly money?: 'alone' | 'named';
  readonly day?: { readonly relation: Relation; readonly span: Span };
  /** How well a language is spoken, at least. */
  readonly level?: number;
}

export function conditionOf(piece: Piece, words: DescriptionWords, talk: Talk): Condition {
  const { text, isNegated } = piece;
  const day = dayIn(text, words, talk);
  const level = levelIn(text, words);
  const limit = day === undefined && level === undefined ? limitIn(text, words.language) : undefined;
  const isMention = words.mentions.test(text.split(' ').slice(0, 2).join(' '));
  const bare = subjectOf(isMention ? text.replace(words.mentions, ' ') : text, words, [
    ...(day === undefined ? [] : [day.text]),
    ...(level === undefined ? [] : [level.text]),
    ...(limit === undefined ? [] : limitSpans(text, words.language)),
  ]);
  const unit = words.units.find(([, pattern]) => pattern.test(text))?.[0];
  return {
    text,
    isNegated,
    isMention,
    isClaim: isMention && words.claims.test(text),
    predicate: predicateOf(text, words),
    stems: limit === undefined ? words.stemsOf(bare) : words.stemsOf(withoutAmount(bare, words.language)),
    ...(limit === undefined ? {} : { limit }),
    ...(limit !== undefined && isPrice(text, words.language) ? { money: moneyIn(bare, words) } : {}),
    ...(unit === undefined ? {} : { unit }),
    ...(day === undefined ? {} : { day: { relation: day.relation, span: day.span } }),
    ...(level === undefined ? {} : { level: level.least }),
  };
}

export const predicateOf = (
  text: string,
  { predicates, refuses }: DescriptionWords,
): Predicate | undefined =>
  refuses.test(text) ? 'wants' : predicates.find(([, pattern]) => pattern.test(text))?.[0];

/** What a text is about: without bounds, denials, and the verbs that only say has, wants, needs or can. */
export function subjectOf(text: string, words: DescriptionWords, bounds: readonly string[] = []): string {
  let rest = text;
  for (const bound of bounds) rest = rest.replace(bound, ' ');
  return rest.replaceAll(words.formal, ' ');
}

const isPrice = (text: string, language: Language): boolean =>
  moneyTermsIn(text, language).currency !== undefined;

/** A bound is no topic, in digits or in words: "two years" is about years. */
export const withoutAmount = (text: string, language: Language): string =>
  wordsIn(withNumbers(text, language))
    .filter((word) => !/^[^\p{L}]*\d/u.test(word))
    .join(' ');

function moneyIn(text: string, words: DescriptionWords): 'alone' | 'named' {
  const others = wordsIn(withoutAmount(text, words.language)).filter(
    (word) => !isPrice(word, words.language),
  );
  return words.stemsOf(others.join(' ')).every(words.isGeneric) ? 'alone' : 'named';
}

const wordsIn = (text: string): string[] => text.split(/\s+/);

/** So soon is at once. */
const AT_ONCE_DAYS = 14;
const DAY_MS = 86_400_000;

function dayIn(
  text: string,
  words: DescriptionWords,
  talk: Talk,
): { readonly relation: Relation; readonly span: Span; readonly text: string } | undefined {
  for (const [relation, pattern] of words.relations) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const after = text.slice(match.index + match[0].length).trim();
    // "In a warehouse for at least two years": the bound is on an amount, and the "in" of a place.
    if (relation === 'during' && limitSpans(after, words.language).some((bound) => !after.startsWith(bound)))
      continue;
    const span = spanIn(after, words.language, talk);
    if (span !== undefined)
      return { relation, span, text: `${match[0]} ${dateWords(after, words.language)}` };
  }
  const now = readinessIn(text, words.language, 'now');
  if (now === undefined) return undefined;
  const today = talk.context.answeredAt.slice(0, 10);
  const soon = new Date(Date.parse(today) + AT_ONCE_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { relation: 'by', span: { from: soon, to: soon }, text: now };
}

/** The beginning of a text up to its date: a German verb stands behind it. */
function dateWords(text: string, language: Language): string {
  const parts = text.split(' ');
  const months = monthsIn(language);
  const last = parts.findLastIndex((part) => /\d/.test(part) || months.has(folded(part).replace(/\W+$/, '')));
  return last < 0 ? text : parts.slice(0, last + 1).join(' ');
}

const MONTHS = 12;

const monthsIn = memoize((language: Language): ReadonlySet<string> => {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' });
  return new Set(
    Array.from({ length: MONTHS }, (_, month) => folded(format.format(new Date(Date.UTC(2026, month, 1))))),
  );
});

/** Names of months and days, or digits as dates have them: "before 5 o'clock" and "by 10 people" name no day. */
export function spanIn(text: string, language: Language, talk: Talk): Span | undefined {
  const day = readDate(text, {
    now: new Date(talk.context.answeredAt),
    timeZone: talk.zones.of(talk.plan.hours.timeZone),
    language,
  });
  return day === undefined ? undefined : spanOf(day, text);
}

/** "In June" names no day of it, and stands for the whole month. */
export function spanOf(day: string, text: string): Span {
  const isDayNamed = !day.endsWith('-01') || /\d/.test(text.replaceAll(/\b(?:19|20)\d\d\b/g, ''));
  if (isDayNamed) return { from: day, to: day };
  const [year = 0, month = 0] = day.split('-').map(Number);
  return { from: day, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

const scale = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const;
const CEFR = /(?<![\p{L}\p{N}])[ABC][12](?![\p{L}\p{N}])/u;

const rankOf = (level: NamedLevel | 'A1'): number => scale.indexOf(level);

/** How well a language is spoken, from 0 to 5. A word such as "good" counts only where a level is asked for. */
export function rankIn(text: string, { levels }: DescriptionWords): number | undefined {
  const named = CEFR.exec(text)?.[0] as NamedLevel | undefined;
  if (named !== undefined) return rankOf(named);
  const found = levels.find(([, pattern]) => pattern.test(text));
  return found === undefined ? undefined : rankOf(found[0]);
}

function levelIn(
  text: string,
  words: DescriptionWords,
): { readonly least: number; readonly text: string } | undefined {
  const named = CEFR.exec(text);
  if (named === null) return undefined;
  const better = words.orBetter.exec(text)?.[0];
  const ends = [named[0], better ?? ''].map((part) => text.indexOf(part) + part.length);
  const span = text.slice(named.index, Math.max(...ends));
  // "Speaks German at B2": whoever speaks it better does, too.
  return { least: rankOf(named[0] as NamedLevel), text: span };
}
