import { memoize, memoizeRecentBy } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { localeTables } from './locale.ts';
import { valueWordsIn } from './value-words.ts';

/** A place where somebody replaces what they have just said: "five, no wait, six". */
export interface Repair {
  readonly before: string;
  /** What they put in its place. */
  readonly rest: string;
  /** False: it is one only where a value of the same kind stands on either side, as around "er". */
  readonly isSure: boolean;
}

/** A longer story has many an "actually", and puts nothing right with it. */
const LONGEST = 300;

/** The last first: it is what counts. */
export const repairsIn: (text: string, language: Language) => readonly Repair[] = memoizeRecentBy(
  (text, language) => `${language}\0${text}`,
  findRepairs,
);

function findRepairs(text: string, language: Language): Repair[] {
  if (text.length > LONGEST) return [];
  const { sure, concluding, likely, superseding } = patternsOf(language);
  const found = new Map<number, Repair & { readonly end: number }>();
  const add = (match: RegExpExecArray | RegExpMatchArray, isSure: boolean): void => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    const rest = text.slice(end).trim();
    if (rest !== '' && !found.has(end)) found.set(end, { before: text.slice(0, start), rest, isSure, end });
  };
  for (const match of text.matchAll(sure)) add(match, true);
  // "Eight vans and two trucks, so ten".
  for (const match of text.matchAll(concluding)) add(match, true);
  const past = superseding.exec(text);
  // "It used to be sixty, but now a hundred": the whole of it goes before what holds now.
  if (past !== null) {
    const rest = text.slice(past[0].length).trim();
    if (rest !== '') found.set(past[0].length, { before: past[0], rest, isSure: true, end: past[0].length });
  }
  for (const match of text.matchAll(likely)) add(match, false);
  return [...found.values()].sort((one, other) => other.end - one.end).map(({ end: _, ...repair }) => repair);
}

const NEVER = '(?!)';

const patternsOf = memoize((language: Language) => {
  const own = valueWordsIn(language)?.repairs;
  const bounded = (source: string | undefined): string => `(?<!\\p{L})(?:${source ?? NEVER})(?!\\p{L})`;
  return {
    sure: new RegExp(`(?:${(tables[language].corrections ?? [NEVER]).join('|')})(?!\\p{L})`, 'giu'),
    concluding: new RegExp(`(?<=\\S)[,.]? ${bounded(own?.concludes)} `, 'giu'),
    likely: new RegExp(
      `(?:(?<=[.!?,;…]\\s)${bounded(own?.restarts)}|(?<=\\s)${bounded(own?.hesitates)})[,.]?\\s`,
      'giu',
    ),
    superseding: new RegExp(`^.*?${bounded(own?.past)}.*?${bounded(own?.now)}`, 'iu'),
  };
});

const tables = localeTables<{ readonly corrections?: readonly string[] }>('analysis');
