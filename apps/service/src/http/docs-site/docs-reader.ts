import { Worker } from 'node:worker_threads';
import { Failure } from '@parley/kernel/failure.ts';
import type { DocsResult, SearchableOperation } from './docs-search.ts';

export type DocsOrder =
  | { readonly kind: 'text'; readonly address: string }
  | { readonly kind: 'file'; readonly address: string }
  | { readonly kind: 'search'; readonly query: string };

export type DocsAnswer =
  | { readonly text: readonly [type: string, text: string] | undefined }
  | { readonly file: string | undefined }
  | { readonly results: readonly DocsResult[]; readonly page: string };

export interface DocsThreadData {
  readonly root: string | undefined;
  readonly operations: readonly SearchableOperation[];
}

/** A search of a hundred letters takes up to 80 ms: so many of them are five seconds of work. */
const MOST_WAITING = 64;
const RETRY_AFTER_SECONDS = 5;
/** The rendered pages and the index take some 40 MB, which a service that nobody reads about does not keep. */
const IDLE_MS = 5 * 60_000;

interface Waiting {
  readonly resolve: (answer: DocsAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Renders and searches the documentation in a thread of its own, which is started at the first request. */
export class DocsReader {
  readonly #data: () => DocsThreadData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(data: () => DocsThreadData) {
    this.#data = data;
  }

  text(address: string): Promise<readonly [type: string, text: string] | undefined> {
    return this.#ask<{ text: readonly [string, string] | undefined }>({ kind: 'text', address }).then(
      ({ text }) => text,
    );
  }

  file(address: string): Promise<string | undefined> {
    return this.#ask<{ file: string | undefined }>({ kind: 'file', address }).then(({ file }) => file);
  }

  search(query: string): Promise<{ readonly results: readonly DocsResult[]; readonly page: string }> {
    return this.#ask({ kind: 'search', query });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #ask<Answer extends DocsAnswer>(order: DocsOrder): Promise<Answer> {
    if (this.#waiting.size >= MOST_WAITING)
      throw new Failure('unavailable', 'Too much of the documentation is asked for at once: try again', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve: (answer) => resolve(answer as Answer), reject });
      worker.ref();
      worker.postMessage({ id, order });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./docs-thread.ts', import.meta.url), { workerData: this.#data() });
    worker.on('message', ({ id, answer, error }: { id: number; answer: DocsAnswer; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(error));
      if (this.#waiting.size > 0) return;
      // Waiting for readers keeps no process alive.
      worker.unref();
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => {
        this.#worker = undefined;
        void worker.terminate();
      }, IDLE_MS).unref();
    });
    const over = (error: Error) => {
      // Orders since then are with the thread that took its place.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', over);
    worker.once('exit', (code) =>
      over(new Error(`The thread that reads the documentation exited with code ${code}`)),
    );
    return worker;
  }
}
