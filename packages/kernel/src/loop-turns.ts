/** Owners who asked for a turn within this time share the event loop with the others. */
const RECENT_MS = 2000;
/** However long a step took, the next waits no longer. */
const LONGEST_PAUSE_MS = 50;
const MOST_OWNERS = 1000;

interface LoopTime {
  readonly nowMs?: () => number;
  readonly pause?: (then: () => void, ms: number) => unknown;
}

interface Waiting {
  readonly owner: string;
  readonly start: () => void;
}

/**
 * Turns for long steps on the event loop, such as reading a request of a megabyte: one step in each round of the loop, and
 * owners alternate. While others are active, a pause as long as the step follows it, so that long steps take at most half
 * of the loop, however many an owner asks for at once.
 */
export class LoopTurns {
  readonly #nowMs: () => number;
  readonly #pause: (then: () => void, ms: number) => unknown;
  /** In the order in which owners are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** When each owner was last seen, the latest last. */
  readonly #seenMs = new Map<string, number>();
  #isServing = false;

  constructor({ nowMs = () => performance.now(), pause = setTimeout }: LoopTime = {}) {
    this.#nowMs = nowMs;
    this.#pause = pause;
  }

  /** An owner who asks for something, long or not. */
  see(owner: string): void {
    this.#seenMs.delete(owner);
    this.#seenMs.set(owner, this.#nowMs());
    if (this.#seenMs.size > MOST_OWNERS) this.#seenMs.delete(this.#seenMs.keys().next().value as string);
  }

  /** Resolves when it is the owner's turn: the long step is what they do until they next wait for something. */
  take(owner: string): Promise<void> {
    this.see(owner);
    return new Promise((resolve) => {
      const own = this.#waiting.get(owner) ?? [];
      own.push(resolve);
      this.#waiting.set(owner, own);
      if (this.#isServing) return;
      this.#isServing = true;
      setImmediate(this.#serve);
    });
  }

  readonly #serve = (): void => {
    const next = this.#next();
    if (next === undefined) {
      this.#isServing = false;
      return;
    }
    const beganMs = this.#nowMs();
    next.start();
    // In the next round: the step is over by then, and whatever came meanwhile was looked at.
    setImmediate(() => {
      const pauseMs = this.#isShared(next.owner) ? this.#nowMs() - beganMs : 0;
      if (pauseMs < 1) this.#serve();
      else this.#pause(this.#serve, Math.min(pauseMs, LONGEST_PAUSE_MS));
    });
  };

  #next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [owner, [start, ...others]] = first as [string, [() => void, ...(() => void)[]]];
    this.#waiting.delete(owner);
    // The owner goes to the end of the round.
    if (others.length > 0) this.#waiting.set(owner, others);
    return { owner, start };
  }

  /** Whether anybody else was seen lately. */
  #isShared(owner: string): boolean {
    const sinceMs = this.#nowMs() - RECENT_MS;
    const [last, before] = [...this.#seenMs].slice(-2).reverse();
    const other = last?.[0] === owner ? before : last;
    return other !== undefined && other[1] >= sinceMs;
  }
}
