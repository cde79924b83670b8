import { languages } from '@parley/language/language.ts';
import { hasLocale, localeTables } from '@parley/language/locale.ts';

/**
 * Words of postings by language, without accents and signs, `*` for any ending. What they mean together is decided where
 * they are used: "Télétravail" is remote, "partiel" is partly, and both side by side are a mixture.
 */
export interface PostingWords {
  /** Work away from the employer's premises, work there, and a word for both in turn. */
  readonly remote: readonly string[];
  /** The same, where the word alone says only that it is allowed: many offer "Homeoffice" on some days. */
  readonly fromHome: readonly string[];
  readonly onsite: readonly string[];
  readonly hybrid: readonly string[];
  readonly partly: readonly string[];
  /** Allowed, which does not say that it is so. */
  readonly maybe: readonly string[];
  readonly yes: readonly string[];
  readonly wholly: readonly string[];
  readonly no: readonly string[];
  readonly day: readonly string[];
  /** What a posting calls itself, or what it offers. */
  readonly job: readonly string[];
  /** What is so of a posting that has ended, ... */
  readonly over: readonly string[];
  /** ... or is not so any more. */
  readonly noLonger: readonly string[];
  readonly open: readonly string[];
  /** Verbs between the posting and how it is. */
  readonly is: readonly string[];
  /** Words that make it a condition or a plan. */
  readonly unless: readonly string[];
  /** Between an employer and the title, and between the title and an employer. */
  readonly hires: readonly string[];
  readonly at: readonly string[];
  /** "Leeds and surroundings". */
  readonly around: readonly string[];
  /** Where there is no place. */
  readonly anywhere: readonly string[];
  /** What is hybrid, or full time, beside the job itself. */
  readonly work: readonly string[];
}

const tables = localeTables<Partial<PostingWords>>('job-posting');

/** By language, as far as words of it are known. */
export const postingWords: readonly Partial<PostingWords>[] = languages
  .filter((language) => hasLocale(language, 'job-posting'))
  .map((language) => tables[language]);

/** A pattern of any of the words, as they stand in a text of words and single spaces. */
export const anyOf = (words: string): RegExp =>
  words === ''
    ? /$^/u
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll('*', '\\p{L}*')})(?![\\p{L}\\p{N}])`, 'u');

/** The words of one kind in every language: a page may be written in another one than it says. */
export const everywhere = (kind: keyof PostingWords): string =>
  [...new Set(postingWords.flatMap((words) => words[kind] ?? []))].join('|');
