import { setTimeout as sleep } from 'node:timers/promises';

/** So many refusals of a caller within a second are answered at once. */
const AT_ONCE = 10;
/** As long as every such refusal asks to wait at least. */
const WAIT_MS = 1000;
const MOST_CALLERS = 10_000;

interface Refused {
  readonly sinceMs: number;
  count: number;
}

/**
 * Whoever asks on and on although it was told to wait is answered late. Refusing costs little, but a client in a loop without
 * pauses was refused five hundred times a second, and others had to wait for that.
 */
export class RepeatedRefusals {
  readonly #refused = new Map<string, Refused>();
  readonly #nowMs: () => number;
  readonly #pause: (ms: number) => Promise<void>;

  constructor(
    nowMs: () => number = () => performance.now(),
    pause: (ms: number) => Promise<void> = (ms) => sleep(ms, undefined, { ref: false }),
  ) {
    this.#nowMs = nowMs;
    this.#pause = pause;
  }

  /** Waited for before a refusal is sent; undefined: nothing to wait for. */
  begin(caller: string): Promise<void> | undefined {
    const nowMs = this.#nowMs();
    const before = this.#refused.get(caller);
    const refused = before && nowMs - before.sinceMs < WAIT_MS ? before : { sinceMs: nowMs, count: 0 };
    refused.count += 1;
    // Put back last: what is dropped first was used longest ago.
    this.#refused.delete(caller);
    this.#refused.set(caller, refused);
    if (this.#refused.size > MOST_CALLERS) this.#refused.delete(this.#refused.keys().next().value as string);
    return refused.count > AT_ONCE ? this.#pause(WAIT_MS) : undefined;
  }
}
