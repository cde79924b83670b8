import { setTimeout as sleep } from 'node:timers/promises';

/**
 * So many steps of simulated calls may follow each other before the event loop has its turn. A step with its
 * share of the conversation took 12 µs with an agent that only reads out, so other work waits 2 ms for them.
 */
const STEPS_PER_TURN = 128;

/**
 * Simulated durations, made shorter by `speed` before anybody really waits for them. Only the waiting depends on
 * the speed: what happens in a call, and at which simulated millisecond, is decided without it.
 */
export class VirtualTime {
  readonly #speed: number;
  readonly #waiting: (() => void)[] = [];
  #steps = 0;
  #isTurnComing = false;

  constructor(speed: number) {
    if (!(speed > 0)) throw new Error(`The speed of the simulation must be above 0; it is ${speed}`);
    this.#speed = speed;
  }

  /** The waiting of one call. */
  pace(): Pace {
    return new Pace(this.#speed, () => this.#step());
  }

  /** At once while there is room in this turn of the event loop, otherwise in one of the next. */
  #step(): Promise<void> | undefined {
    this.#steps += 1;
    this.#expectTurn();
    if (this.#steps <= STEPS_PER_TURN) return undefined;
    return new Promise((resume) => this.#waiting.push(resume));
  }

  #expectTurn(): void {
    if (this.#isTurnComing) return;
    this.#isTurnComing = true;
    setImmediate(() => {
      this.#isTurnComing = false;
      const next = this.#waiting.splice(0, STEPS_PER_TURN);
      this.#steps = next.length;
      if (next.length > 0) this.#expectTurn();
      for (const resume of next) resume();
    });
  }
}

export class Pace {
  readonly #speed: number;
  readonly #step: () => Promise<void> | undefined;
  /** Fractions of a millisecond that nobody has waited for yet. */
  #owedMs = 0;

  constructor(speed: number, step: () => Promise<void> | undefined) {
    this.#speed = speed;
    this.#step = step;
  }

  /** Throws the signal's reason when it is aborted. */
  async wait(simulatedMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#owedMs += simulatedMs / this.#speed;
    const wholeMs = Math.floor(this.#owedMs);
    this.#owedMs -= wholeMs;
    if (wholeMs > 0) await sleep(wholeMs, undefined, signal && { signal }).catch(() => undefined);
    signal?.throwIfAborted();
    // After a real wait, too: thousands of them may end in the same millisecond.
    await this.#step();
    signal?.throwIfAborted();
  }
}
