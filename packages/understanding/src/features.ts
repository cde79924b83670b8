import { CLASS_NAMES, classOf } from './word-classes.ts';

/** What the heads look at: two sentence vectors and hashed words. Training and calls must compute exactly the same. */

/** Numbers in a vector of all-MiniLM-L6-v2. */
export const VECTOR_LENGTH = 384;
/** The utterance, the question and their product; then which word classes occur in each. */
export const DENSE_LENGTH = 3 * VECTOR_LENGTH + 2 * CLASS_NAMES.length;
export const WORD_BUCKETS = 1 << 15;

/** A unit vector's components are about 1/√384: networks learn best from inputs around 1. */
const SCALE = Math.sqrt(VECTOR_LENGTH);
/** A class counts as much as several components of a vector. */
const CLASS_WEIGHT = 2;
/** People who say more than this have said what they want in it. */
const MAX_WORDS = 80;
/** How many words may lie between the two of a pair: "never … call". */
const MAX_GAP = 3;

export interface Turn {
  /** What the person said. */
  readonly say: string;
  /** What the agent had said last, best only the question; empty at the beginning of a call. */
  readonly question: string;
  readonly sayVector: Float32Array;
  /** Needed only with a question. */
  readonly questionVector?: Float32Array | undefined;
}

export interface Features {
  readonly dense: Float32Array;
  /** Buckets of words and word pairs, ascending, each once; all have the value `weight`. */
  readonly buckets: Uint16Array;
  readonly weight: number;
}

export function featuresOf(turn: Turn): Features {
  const dense = new Float32Array(DENSE_LENGTH);
  const { sayVector, questionVector } = turn;
  const hasQuestion = turn.question !== '' && questionVector !== undefined;
  for (let i = 0; i < VECTOR_LENGTH; i++) {
    const said = (sayVector[i] ?? 0) * SCALE;
    dense[i] = said;
    if (!hasQuestion) continue;
    const asked = (questionVector[i] ?? 0) * SCALE;
    dense[VECTOR_LENGTH + i] = asked;
    dense[2 * VECTOR_LENGTH + i] = said * asked;
  }
  markClasses(dense, turn.say, 3 * VECTOR_LENGTH);
  if (hasQuestion) markClasses(dense, turn.question, 3 * VECTOR_LENGTH + CLASS_NAMES.length);
  const buckets = wordBuckets(turn.say, hasQuestion ? turn.question : '');
  return { dense, buckets, weight: 3 / Math.sqrt(Math.max(1, buckets.length)) };
}

function markClasses(dense: Float32Array, text: string, from: number): void {
  for (const word of wordsOf(text)) {
    const name = classOf(word);
    if (name !== undefined) dense[from + CLASS_NAMES.indexOf(name)] = CLASS_WEIGHT;
  }
}

/** Lower case, without apostrophes and punctuation, as speech to text may write it; a question mark is a word. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replace(/['’`]/g, '')
      .match(/[a-z0-9]+|\?/g) ?? []
  ).slice(0, MAX_WORDS);

function wordBuckets(say: string, question: string): Uint16Array {
  const words = ['<', ...wordsOf(say), '>'];
  const kind = questionKind(question);
  const found = new Set<number>();
  const add = (name: string) => found.add(hash(name) % WORD_BUCKETS);
  for (const gram of gramsOf(words)) add(gram);
  words.forEach((word, i) => {
    add(`${kind}:${word}`);
    add(`${kind}:${word} ${words[i + 1]}`);
  });
  const classes = words.map((word) => classOf(word) ?? word);
  for (const gram of gramsOf(classes)) if (/[A-Z]/.test(gram)) add(gram);
  const present = [...new Set(classes.filter((name) => /[A-Z]/.test(name)))].sort();
  present.forEach((one, i) => {
    for (const other of present.slice(i + 1)) add(`${one} & ${other}`);
  });
  // What was asked about, beside what was said: "fine" after a question about pain says no.
  const asked = new Set(wordsOf(question).flatMap((word) => classOf(word) ?? []));
  const first = words.slice(1, 3).join(' ');
  for (const topic of asked) {
    for (const name of present) add(`${topic} ? ${name}`);
    add(`${topic} ? ${first}`);
  }
  return Uint16Array.from(found).sort();
}

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
function questionKind(question: string): string {
  if (question === '') return 'none';
  // The last sentence asks; those before it explain.
  const last = /([^.!?]+)[.!?]*\s*$/.exec(question)?.[1] ?? question;
  const words = wordsOf(last);
  const open = words.find((word) => OPEN.has(word));
  const first = words[0] ?? '';
  if (OPEN.has(first)) return first;
  if (CLOSED.has(first)) return 'closed';
  return open ?? (question.trimEnd().endsWith('?') ? 'closed' : 'statement');
}

const OPEN = new Set(['when', 'what', 'which', 'who', 'whom', 'where', 'why', 'how']);
const CLOSED = new Set(
  'do does did are is am was were have has had can could would will shall should may might must any'.split(
    ' ',
  ),
);

/** FNV-1a over UTF-16 units, with a final mix so that low bits are usable. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}
