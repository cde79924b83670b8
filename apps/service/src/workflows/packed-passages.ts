import { setImmediate } from 'node:timers/promises';
import type { Passage } from '../domains/documents/passage.model.ts';

/** Passages in memory that threads share: copying those of a long document took the main thread up to 65 ms. */
export interface PackedPassages {
  readonly bytes: Uint8Array;
  /** Of the text and of the words of each passage, in bytes. */
  readonly lengths: Uint32Array;
}

/** Decoded in between two looks at whatever else waits: about a megabyte. */
const AT_ONCE = 1000;

export function packPassages(passages: readonly Passage[]): PackedPassages {
  const texts = passages.flatMap(({ text, words }) => [text, words]);
  const lengths = Uint32Array.from(texts, (text) => Buffer.byteLength(text));
  const bytes = Buffer.from(new SharedArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return { bytes, lengths };
}

export async function unpackPassages({ bytes, lengths }: PackedPassages): Promise<Passage[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const passages: Passage[] = [];
  let at = 0;
  const next = (index: number): string => {
    const start = at;
    at += lengths[index] ?? 0;
    return buffer.toString('utf8', start, at);
  };
  for (let index = 0; index < lengths.length; index += 2) {
    passages.push({ text: next(index), words: next(index + 1) });
    if (passages.length % AT_ONCE === 0) await setImmediate();
  }
  return passages;
}
