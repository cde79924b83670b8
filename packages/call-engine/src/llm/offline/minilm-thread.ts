import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { unit } from '../embedder.ts';
import { type HalfTensor, minilmFile, readSafetensors, turnNetworkFile } from './minilm-graph.ts';
import {
  type EmbeddingOrder,
  MINILM,
  RUNTIME,
  type ScoringOrder,
  type TextPair,
  type ThreadAnswer,
  type ThreadData,
  type ThreadOrder,
} from './offline-embedder.ts';
import { PAIR_LIMITS, pairBatch } from './pair-batch.ts';
import { WordPieces } from './word-pieces.ts';

// Runs as a thread of offline-embedder.ts: a text takes some milliseconds of a core, in which no call could be served.

/** What the packages bring. They are named at run time: who does without them need not have them. */
interface Manifest {
  readonly maxTokens: number;
  readonly weightsPath: string;
  readonly tokenizerPath: string;
}
interface Output {
  readonly data: Float32Array;
}
interface Session {
  run(inputs: Record<string, unknown>): Promise<Readonly<Record<string, Output>>>;
}
interface Runtime {
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => unknown;
  readonly InferenceSession: { create(file: Uint8Array, options: object): Promise<Session> };
}

/** One core: the others are for calls. */
const ONE_CORE = { intraOpNumThreads: 1 };

interface Packages {
  readonly manifest: Manifest;
  readonly runtime: Runtime;
  readonly weights: ReadonlyMap<string, HalfTensor>;
  readonly pieces: WordPieces;
}

async function load(): Promise<Packages> {
  const { default: manifest }: { default: Manifest } = await import(MINILM);
  const runtime: Runtime = await import(RUNTIME);
  const weights = readSafetensors(await readFile(manifest.weightsPath));
  const pieces = new WordPieces(JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')));
  return { manifest, runtime, weights, pieces };
}

async function openEmbedding({ manifest, runtime, weights, pieces }: Packages) {
  const session = await runtime.InferenceSession.create(minilmFile(weights), ONE_CORE);
  const numbers = (values: readonly number[], dims: readonly number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(values.map(BigInt)), dims);
  return async (text: string): Promise<{ vector: Float32Array; tokens: number }> => {
    const ids = pieces.idsOf(text, manifest.maxTokens);
    const inputs = { pieces: numbers(ids, [1, ids.length]), places: numbers([...ids.keys()], [ids.length]) };
    const vector = unit(((await session.run(inputs)).vector as Output).data);
    if (vector === undefined) throw new Error('The vector of a text is zero');
    return { vector, tokens: ids.length };
  };
}

async function openScoring({ runtime, weights, pieces }: Packages) {
  const { network } = workerData as ThreadData;
  if (network === undefined) throw new Error('The thread was started without a trained network');
  const session = await runtime.InferenceSession.create(turnNetworkFile(weights, network), ONE_CORE);
  return async (pairs: readonly TextPair[]): Promise<Float32Array[]> => {
    const batch = pairBatch(pairs.map(({ question, say }) => pieces.pairOf(question, say, PAIR_LIMITS)));
    const { texts, length } = batch;
    const { wants, yes_no } = (await session.run({
      pieces: new runtime.Tensor('int64', batch.pieces, [texts, length]),
      places: new runtime.Tensor('int64', batch.places, [length]),
      types: new runtime.Tensor('int64', batch.types, [texts, length]),
      mask: new runtime.Tensor('float32', batch.mask, [texts, 1, 1, length]),
      pool: new runtime.Tensor('float32', batch.pool, [texts, 2, length]),
    })) as { wants: Output; yes_no: Output };
    const row = ({ data }: Output, i: number) =>
      data.subarray((i * data.length) / texts, ((i + 1) * data.length) / texts);
    return pairs.map((_, i) => Float32Array.from([...row(wants, i), ...row(yes_no, i)]));
  };
}

/** More would wait for longer than anybody does. */
const MOST_WAITING = 200;

/** Pairs of several calls go through the network together, which is faster; more would make each wait for all. */
const PAIRS_AT_ONCE = 8;

/** A text at a time, so that what is urgent waits for one text and not for a document. */
const waiting: Record<'urgent' | 'patient', EmbeddingOrder[]> = { urgent: [], patient: [] };
/** People wait for these, so they come first. */
const waitingPairs: ScoringOrder[] = [];
const underWay = new Map<number, { vectors: Float32Array[]; inputTokens: number }>();
const loaded = load();
let embedding: ReturnType<typeof openEmbedding> | undefined;
let scoring: ReturnType<typeof openScoring> | undefined;
// Opens what will be asked for first. A failure rejects every request.
if ((workerData as ThreadData).network === undefined) embedding = loaded.then(openEmbedding);
else scoring = loaded.then(openScoring);
for (const opening of [embedding, scoring]) opening?.catch(() => {});
let isWorking = false;

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'end') return end();
  const queue: ThreadOrder[] =
    'pairs' in order ? waitingPairs : waiting[order.isUrgent ? 'urgent' : 'patient'];
  if (queue.length >= MOST_WAITING) {
    parentPort?.postMessage({ id: order.id, failure: 'Too many texts are waiting' } satisfies ThreadAnswer);
    return;
  }
  queue.push(order);
  if (!isWorking) void work();
});

