import { searchable } from '@parley/kernel/text.ts';

/** A stretch of a document, as long as a person could say in a minute. */
const PASSAGE_CHARACTERS = 800;
/** What the end of one passage and the beginning of the next share, so that no thought is cut in two. */
const OVERLAP_CHARACTERS = 120;

/** A passage as it is found: its words in one spelling for all languages. */
export interface Passage {
  readonly text: string;
  readonly words: string;
}

/** Cuts a text at the borders of paragraphs, else of sentences, else of words. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  while (start < text.length) {
    const end = borderAfter(text, start);
    const passage = text.slice(start, end).trim();
    if (passage !== '') passages.push({ text: passage, words: wordsOf(passage).join(' ') });
    if (end >= text.length) break;
    start = overlapBefore(text, start, end);
  }
  return passages;
}

const borders = [/\n\n/g, /[.!?。！？…][\s"'”»)]|[。！？]|\n/g, /\s/g];

/** The last border of the best kind in the second half of the passage. */
function borderAfter(text: string, start: number): number {
  const full = start + PASSAGE_CHARACTERS;
  if (full >= text.length) return text.length;
  const half = start + PASSAGE_CHARACTERS / 2;
  const tail = text.slice(half, full);
  for (const border of borders) {
    const last = [...tail.matchAll(border)].at(-1);
    if (last) return half + last.index + last[0].length;
  }
  return wholeCharacter(text, full);
}

function overlapBefore(text: string, start: number, end: number): number {
  // Where a paragraph ends, so does the thought.
  if (text.slice(end - 2, end) === '\n\n') return end;
  const from = Math.max(start + 1, end - OVERLAP_CHARACTERS);
  const space = text.slice(from, end).search(/\s/);
  return space < 0 ? end : wholeCharacter(text, from + space + 1);
}

/** Never between the two halves of one character. */
const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;

const MAX_WORD_CHARACTERS = 60;
// Languages written without spaces, and Korean, whose words take their endings on.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** The words of a text in lower case without accents; where a language does not part words, pairs of letters. */
export const wordsOf = (text: string): string[] =>
  (
    searchable(text)
      // Korean letters came apart with the accents.
      .normalize('NFC')
      .replaceAll(unspaced, (run) => ` ${pairs(run).join(' ')} `)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, MAX_WORD_CHARACTERS));

function pairs(run: string): string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, i) => (letters[i] ?? '') + letter);
}

const MAX_QUERY_WORDS = 24;

/**
 * What to look for: the query's words, longest first, without their endings. Short words only when there are
 * no others, because "is" and "der" are everywhere.
 */
export function soughtStems(query: string): string[] {
  const words = [...new Set(wordsOf(query))].sort((a, b) => b.length - a.length);
  const telling = words.filter((word) => word.length > 2 || /\d/.test(word) || /^[^\p{ASCII}]+$/u.test(word));
  return [...new Set((telling.length > 0 ? telling : words).slice(0, MAX_QUERY_WORDS).map(stem))];
}

/** Endings change with case and number in most languages; what stays is the beginning. */
const stem = (word: string): string =>
  word.length <= 4 || /\d/.test(word) ? word : word.slice(0, Math.max(4, word.length - 2));

/** For PostgreSQL's to_tsquery: any of the stems, as beginnings of words. They are letters and digits only. */
export const stemsQuery = (stems: readonly string[]): string => stems.map((part) => `${part}:*`).join(' | ');

/** Best first: a passage counts each stem it has by how rare that stem is among the passages found. */
export function ranked<Found extends { readonly words: string }>(
  stems: readonly string[],
  found: readonly Found[],
): Found[] {
  const starts = found.map(({ words }) => {
    const present = words.split(' ');
    return new Set(stems.filter((part) => present.some((word) => word.startsWith(part))));
  });
  const rarity = new Map(
    stems.map((part) => [
      part,
      Math.log(1 + found.length / (1 + starts.filter((has) => has.has(part)).length)),
    ]),
  );
  const score = (has: ReadonlySet<string>) =>
    [...has].reduce((sum, part) => sum + (rarity.get(part) ?? 0), 0);
  return found
    .map((passage, i) => ({ passage, score: score(starts[i] ?? new Set()) }))
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}

/** Whoever turns texts into vectors of length 1. */
export interface VectorMaker {
  readonly name: string;
  vectorsOf(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The vectors of one document behind each other, and which passage each belongs to. */
export interface DocumentVectors {
  readonly positions: readonly number[];
  /** How long each is. */
  readonly dimensions: number;
  readonly values: Float32Array;
}

/** As they are kept: 32-bit floats in the order of bytes that every machine here has. */
export const packed = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Those of another length than the first are left out: they would point somewhere else. */
export function unpacked(
  rows: readonly { readonly position: number; readonly vector: Buffer }[],
): DocumentVectors {
  const bytes = rows[0]?.vector.byteLength ?? 0;
  const whole = rows.filter(({ vector }) => vector.byteLength === bytes);
  const values = new Float32Array((whole.length * bytes) / Float32Array.BYTES_PER_ELEMENT);
  const room = new Uint8Array(values.buffer);
  for (const [index, { vector }] of whole.entries()) room.set(vector, index * bytes);
  return {
    positions: whole.map(({ position }) => position),
    dimensions: bytes / Float32Array.BYTES_PER_ELEMENT,
    values,
  };
}
