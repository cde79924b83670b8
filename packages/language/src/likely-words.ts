import { memoize } from '@parley/kernel/memoize.ts';
import { numberWordsIn } from './counted-words.ts';
import { type Language, localeOf } from './language.ts';
import { cues, type Phrases, yesNo } from './locale-tables.ts';
import { englishNumbers } from './spoken-number.ts';

// What is likely to be said, word for word: speech to text listens for it.

/** Phrases of the tables that are said as they are written; the others are patterns. */
const plain = (phrases: Phrases = []): string[] =>
  phrases.filter((phrase) => /^[^()|?*$^\\[\]{}…+<>]+$/u.test(phrase));

/** The usual words for it, the first in their lists: a phrase that is rare would be heard where it was not said. */
const MOST_YES_NO = 6;

export const yesNoWords = memoize((language: Language): readonly string[] => {
  const { yes, no, assent } = yesNo[language];
  const some = [yes, no, assent].flatMap((words) =>
    plain(words)
      .filter((word) => !word.includes(' '))
      .slice(0, MOST_YES_NO),
  );
  return [...new Set(some)];
});

/** Empty for languages whose numbers in words are not known. */
export const numberWords = (language: Language): readonly string[] =>
  language === 'EN' ? englishNumbers : numberWordsIn(language);

/** The days of the week and the months. */
export const calendarWords = memoize((language: Language): readonly string[] => {
  const locale = localeOf(language);
  const named = (format: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] =>
    dates.map((date) => new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(date));
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, day + 1));
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));
  return [...named({ weekday: 'long' }, days), ...named({ month: 'long' }, months)];
});

/** Wishes that must not be missed: never to be called again, not interested, the wrong person, somebody else instead. */
export const safetyPhrases = memoize((language: Language): readonly string[] => {
  const { saidWishes, neverAgain, notInterested, wrongPerson, person } = cues[language];
  return saidWishes ?? [neverAgain, notInterested, wrongPerson, person].flatMap(plain);
});
