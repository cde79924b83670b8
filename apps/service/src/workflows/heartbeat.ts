import { Worker } from 'node:worker_threads';
import {
  HEARTBEAT_EVERY_MS,
  MAIN_THREAD_STUCK_AFTER_MS,
  WORKER_TRUSTED_MS,
} from '../domains/conversations/worker-liveness.model.ts';

/** What the two threads tell each other: times of the machine's monotonic clock in milliseconds, and a count. */
export const slotsOf = (shared: SharedArrayBuffer) => new BigInt64Array(shared);
export const MAIN_TURNED_AT = 0;
export const BEAT_AT = 1;
/** Of times that the thread looked, whether it sent a heartbeat or not. */
export const LOOKS = 2;
/** Since when its heartbeats reach the database without a gap. */
export const STEADY_SINCE = 3;
const SLOTS = 4;

/** The same in every thread, unlike performance.now(). */
export const monotonicMs = (): bigint => process.hrtime.bigint() / 1_000_000n;

/** Notes a heartbeat that reached the database between these two times. */
export function noteBeat(slots: BigInt64Array, askedAt: bigint, doneAt: bigint): void {
  const isGap = doneAt - Atomics.load(slots, BEAT_AT) >= WORKER_TRUSTED_MS;
  if (isGap) Atomics.store(slots, STEADY_SINCE, doneAt);
  Atomics.store(slots, BEAT_AT, askedAt);
}

export interface HeartbeatOrder {
  readonly url: string;
  readonly workerId: string;
  readonly shared: SharedArrayBuffer;
  readonly everyMs: number;
  readonly stuckAfterMs: number;
}

export interface HeartbeatOptions {
  /** Of the database, to which the thread has a connection of its own. */
  readonly url: string;
  readonly workerId: string;
  readonly onError: (error: Error) => void;
  readonly everyMs?: number;
  readonly stuckAfterMs?: number;
  /** What the thread runs; for tests. */
  readonly script?: URL;
}

const SCRIPT = new URL('./heartbeat-thread.ts', import.meta.url);
const TURN_MS = 1000;

/**
 * Sends the heartbeat of a process from a thread of its own: while the main thread is busy for longer than others wait for a
 * heartbeat, its calls are not presumed lost. The main thread sends its own as well, which says more. The thread takes some
 * 40 MB, so it runs only while there are calls: it can be started and stopped again and again.
 */
export class HeartbeatThread {
  readonly #options: HeartbeatOptions;
  readonly shared = new SharedArrayBuffer(SLOTS * BigInt64Array.BYTES_PER_ELEMENT);
  readonly #slots = slotsOf(this.shared);
  #worker: Worker | undefined;
  #turning: NodeJS.Timeout | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    // Also on a machine that was started just now there was no heartbeat.
    this.#slots[BEAT_AT] = BigInt(-WORKER_TRUSTED_MS);
  }

  /** Does nothing while the thread runs. A thread that cannot be started is reported: the main thread sends its own. */
  start(): void {
    if (this.#worker !== undefined) return;
    const { url, workerId, onError, script = SCRIPT } = this.#options;
    const { everyMs = HEARTBEAT_EVERY_MS, stuckAfterMs = MAIN_THREAD_STUCK_AFTER_MS } = this.#options;
    const workerData: HeartbeatOrder = { url, workerId, shared: this.shared, everyMs, stuckAfterMs };
    this.#turned();
    let worker: Worker;
    try {
      worker = new Worker(script, { workerData });
    } catch (error) {
      onError(error as Error);
      return;
    }
    worker.unref();
    worker.on('message', (message: string) => onError(new Error(message)));
    worker.on('error', onError);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#forget();
    });
    this.#worker = worker;
    this.#turning = setInterval(() => this.#turned(), TURN_MS);
    this.#turning.unref();
  }

  /** For how long by now the thread's heartbeats reach the database without a gap; 0: they do not. */
  steadyMs(): number {
    const now = monotonicMs();
    const isBeating = now - Atomics.load(this.#slots, BEAT_AT) < WORKER_TRUSTED_MS;
    return isBeating ? Number(now - Atomics.load(this.#slots, STEADY_SINCE)) : 0;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  #forget(): void {
    clearInterval(this.#turning);
    this.#worker = undefined;
  }

  #turned(): void {
    Atomics.store(this.#slots, MAIN_TURNED_AT, monotonicMs());
  }
}
