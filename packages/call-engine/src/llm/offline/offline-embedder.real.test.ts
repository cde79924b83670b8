import { afterAll, describe, expect, test } from 'vitest';
import { cosine } from '../embedder.ts';
import { missingPackage, OfflineEmbedder } from './offline-embedder.ts';

const missing = missingPackage();
if (missing !== undefined) console.warn(`Skipped: the package ${missing} is not installed.`);

/** Patient: a busy machine takes long to load it. */
const limits = { deadlineMs: 60_000 };

describe.skipIf(missing !== undefined)('the offline embedder', { timeout: 90_000 }, () => {
  const embedder = new OfflineEmbedder(0.2);
  afterAll(() => embedder.close());

  test('the offline embedder reproduces reference vectors of its model', async () => {
    const { vectors, inputTokens } = await embedder.embed(
      [
        'The cat sits outside',
        'The dog plays in the garden',
        'The new movie is awesome',
        'The new movie is so great',
      ],
      limits,
    );
    const [cat, dog, awesome, great] = vectors as [Float32Array, Float32Array, Float32Array, Float32Array];
    // As its makers publish them.
    expect(cosine(cat, dog)).toBeCloseTo(0.2838, 3);
    expect(cosine(awesome, great)).toBeCloseTo(0.8939, 3);
    expect(inputTokens).toBe(29);
  });

  test('the offline embedder accepts any text', async () => {
    const texts = ['', '\u0000', '🙂', 'x'.repeat(100_000), '你好。', 'word '.repeat(5_000)];
    const { vectors } = await embedder.embed(texts, limits);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  test('the offline embedder runs urgent requests first', async () => {
    const done: string[] = [];
    const patient = embedder.embed(
      Array.from({ length: 30 }, (_, i) => `Passage number ${i}`),
      limits,
    );
    const urgent = embedder.embed(['A question?'], { ...limits, isUrgent: true });
    await Promise.all([patient.then(() => done.push('patient')), urgent.then(() => done.push('urgent'))]);
    expect(done).toEqual(['urgent', 'patient']);
  });

  test('the offline embedder times out at its deadline', async () => {
    await expect(embedder.embed(['word '.repeat(5_000)], { deadlineMs: 0 })).rejects.toMatchObject({
      kind: 'deadline',
    });
  });

  test('the offline embedder loads its model again after it was closed', async () => {
    await embedder.close();
    expect((await embedder.embed(['Hello'], limits)).vectors).toHaveLength(1);
  });
});
