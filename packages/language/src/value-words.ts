import { memoize, memoizeRecent } from '@parley/kernel/memoize.ts';
import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { hasLocale, readLocale } from './locale.ts';
import { folded } from './speech.ts';
import { withDigits, withPlainDigits } from './spoken-number.ts';

type Patterns<Name extends string> = Readonly<Record<Name, string>>;
/** A pattern, and the number that it stands for. */
export type Numbers = Readonly<Record<string, number>>;

/** How one language says values, described in `locales/schema/values.json`. */
export interface ValueWords {
  readonly amounts: Patterns<
    | 'ageNow'
    | 'ago'
    | 'another'
    | 'article'
    | 'children'
    | 'corrects'
    | 'ended'
    | 'joint'
    | 'none'
    | 'noneBefore'
    | 'notAmounts'
    | 'one'
    | 'places'
    | 'range'
    | 'since'
    | 'sinceAge'
    | 'working'
  > &
    Partial<Patterns<'andHalf' | 'between' | 'bottom' | 'persons' | 'top' | 'whole'>> &
    Readonly<Record<'multiples' | 'parts' | 'sets' | 'units', Numbers>>;
  readonly choices: Patterns<
    | 'all'
    | 'and'
    | 'both'
    | 'except'
    | 'last'
    | 'lead'
    | 'none'
    | 'ruledOut'
    | 'ruledOutAfter'
    | 'than'
    | 'through'
    | 'weekdays'
    | 'weekend'
  > &
    Partial<Patterns<'busyThen' | 'early' | 'exceptedPause' | 'fallback' | 'late'>> & {
      /** What people say for an option, by what the option is called. */
      readonly concepts?: readonly { readonly option: string; readonly said: string }[];
      /** "The first two". */
      readonly first: Numbers;
      readonly ordinals: readonly string[];
    };
  readonly clock: Patterns<
    | 'afternoon'
    | 'am'
    | 'evening'
    | 'half'
    | 'midnight'
    | 'morning'
    | 'noon'
    | 'oclock'
    | 'past'
    | 'pm'
    | 'quarter'
    | 'to'
  > &
    Partial<Patterns<'suffix' | 'threeQuarters'>> & { readonly isHalfBefore?: true };
  readonly dates: Patterns<
    'dayOfMonth' | 'dayThenMonth' | 'monthThenDay' | 'ordinal' | 'refused' | 'vague'
  > & {
    readonly feasts: Readonly<Record<string, string>>;
    readonly forms: readonly DateForm[];
    readonly months: readonly string[];
    readonly ordinals?: Numbers;
    readonly weekdays: readonly string[];
  };
  readonly money: Patterns<'cents' | 'free' | 'pay' | 'thousands'> & {
    readonly wanted?: string;
    readonly currencies: Readonly<Record<string, string>>;
    readonly notes: Numbers;
    readonly periods: Readonly<Record<'hour' | 'day' | 'week' | 'month' | 'year', string>>;
  };
  readonly questions: Patterns<
    | 'birth'
    | 'email'
    | 'list'
    | 'money'
    | 'name'
    | 'negative'
    | 'otherName'
    | 'past'
    | 'phone'
    | 'spell'
    | 'time'
    | 'years'
  >;
  /** How somebody replaces what they have just said. */
  readonly repairs?: Patterns<'concludes' | 'hesitates' | 'now' | 'past' | 'restarts'>;
  readonly spelling: Patterns<
    | 'as'
    | 'at'
    | 'double'
    | 'lead'
    | 'nameAfter'
    | 'noName'
    | 'notes'
    | 'oneWord'
    | 'particles'
    | 'plus'
    | 'titles'
    | 'treble'
    | 'zero'
  > &
    Partial<
      Patterns<
        | 'compared'
        | 'denied'
        | 'firstName'
        | 'hundred'
        | 'insteadOf'
        | 'lastName'
        | 'placeAfter'
        | 'thisNumber'
        | 'withLetter'
      >
    > & {
      readonly alphabet: readonly string[];
      readonly letters: Readonly<Record<string, string>>;
      readonly signs: Readonly<Record<string, string>>;
      readonly spelledOut: Readonly<Record<string, string>>;
      readonly umlauts?: Readonly<Record<string, string>>;
    };
}

export interface DateForm {
  readonly said: string;
  readonly at?: 'start' | 'middle' | 'end';
  readonly days?: number;
  readonly isAgo?: true;
  readonly months?: number;
  readonly weeks?: number;
}

/** Undefined for languages whose values are read by their numbers and calendar alone. */
export const valueWordsIn = memoize((language: Language): ValueWords | undefined =>
  hasLocale(language, 'values') ? (readLocale(language, 'values') as ValueWords) : undefined,
);

/** A pattern of a table as whole words. Compiled once: never made of what somebody said. */
export const wholeWords = (source: string, flags: '' | 'g' = ''): RegExp =>
  flags === 'g' ? everyMatch(source) : firstMatch(source);

// By the source alone, which keeps its hash: a key put together for every look cost more than the look.
const compiledWith = (flags: string) =>
  memoize((source: string): RegExp => {
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags);
  });
const firstMatch = compiledWith('u');
const everyMatch = compiledWith('ug');

/** Whether a question, or an answer, has words of a pattern. */
export const hasWords = (text: string, source: string | undefined): boolean =>
  source !== undefined && wordsOfPattern(source)(text);

/** Of each pattern the texts that were looked at lately: an agent asks the same questions in every call. */
const TEXTS_EACH = 300;
const wordsOfPattern = memoize((source: string) =>
  memoizeRecent((text) => wholeWords(source).test(plainText(text)), TEXTS_EACH),
);

/** Small letters, no accents, plain apostrophes. */
export const plainText: (raw: string) => string = memoizeRecent((raw) =>
  folded(raw).replaceAll(/[’‘ʼ`´]/g, "'"),
);

/** Each pattern of a table, as whole words, replaced by what it stands for. */
export function withTable<Value extends string | number>(
  text: string,
  table: Readonly<Record<string, Value>>,
  write: (value: Value) => string = String,
): string {
  let written = text;
  for (const [source, value] of Object.entries(table))
    written = written.replaceAll(wholeWords(source, 'g'), write(value));
  return written;
}

/**
 * What was said, ready for the patterns of values: plain, with digits for numbers, commas where the speaker paused.
 * `isPlain`: digits that were written with separators are one number.
 */
export function valueText(
  text: string,
  language: Language,
  { isPlain = true, ordinals = 'of days' }: { isPlain?: boolean; ordinals?: 'of days' | 'all' } = {},
): string {
  return valueTextIn(`${language} ${isPlain} ${ordinals}`)(text);
}

const valueTextIn = memoize((how: string) => {
  const [language, isPlain, ...ordinals] = how.split(' ') as [Language, string, ...string[]];
  return memoizeRecent((text) =>
    writtenValues(text, language, isPlain === 'true', ordinals.join(' ') as 'of days' | 'all'),
  );
});

function writtenValues(
  text: string,
  language: Language,
  isPlain: boolean,
  ordinals: 'of days' | 'all',
): string {
  const plain = isPlain ? withPlainDigits(plainText(text), language) : plainText(text);
  const counted = countingIn(language)?.withDigits(plain) ?? withDigits(plain, ordinals);
  return counted
    .replaceAll(/(?<![!?;:…])[!?;:…]+(?=\s|$)|(?<![.,])[.,]+(?=\s|$)(?<!\d\.)/g, ' , ')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s,])[\s,]+$/, '')
    .trim();
}