/** What was begun is brought to its end; then nothing keeps the thread. */
function end(): void {
  waiting.urgent.length = 0;
  waiting.patient.length = 0;
  waitingPairs.length = 0;
  parentPort?.close();
}

async function work(): Promise<void> {
  isWorking = true;
  for (;;) {
    if (waitingPairs.length > 0) {
      await scorePairs();
      continue;
    }
    const queue = waiting.urgent.length > 0 ? waiting.urgent : waiting.patient;
    const order = queue[0];
    if (order === undefined) break;
    const answer = await step(order);
    if (answer === undefined) continue;
    if (queue.includes(order)) queue.splice(queue.indexOf(order), 1);
    underWay.delete(order.id);
    parentPort?.postMessage(answer);
  }
  isWorking = false;
}

/** The oldest orders, as many as go together. */
async function scorePairs(): Promise<void> {
  const orders = [waitingPairs.shift() as ScoringOrder];
  let size = orders[0]?.pairs.length ?? 0;
  while (waitingPairs[0] !== undefined && size + waitingPairs[0].pairs.length <= PAIRS_AT_ONCE) {
    size += waitingPairs[0].pairs.length;
    orders.push(waitingPairs.shift() as ScoringOrder);
  }
  try {
    scoring ??= loaded.then(openScoring);
    const scores = await (await scoring)(orders.flatMap(({ pairs }) => pairs));
    let from = 0;
    for (const { id, pairs } of orders) {
      const own = scores.slice(from, from + pairs.length);
      parentPort?.postMessage({ id, scores: own } satisfies ThreadAnswer);
      from += pairs.length;
    }
  } catch (error) {
    for (const { id } of orders)
      parentPort?.postMessage({ id, failure: (error as Error).message } satisfies ThreadAnswer);
  }
}

/** One more text of the order; its answer, once all of them are there. */
async function step({ id, texts }: EmbeddingOrder): Promise<ThreadAnswer | undefined> {
  const done = underWay.get(id) ?? { vectors: [], inputTokens: 0 };
  underWay.set(id, done);
  try {
    const text = texts[done.vectors.length];
    if (text !== undefined) {
      embedding ??= loaded.then(openEmbedding);
      const { vector, tokens } = await (await embedding)(text);
      done.vectors.push(vector);
      done.inputTokens += tokens;
    }
    return done.vectors.length === texts.length ? { id, embedded: done } : undefined;
  } catch (error) {
    return { id, failure: (error as Error).message };
  }
}
