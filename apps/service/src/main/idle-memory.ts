import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';

/** Garbage below that is not worth holding up everything else for some 100 ms. */
const WORTH_BYTES = 10e6;
/** Of the event loop's time. Looking at queues takes about 2 %; a process that uses little more serves hardly anybody. */
const IDLE_SHARE = 0.05;
const LOOK_MS = 10_000;
/** One idle look may be a moment between two requests. */
const IDLE_LOOKS = 2;
const BETWEEN_COLLECTIONS_MS = 60_000;

export interface IdleMemoryOptions {
  /** Nobody waits: no call is on the line or about to be. */
  readonly isQuiet: () => boolean;
  /** Which part of the time since the last look the event loop worked, from 0 to 1. */
  readonly busyShare?: () => number;
  /** What the process has from the machine for its objects. */
  readonly heapBytes?: () => number;
  readonly collect?: () => Promise<void>;
  /** Monotonic. */
  readonly nowMs?: () => number;
  readonly onError: (error: Error) => void;
}

/**
 * Returns memory to the machine while nothing happens. V8 lets garbage lie until the heap is twice as large as after the
 * last collection; a service that starts and then waits for work would keep some 50 MB for that.
 */
export class IdleMemory {
  readonly #options: Required<IdleMemoryOptions>;
  #leastBytes = 0;
  #idleLooks = 0;
  #collectedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: IdleMemoryOptions) {
    this.#options = {
      busyShare: eventLoopShare(),
      heapBytes: () => process.memoryUsage().heapTotal,
      collect: collectGarbage,
      nowMs: () => performance.now(),
      ...options,
    };
  }

  /** Until the process ends, which it does not keep alive. */
  start(): void {
    setInterval(() => this.look().catch(this.#options.onError), LOOK_MS).unref();
  }

  async look(): Promise<void> {
    const { isQuiet, busyShare, heapBytes, collect, nowMs } = this.#options;
    // Asked at every look: it is the share since the last one.
    const isIdle = busyShare() < IDLE_SHARE;
    this.#idleLooks = isIdle && isQuiet() ? this.#idleLooks + 1 : 0;
    if (this.#idleLooks < IDLE_LOOKS || nowMs() - this.#collectedAtMs < BETWEEN_COLLECTIONS_MS) return;
    if (heapBytes() - this.#leastBytes < WORTH_BYTES) return;
    this.#collectedAtMs = nowMs();
    await collect();
    this.#leastBytes = heapBytes();
  }
}

function eventLoopShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/**
 * Through the inspector, which every process has. `gc` would need a flag, and what was compiled with other flags is not
 * found in the compile cache.
 */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
