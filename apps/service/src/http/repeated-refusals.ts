import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 1000;
/** Refusals of a caller within the window that are sent without delay. */
const AT_ONCE = 10;
/** The shortest Retry-After that we send. */
const DELAY_MS = 1000;
const MOST_CALLERS = 10_000;

interface Refused {
  readonly sinceMs: number;
  count: number;
}

type Pause = (ms: number, gone: AbortSignal) => Promise<unknown>;

/**
 * A client that keeps sending after a 429 gets the next ones late. Refusing costs little, but a client in a loop without pauses
 * was refused five hundred times a second, and others had to wait for that.
 */
export class RepeatedRefusals {
  readonly #refused = new Map<string, Refused>();
  readonly #nowMs: () => number;
  readonly #pause: Pause;

  constructor(
    nowMs: () => number = () => performance.now(),
    pause: Pause = (ms, signal) => sleep(ms, undefined, { ref: false, signal }),
  ) {
    this.#nowMs = nowMs;
    this.#pause = pause;
  }

  /** Counts a refusal, and says whether it is sent late. */
  isRepeated(caller: string): boolean {
    const nowMs = this.#nowMs();
    const before = this.#refused.get(caller);
    const refused = before && nowMs - before.sinceMs < WINDOW_MS ? before : { sinceMs: nowMs, count: 0 };
    refused.count += 1;
    // Put back last: what is dropped first was used longest ago.
    this.#refused.delete(caller);
    this.#refused.set(caller, refused);
    if (this.#refused.size > MOST_CALLERS) this.#refused.delete(this.#refused.keys().next().value as string);
    return refused.count > AT_ONCE;
  }

  /** Waited for before a refusal is sent late. Ends early when the client has gone. */
  async delay(gone: AbortSignal): Promise<void> {
    await this.#pause(DELAY_MS, gone).catch(() => {});
  }
}
