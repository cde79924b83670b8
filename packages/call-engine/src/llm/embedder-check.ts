import { cosine, type Embedder } from './embedder.ts';
import type { ModelCheck } from './model-check.ts';

const DEADLINE_MS = 20_000;
const question = 'How much vacation do I get?';
const fitting = 'Employees receive 27 days of annual leave.';
const other = 'The warranty covers faults in material for two years.';

/**
 * Requests three vectors: checks that they come, how fast, and that the similarity threshold separates matches from
 * the rest.
 */
export async function checkEmbedder(embedder: Embedder, nowMs: () => number): Promise<ModelCheck> {
  const { name, floor } = embedder;
  try {
    const limits = { deadlineMs: DEADLINE_MS };
    const { vectors } = await embedder.embed([fitting, other], limits);
    const startMs = nowMs();
    const [asked] = (await embedder.embed([question], { ...limits, isUrgent: true })).vectors;
    const ms = Math.round(nowMs() - startMs);
    const [near, far] = vectors.map((vector) => cosine(asked as Float32Array, vector)) as [number, number];
    const isGood = near >= floor && far < floor;
    const cosines = `what fits a question has a cosine of ${near.toFixed(2)}, what does not of ${far.toFixed(2)}`;
    const advice = isGood ? '' : '; set PARLEY_EMBEDDING_MIN_SIMILARITY to a number between them';
    return { isGood, line: `${name} answers in ${ms} ms, ${cosines}, and the floor is ${floor}${advice}.` };
  } catch (error) {
    return { isGood: false, line: `${name} cannot be used: ${(error as Error).message}` };
  }
}
