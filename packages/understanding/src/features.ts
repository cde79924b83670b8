import { plainText } from './plain-text.ts';
import { classOf, type TrainedLanguage, wordsIn } from './word-classes.ts';

/** What the word model looks at: words of a turn, as numbers. Training and calls must compute exactly the same. */

/** People who say more than this have said what they want in it. */
const MAX_WORDS = 80;
/** How many words may lie between the two of a pair: "never … call". */
const MAX_GAP = 3;

/**
 * The hashes of words and word pairs, ascending, each once. 32 bits, so that two of them hardly ever share one: a word that
 * training never saw says nothing. `question` is what the agent had asked, or empty.
 */
export function wordFeatures(say: string, question: string, language: TrainedLanguage = 'en'): Uint32Array {
  const words = ['<', ...wordsOf(say, language), '>'];
  const asked = plainText(question, language);
  const kind = questionKind(asked, language);
  const found = new Set<number>();
  const add = (name: string) => found.add(hash(name));
  for (const gram of gramsOf(words)) add(gram);
  words.forEach((word, i) => {
    add(`${kind}:${word}`);
    add(`${kind}:${word} ${words[i + 1]}`);
  });
  const classes = words.map((word) => classOf(word, language) ?? stemOf(word, language));
  for (const gram of gramsOf(classes)) if (/[A-Z]/.test(gram)) add(gram);
  const present = [...new Set(classes.filter((name) => /[A-Z]/.test(name)))].sort();
  present.forEach((one, i) => {
    for (const other of present.slice(i + 1)) add(`${one} & ${other}`);
  });
  // What was asked about, beside what was said: "fine" after a question about pain says no.
  const topics = new Set(wordsOf(asked, language).flatMap((word) => classOf(word, language) ?? []));
  const first = words.slice(1, 3).join(' ');
  for (const topic of topics) {
    for (const name of present) add(`${topic} ? ${name}`);
    add(`${topic} ? ${first}`);
  }
  return Uint32Array.from(found).sort();
}

/** Small letters, contractions written out, no punctuation; a question mark is a word. */
export const wordsOf = (text: string, language: TrainedLanguage = 'en'): string[] =>
  (plainText(text, language).match(/[a-z0-9\u00c0-\u024f']+|\?/g) ?? []).slice(0, MAX_WORDS);

/** German bends its words and joins them: their beginnings are alike. */
const stemOf = (word: string, language: TrainedLanguage): string =>
  language === 'de' && word.length > STEM_LETTERS ? word.slice(0, STEM_LETTERS).toUpperCase() : word;

const STEM_LETTERS = 5;

/** Single words, neighbours, triples, and pairs with a gap. */
function gramsOf(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    const [next, afterNext] = [words[i + 1], words[i + 2]];
    const grams = [word];
    if (next !== undefined) grams.push(`${word} ${next}`);
    if (afterNext !== undefined) grams.push(`${word} ${next} ${afterNext}`);
    for (let gap = 1; gap <= MAX_GAP; gap++) {
      const later = words[i + 1 + gap];
      if (later !== undefined) grams.push(`${word} … ${later}`);
    }
    return grams;
  });
}

/** A question to which "tomorrow" is an answer, one to which "yes" is, or none. */
function questionKind(question: string, language: TrainedLanguage): string {
  if (question === '') return 'none';
  // The last sentence asks; those before it explain.
  const last = /([^.?]+)[.?]*\s*$/.exec(question)?.[1] ?? question;
  const words = wordsOf(last, language);
  const { openQuestions, closedQuestions } = wordsIn(language);
  const open = words.find((word) => openQuestions.includes(word));
  const first = words[0] ?? '';
  if (openQuestions.includes(first)) return first;
  if (closedQuestions.includes(first)) return 'closed';
  return open ?? (question.endsWith('?') ? 'closed' : 'statement');
}

/** FNV-1a over UTF-16 units, with a final mix. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}
