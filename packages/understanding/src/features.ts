import { plainText } from './plain-text.ts';
import { classOf, type TrainedLanguage, wordsIn } from './word-classes.ts';

/** What the word model looks at: words of a turn, as numbers. Training and calls must compute exactly the same. */

/** People who say more than this have said what they want in it. */
const MAX_WORDS = 80;
/** How many words may lie between the two of a pair: "never … call". */
const MAX_GAP = 3;

/** How many words after a negation it still reaches: "I would not ever want to". */
const NEGATION_REACH = 5;

/**
 * The hashes of words and word pairs, ascending, each once. 32 bits, so that two of them hardly ever share one: a word that
 * training never saw says nothing. `question` is what the agent had asked, or empty.
 */
export function wordFeatures(say: string, question: string, language: TrainedLanguage = 'en'): Uint32Array {
  const words = ['<', ...wordsOf(say, language), '>'];
  const asked = plainText(question, language);
  const kind = questionKind(asked, language);
  const classes = words.map((word) => classOf(word, language) ?? stemOf(word));
  const present = [...new Set(classes.filter((name) => /[A-Z]/.test(name)))].sort();
  const found = new Set<number>();
  const add = (name: string) => found.add(hash(name));
  for (const gram of gramsOf(words)) add(gram);
  for (const gram of gramsOf(classes)) if (/[A-Z]/.test(gram)) add(gram);
  present.forEach((one, i) => {
    for (const other of present.slice(i + 1)) add(`${one} & ${other}`);
  });
  // The same words mean something else after another kind of question, and after one that begins otherwise.
  const opening = wordsOf(lastSentence(asked), language).slice(0, OPENING_WORDS).join(' ');
  words.forEach((word, i) => {
    add(`${kind}:${word}`);
    add(`${kind}:${word} ${words[i + 1]}`);
    if (asked !== '') add(`${opening}:${word}`);
  });
  for (const name of present) {
    add(`${kind}:${name}`);
    if (asked !== '') add(`${opening}:${name}`);
  }
  const length = lengthOf(words);
  add(length);
  add(`${length} ${kind}`);
  for (const name of negations(words, classes, language)) {
    add(name);
    if (asked !== '') add(`${opening}:${name}`);
  }
  for (const name of echoes(words, asked, language)) add(name);
  // A long German word ends with what it is: "Kündigungsfrist".
  if (language === 'de')
    for (const word of words)
      if (word.length > STEM_LETTERS) {
        add(`#${word.slice(-4)}`);
        add(`#${word.slice(-6)}`);
      }
  // What was asked about, beside what was said: "fine" after a question about pain says no.
  const topics = new Set(wordsOf(asked, language).flatMap((word) => classOf(word, language) ?? []));
  const first = words.slice(1, 3).join(' ');
  for (const topic of topics) {
    for (const name of present) add(`${topic} ? ${name}`);
    add(`${topic} ? ${first}`);
  }
  return Uint32Array.from(found).sort();
}

/** "Do you have", "are you still": how a question begins says what kind of answer agrees with it. */
const OPENING_WORDS = 3;

/** One word is seldom a wish, a long turn seldom a filler. */
function lengthOf(words: readonly string[]): string {
  const said = words.length - 2;
  return `length ${[1, 3, 6, 12, 25].find((most) => said <= most) ?? 'long'}`;
}

/** Words that a negation reaches, and how often something is negated. */
function negations(
  words: readonly string[],
  classes: readonly string[],
  language: TrainedLanguage,
): ReadonlySet<string> {
  const { negations: negating } = wordsIn(language);
  const found = new Set<string>();
  let reach = 0;
  let count = 0;
  words.forEach((word, i) => {
    if (negating.includes(word)) {
      reach = NEGATION_REACH;
      count += 1;
    } else if (reach > 0) {
      reach -= 1;
      found.add(`not:${word}`);
      found.add(`not:${classes[i]}`);
    }
  });
  return found.add(`negations ${Math.min(2, count)}`);
}

/** Whoever takes up a word of the question mostly answers it; what stands beside that word says how. */
function echoes(words: readonly string[], asked: string, language: TrainedLanguage): ReadonlySet<string> {
  const found = new Set<string>();
  if (asked === '') return found;
  const { negations: negating } = wordsIn(language);
  const start = (word: string) => word.slice(0, STEM_LETTERS);
  const starts = new Set(wordsOf(lastSentence(asked), language).map(start));
  let count = 0;
  words.forEach((word, i) => {
    if (word.length < SHORTEST_ECHO || !starts.has(start(word))) return;
    count += 1;
    found.add(`echo after ${words[i - 1]}`);
    found.add(`echo before ${words[i + 1]}`);
    if (words.slice(Math.max(0, i - 3), i + 3).some((near) => negating.includes(near)))
      found.add('echo negated');
  });
  return found.add(`echoes ${Math.min(2, count)}`);
}

const SHORTEST_ECHO = 4;

/** Small letters, contractions written out, no punctuation; a question mark is a word. */
export const wordsOf = (text: string, language: TrainedLanguage = 'en'): string[] =>
  (plainText(text, language).match(/[a-z0-9\u00c0-\u024f']+|\?/g) ?? []).slice(0, MAX_WORDS);

/** Words bend and join, German ones most: their beginnings are alike. */
const stemOf = (word: string): string =>
  word.length > STEM_LETTERS ? word.slice(0, STEM_LETTERS).toUpperCase() : word;

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

/** It asks; those before it explain. Found from the end: a pattern would try every letter of a long question. */
function lastSentence(question: string): string {
  let end = question.trimEnd().length;
  while (end > 0 && '.?'.includes(question.charAt(end - 1))) end--;
  const before = question.slice(0, end);
  return before.slice(Math.max(before.lastIndexOf('.'), before.lastIndexOf('?')) + 1) || question;
}

/** Whether the question is one that yes or no answers. */
export const isClosed = (question: string, language: TrainedLanguage = 'en'): boolean =>
  questionKind(plainText(question, language), language) === 'closed';

/** A question to which "tomorrow" is an answer, one to which "yes" is, or none. */
function questionKind(question: string, language: TrainedLanguage): string {
  if (question === '') return 'none';
  const words = wordsOf(lastSentence(question), language);
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
