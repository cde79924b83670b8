import { cosine, type Embedder } from '@parley/call-engine/llm/embedder.ts';
import { MINILM_FLOOR, OfflineEmbedder } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { planKnowledge } from '@parley/call-engine/plan-knowledge.ts';
import type { Ratio } from './ratio.ts';
import { answered, unanswered } from './semantic-search-corpus.ts';

/**
 * Whether a question in other words finds its passage: by keywords alone, and by keywords and embeddings together, as
 * calls search. The cosines of questions with and without an answer, from which the floor was chosen. And the latency of
 * the offline embedder for a question, relative to the time budget in a turn.
 */
const BUDGET_MS = 30;
const ROUNDS = 5;

export async function run(): Promise<Ratio[]> {
  const embedder = new OfflineEmbedder(MINILM_FLOOR);
  try {
    return await measured(embedder);
  } finally {
    await embedder.close();
  }
}

async function measured(embedder: Embedder): Promise<Ratio[]> {
  const limits = { deadlineMs: 60_000 };
  const passages = answered.map(({ passage }) => passage);
  const { vectors } = await embedder.embed(passages, limits);
  const timesMs: number[] = [];
  const vectorOf = async (question: string): Promise<Float32Array> => {
    const startMs = performance.now();
    const [vector] = (await embedder.embed([question], { ...limits, isUrgent: true })).vectors;
    timesMs.push(performance.now() - startMs);
    return vector as Float32Array;
  };
  const byMeaning = async (question: string) => {
    const asked = await vectorOf(question);
    return passages
      .map((text, index) => ({ title: '', text, likeness: cosine(asked, vectors[index] as Float32Array) }))
      .filter(({ likeness }) => likeness >= embedder.floor)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, 5);
  };
  const knowledge = passages.map((text, index) => ({ id: `${index}`, title: '', text }));
  const words = planKnowledge({ knowledge });
  const both = planKnowledge({ knowledge }, { byMeaning }, limits.deadlineMs);
  const pairs = answered.flatMap(({ passage, questions }) =>
    questions.map((question) => ({ question, passage })),
  );
  const foundBy = async (search: typeof words, most: number): Promise<number> => {
    let found = 0;
    for (const { question, passage } of pairs) {
      const texts = (await search.find(question)).slice(0, most).map(({ text }) => text);
      if (texts.includes(passage)) found += 1;
    }
    return found / pairs.length;
  };

  const fitting: number[] = [];
  for (const { question, passage } of pairs)
    fitting.push(cosine(await vectorOf(question), vectors[passages.indexOf(passage)] as Float32Array));
  const nearest: number[] = [];
  for (const question of unanswered) {
    const asked = await vectorOf(question);
    nearest.push(Math.max(...vectors.map((vector) => cosine(asked, vector))));
  }
  for (let round = 0; round < ROUNDS; round += 1) for (const { question } of pairs) await vectorOf(question);

  print('questions with an answer, cosine to it', fitting);
  print('questions without one, cosine to the nearest passage', nearest);
  for (const floor of [0.15, 0.2, 0.25, 0.3, 0.35, 0.4])
    console.log(
      `floor ${floor}: ${percent(fitting, (one) => one >= floor)} of the first lie above, ${percent(nearest, (one) => one < floor)} of the second below`,
    );
  return [
    {
      name: 'semantic search: right passage among the first five, with embeddings vs keywords alone',
      ours: await foundBy(both, 5),
      reference: await foundBy(words, 5),
      unit: 'share',
      atLeast: 1.2,
    },
    {
      name: 'semantic search: right passage first, with embeddings vs keywords alone',
      ours: await foundBy(both, 1),
      reference: await foundBy(words, 1),
      unit: 'share',
      atLeast: 1,
    },
    {
      name: 'semantic search: embedding of a question, offline, p95',
      ours: quantile(timesMs, 0.95),
      reference: BUDGET_MS,
      unit: 'ms',
      atMost: 1,
    },
  ];
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const percent = (values: readonly number[], holds: (value: number) => boolean): string =>
  `${Math.round((100 * values.filter(holds).length) / values.length)} %`;

function print(what: string, values: readonly number[]): void {
  const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(2));
  console.log(`${what}: ${values.length} of them, p10 ${p10}, p50 ${p50}, p90 ${p90}`);
}
