import { Worker } from 'node:worker_threads';
import {
  HEARTBEAT_EVERY_MS,
  MAIN_THREAD_STUCK_AFTER_MS,
} from '../domains/conversations/worker-liveness.model.ts';

/** What the two threads tell each other: times of the machine's monotonic clock in milliseconds, and a count. */
export const slotsOf = (shared: SharedArrayBuffer) => new BigInt64Array(shared);
export const MAIN_TURNED_AT = 0;
export const BEAT_AT = 1;
/** Of times that the thread looked, whether it sent a heartbeat or not. */
export const LOOKS = 2;
const SLOTS = 3;

/** The same in every thread, unlike performance.now(). */
export const monotonicMs = (): bigint => process.hrtime.bigint() / 1_000_000n;

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
}

const TURN_MS = 1000;

/**
 * Sends the heartbeat of a process from a thread of its own: while the main thread is busy for longer than others wait for a
 * heartbeat, its calls are not presumed lost. The main thread sends its own as well, which says more.
 */
export class HeartbeatThread {
  readonly #options: HeartbeatOptions;
  readonly shared = new SharedArrayBuffer(SLOTS * BigInt64Array.BYTES_PER_ELEMENT);
  readonly #slots = slotsOf(this.shared);
  #worker: Worker | undefined;
  #turning: NodeJS.Timeout | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    const { url, workerId, onError } = this.#options;
    const { everyMs = HEARTBEAT_EVERY_MS, stuckAfterMs = MAIN_THREAD_STUCK_AFTER_MS } = this.#options;
    const workerData: HeartbeatOrder = { url, workerId, shared: this.shared, everyMs, stuckAfterMs };
    this.#turned();
    this.#turning = setInterval(() => this.#turned(), TURN_MS);
    this.#turning.unref();
    this.#worker = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), { workerData });
    this.#worker.unref();
    this.#worker.on('message', (message: string) => onError(new Error(message)));
    // The main thread goes on sending its own.
    this.#worker.on('error', onError);
  }

  /** Since the thread's latest heartbeat reached the database; infinite: none did. */
  agoMs(): number {
    const beatAt = Atomics.load(this.#slots, BEAT_AT);
    return beatAt === 0n ? Number.POSITIVE_INFINITY : Number(monotonicMs() - beatAt);
  }

  async stop(): Promise<void> {
    clearInterval(this.#turning);
    await this.#worker?.terminate();
  }

  #turned(): void {
    Atomics.store(this.#slots, MAIN_TURNED_AT, monotonicMs());
  }
}
