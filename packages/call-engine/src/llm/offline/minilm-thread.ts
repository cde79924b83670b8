import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { unit } from '../embedder.ts';
import { minilmFile, readSafetensors } from './minilm-graph.ts';
import {
  type EmbeddingOrder,
  MINILM,
  RUNTIME,
  type ThreadAnswer,
  type ThreadOrder,
} from './offline-embedder.ts';
import { WordPieces } from './word-pieces.ts';

// Runs as a thread of offline-embedder.ts: a text takes some milliseconds of a core, in which no call could be served.

/** What the packages bring. They are named at run time: who does without them need not have them. */
interface Manifest {
  readonly maxTokens: number;
  readonly weightsPath: string;
  readonly tokenizerPath: string;
}
interface Runtime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(
      file: Uint8Array,
      options: object,
    ): Promise<{
      run(inputs: Record<string, unknown>): Promise<{ readonly vector: { readonly data: Float32Array } }>;
    }>;
  };
}

async function open() {
  const { default: manifest }: { default: Manifest } = await import(MINILM);
  const { Tensor, InferenceSession }: Runtime = await import(RUNTIME);
  const weights = readSafetensors(await readFile(manifest.weightsPath));
  const pieces = new WordPieces(JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')));
  // One core: the others are for calls.
  const session = await InferenceSession.create(minilmFile(weights), { intraOpNumThreads: 1 });
  const numbers = (values: readonly number[], dims: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(values.map(BigInt)), dims);
  return async (text: string): Promise<{ vector: Float32Array; tokens: number }> => {
    const ids = pieces.idsOf(text, manifest.maxTokens);
    const inputs = { pieces: numbers(ids, [1, ids.length]), places: numbers([...ids.keys()], [ids.length]) };
    const vector = unit((await session.run(inputs)).vector.data);
    if (vector === undefined) throw new Error('The vector of a text is zero');
    return { vector, tokens: ids.length };
  };
}

/** More would wait for longer than anybody does. */
const MOST_WAITING = 200;

/** A text at a time, so that what is urgent waits for one text and not for a document. */
const waiting: Record<'urgent' | 'patient', EmbeddingOrder[]> = { urgent: [], patient: [] };
const underWay = new Map<number, { vectors: Float32Array[]; inputTokens: number }>();
const opened = open();
// Reject every pending request.
opened.catch(() => {});
let isWorking = false;

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'end') return end();
  const queue = waiting[order.isUrgent ? 'urgent' : 'patient'];
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
  parentPort?.close();
}

async function work(): Promise<void> {
  isWorking = true;
  for (;;) {
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

/** One more text of the order; its answer, once all of them are there. */
async function step({ id, texts }: EmbeddingOrder): Promise<ThreadAnswer | undefined> {
  const done = underWay.get(id) ?? { vectors: [], inputTokens: 0 };
  underWay.set(id, done);
  try {
    const text = texts[done.vectors.length];
    if (text !== undefined) {
      const { vector, tokens } = await (await opened)(text);
      done.vectors.push(vector);
      done.inputTokens += tokens;
    }
    return done.vectors.length === texts.length ? { id, embedded: done } : undefined;
  } catch (error) {
    return { id, failure: (error as Error).message };
  }
}
