import { memoizeRecent } from '@parley/kernel/memoize.ts';
import { ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';

/** The words that carry meaning, each reduced to its stem, in their order. */
export const contentStems: (text: string) => readonly string[] = memoizeRecent((text) => {
  const stems: string[] = [];
  for (const word of folded(text).split(/[^\p{L}\p{N}]+/u)) {
    if (word === '' || EMPTY_WORDS.has(word)) continue;
    if (UNSPACED.test(word)) stems.push(...pairs(word));
    else stems.push(stem(word));
  }
  return stems;
});

/** Chinese and Japanese have no spaces; two neighbouring characters come close to a word. */
const UNSPACED = /[\u3040-\u30ff\u4e00-\u9fff]/;

const pairs = (text: string): string[] => {
  const letters = [...text];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
};

/** Light on purpose: "interested", "interest" and "interests" meet, "general" and "generous" do not. */
function stem(word: string): string {
  const same = SAME_WORDS.get(word);
  if (same !== undefined) return same;
  // An abbreviation has no ending to lose: "CE" is not "C".
  if (word.length <= 2) return word;
  for (const [ending, instead, shortest] of ENDINGS)
    if (word.endsWith(ending) && word.length - ending.length >= shortest)
      return settled(word.slice(0, -ending.length) + instead);
  return settled(word);
}

const ENDINGS = words.EN.endings ?? [];

/** "stopped" and "stop", "licence" and "license", "move" and "moving". */
const settled = (stemmed: string): string =>
  stemmed
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/[^aeiou]e$/, (end) => end.slice(0, 1))
    .replace(/y$/, 'i')
    .replace(/(.{3})c$/, '$1s');

/** Irregular forms, and words that people use for one another when they ask and answer. */
const SAME_WORDS = new Map(
  Object.entries(words.EN.synonyms ?? {}).flatMap(([kept, others]) =>
    [kept, ...others].map((word) => [word, kept] as const),
  ),
);

const EMPTY_WORDS = new Set(words.EN.empty);

/** The stems that tell what a text is about, in any of the languages. */
export const meaningfulStems = (text: string): string[] =>
  contentStems(text).filter((stem) => !empty().has(stem));

/** The words of other languages that say nothing of a subject: articles, helpers, and what only makes a question. */
const empty = ofAllLanguages(
  (languages): ReadonlySet<string> =>
    new Set(languages.flatMap((language) => contentStems(words[language].empty.join(' ')))),
);
