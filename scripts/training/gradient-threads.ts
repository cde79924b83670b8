import { Worker } from 'node:worker_threads';

export interface TensorData {
  /** The bits of half-length numbers become floats in the thread. */
  readonly type: 'int64' | 'float32' | 'float16';
  readonly data: BigInt64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly dims: readonly number[];
}

export type Inputs = Readonly<Record<string, TensorData>>;

/** What a thread starts with. Parameters lie in memory that all threads see. */
export interface GradientThreadData {
  readonly file: Uint8Array;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array<SharedArrayBuffer>;
}

export type Gradients = Readonly<Record<string, Float32Array<ArrayBuffer>>>;

/**
 * Runs a gradient graph in several threads, each with its part of a batch. A thread by itself waits for no other inside of a step, so
 * that a busy machine slows it down less than a runtime with several threads; and the sum does not depend on who is first.
 */
export class GradientThreads {
  readonly #threads: readonly Worker[];

  constructor(count: number, data: GradientThreadData) {
    this.#threads = Array.from(
      { length: count },
      () => new Worker(new URL('./gradient-thread.ts', import.meta.url), { workerData: data }),
    );
  }

  get count(): number {
    return this.#threads.length;
  }

  /** One part for each thread at most; the gradients come in the order of the parts. */
  run(parts: readonly Inputs[]): Promise<Gradients[]> {
    return Promise.all(
      parts.map((inputs, i) => {
        const { promise, resolve, reject } = Promise.withResolvers<Gradients>();
        const thread = this.#threads[i] as Worker;
        thread.once('error', reject);
        thread.once('message', (gradients: Gradients) => {
          thread.off('error', reject);
          resolve(gradients);
        });
        thread.postMessage(
          inputs,
          Object.values(inputs).map(({ data }) => data.buffer),
        );
        return promise;
      }),
    );
  }

  async close(): Promise<void> {
    for (const thread of this.#threads) thread.postMessage('end');
    await Promise.all(this.#threads.map((thread) => new Promise((ended) => thread.once('exit', ended))));
  }
}
