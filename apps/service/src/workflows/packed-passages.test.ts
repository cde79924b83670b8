import { expect, test } from 'vitest';
import { packPassages, unpackPassages } from './packed-passages.ts';

test('passages that a thread packs are the same once they are unpacked', async () => {
  const passages = Array.from({ length: 2500 }, (_, index) => ({
    text: `Größe ${index}: 日本 🙂`,
    words: index % 7 === 0 ? '' : `größe ${index}`,
  }));
  expect(await unpackPassages(packPassages(passages))).toEqual(passages);
  expect(await unpackPassages(packPassages([]))).toEqual([]);
});
