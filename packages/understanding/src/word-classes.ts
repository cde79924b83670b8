import { readFileSync } from 'node:fs';
import { memoize } from '@parley/kernel/memoize.ts';

/** The languages that have a trained model. */
export const TRAINED_LANGUAGES = ['en', 'de'] as const;

export type TrainedLanguage = (typeof TRAINED_LANGUAGES)[number];

/** What the models know of a language beside its corpus: words/<language>.json. */
export interface LanguageWords {
  /**
   * Words that mean about the same for what a person wants. The models see "stop phoning" and "quit ringing" as the same pair
   * of classes, so that they learn from one what the other means. No class decides anything by itself.
   */
  readonly classes: Readonly<Record<string, readonly string[]>>;
  /** Words that begin a question to which yes is an answer, and one to which it is not. */
  readonly closedQuestions: readonly string[];
  readonly openQuestions: readonly string[];
  /** Words that turn round what follows them. */
  readonly negations: readonly string[];
  /** What people say before they say something, without a meaning of its own. */
  readonly openers: readonly string[];
  /** What the agent asks at the opening, whatever its words are. */
  readonly opening: string;
}

export const wordsIn = memoize(
  (language: TrainedLanguage): LanguageWords =>
    JSON.parse(readFileSync(new URL(`../words/${language}.json`, import.meta.url), 'utf8')),
);

const classesIn = memoize(
  (language: TrainedLanguage): ReadonlyMap<string, string> =>
    new Map(
      // The first class that names a word has it.
      Object.entries(wordsIn(language).classes)
        .reverse()
        .flatMap(([name, words]) => words.map((word): [string, string] => [word, name])),
    ),
);

/** The class of a word as `wordsOf` gives it. */
export const classOf = (word: string, language: TrainedLanguage): string | undefined =>
  classesIn(language).get(word) ?? (/^\d+$/.test(word) ? 'NUM' : undefined);
