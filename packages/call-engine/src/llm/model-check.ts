import { Type } from 'typebox';
import { cosine, type Embedder } from './embedder.ts';
import { type LanguageModel, ModelFailure } from './language-model.ts';

/** The result of a model check in one line, and whether calls can use the model. */
export interface ModelCheck {
  readonly isGood: boolean;
  readonly line: string;
}

const limits = { deadlineMs: 20_000, maxOutputTokens: 200 };
const Colour = Type.Object(
  { colour: Type.String(), isWarm: Type.Boolean() },
  { additionalProperties: false },
);

/** Sends a model two small requests: a sentence, to see whether and how fast it streams, and an object by schema. */
export async function checkModel(model: LanguageModel, nowMs: () => number): Promise<ModelCheck> {
  try {
    const words = await streamed(model, nowMs);
    const { isRepaired } = await model.reply(
      {
        system:
          'You reply with one JSON object and nothing else: "colour" (its name) and "isWarm" (true or false).',
        turn: 'What colour is the sky on a clear day?',
      },
      Colour,
      limits,
    );
    const schema = isRepaired ? 'follows a schema only when asked twice' : 'follows a schema';
    return { isGood: true, line: `${model.name} answers, ${words}, ${schema}.` };
  } catch (error) {
    return { isGood: false, line: `${model.name} ${troubleOf(error)}: ${(error as Error).message}` };
  }
}

/** Why a model cannot answer one small question; undefined: it answers. */
export async function modelTrouble(model: LanguageModel, deadlineMs: number): Promise<string | undefined> {
  const small = { deadlineMs, maxOutputTokens: 20 };
  try {
    // The first word is enough. Some think before they speak, and have no tokens left for a word: they answer too.
    for await (const _ of model.stream(greeting, small)) break;
    return undefined;
  } catch (error) {
    return `${troubleOf(error)} (${(error as Error).message})`;
  }
}

const troubleOf = (error: unknown): string =>
  error instanceof ModelFailure ? troubles[error.kind] : 'cannot be asked';

const troubles: Readonly<Record<ModelFailure['kind'], string>> = {
  deadline: 'does not answer in time',
  unavailable: 'cannot be reached',
  rate_limited: 'asks for patience',
  refused: 'refuses',
  unusable: 'answers, but does not follow a schema',
  resting: 'is paused after failures',
};

const greeting = { system: 'You are on the telephone.', turn: 'Say in two sentences that the line is good.' };

async function streamed(model: LanguageModel, nowMs: () => number): Promise<string> {
  const startMs = nowMs();
  let firstMs: number | undefined;
  let lastMs = startMs;
  let pieces = 0;
  for await (const piece of model.stream(greeting, limits)) {
    if (piece.trim() === '') continue;
    lastMs = nowMs();
    firstMs ??= lastMs;
    pieces += 1;
  }
  if (firstMs === undefined) throw new ModelFailure('unusable', 'The reply was empty');
  const afterMs = Math.round(firstMs - startMs);
  if (pieces < 2) return `does not stream (all of it after ${afterMs} ms)`;
  return `streams (first words after ${afterMs} ms, all after ${Math.round(lastMs - startMs)} ms)`;
}

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
    const cosines = `a fitting passage has a similarity of ${near.toFixed(2)}, another one ${far.toFixed(2)}`;
    const advice = isGood ? '' : '; set PARLEY_EMBEDDING_MIN_SIMILARITY to a number between them';
    return { isGood, line: `${name} answers in ${ms} ms, ${cosines}, and the minimum is ${floor}${advice}.` };
  } catch (error) {
    return { isGood: false, line: `${name} cannot be used: ${(error as Error).message}` };
  }
}
