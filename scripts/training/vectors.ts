import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { missingPackage, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { VECTOR_LENGTH } from '@parley/understanding/features.ts';

/** Vectors of earlier runs. Delete the file to compute them again. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/understanding/vectors.bin');
const KEY_BYTES = 16;
const ENTRY_BYTES = KEY_BYTES + VECTOR_LENGTH * 4;
const AT_ONCE = 64;

/** The sentence vector of each text. */
export async function vectorsOf(texts: Iterable<string>): Promise<ReadonlyMap<string, Float32Array>> {
  const cached = readCache();
  const unique = [...new Set(texts)];
  const missing = unique.filter((text) => !cached.has(keyOf(text)));
  if (missing.length > 0) {
    const needed = missingPackage();
    if (needed !== undefined) throw new Error(`Training needs the package ${needed}: run npm install`);
    const embedder = new OfflineEmbedder(0);
    for (let i = 0; i < missing.length; i += AT_ONCE) {
      const some = missing.slice(i, i + AT_ONCE);
      const { vectors } = await embedder.embed(some, { deadlineMs: 300_000 });
      some.forEach((text, j) => {
        cached.set(keyOf(text), vectors[j] as Float32Array);
      });
      if (i % (AT_ONCE * 16) === 0) console.log(`Embedded ${i + some.length} of ${missing.length} texts`);
    }
    await embedder.close();
    writeCache(cached);
  }
  return new Map(unique.map((text) => [text, cached.get(keyOf(text)) as Float32Array]));
}

const keyOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * KEY_BYTES);

function readCache(): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  if (!existsSync(CACHE)) return vectors;
  const file = readFileSync(CACHE);
  for (let at = 0; at + ENTRY_BYTES <= file.length; at += ENTRY_BYTES) {
    const vector = new Float32Array(VECTOR_LENGTH);
    new Uint8Array(vector.buffer).set(file.subarray(at + KEY_BYTES, at + ENTRY_BYTES));
    vectors.set(file.toString('hex', at, at + KEY_BYTES), vector);
  }
  return vectors;
}

function writeCache(vectors: ReadonlyMap<string, Float32Array>): void {
  mkdirSync(dirname(CACHE), { recursive: true });
  const entries = [...vectors].flatMap(([key, vector]) => [
    Buffer.from(key, 'hex'),
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  ]);
  writeFileSync(CACHE, Buffer.concat(entries));
}
