import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { hasLocale, readLocale } from '@parley/language/locale.ts';
import type { Choice } from '../contact-words.ts';

/** `packages/language/locales/<code>/everyday-speech.json`: how people say the same things in everyday words. */
export interface EverydayWords {
  /** Ready to talk. */
  readonly agree: Choice;
  /** `%` is the value. */
  readonly answers: Readonly<Record<WordedKind, Choice>>;
  /** Answers that do not name the value, or name others beside it: `{less}` and `{more}`. */
  readonly indirect: Readonly<Record<'yes' | 'no' | 'number' | 'first' | 'last', Choice>>;
  readonly manners: Readonly<
    Record<'angry' | 'elderly' | 'driving' | 'correcting' | 'later' | 'ahead' | 'fillers' | 'missed', Choice>
  >;
  /** Questions to which they say yes, or there would be nothing to talk about. */
  readonly certain: Choice;
  readonly right: Choice;
  readonly wrong: Choice;
  /** 0 to 99. */
  readonly numbers: readonly string[];
  readonly nicknames: Readonly<Record<string, Choice>>;
  readonly thousands: Choice;
  readonly periods: Readonly<Record<string, Choice>>;
  readonly currencies: Readonly<Record<string, string>>;
  /** So many days from today. */
  readonly days: Readonly<Record<string, Choice>>;
  /** By HH:MM. */
  readonly times: Readonly<Record<string, Choice>>;
  readonly signs: Readonly<Record<string, string>>;
}

type WordedKind =
  | 'yes'
  | 'no'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'choice'
  | 'list'
  | 'name'
  | 'email'
  | 'phone'
  | 'text';

/** Undefined for a language that has none: agents in it are evaluated without everyday personas. */
export const everydayWordsIn = memoize((language: Language): EverydayWords | undefined =>
  hasLocale(language, 'everyday-speech')
    ? (readLocale(language, 'everyday-speech') as EverydayWords)
    : undefined,
);
