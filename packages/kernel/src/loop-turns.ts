/** Owners who were seen within this time share the event loop with the others. */
const RECENT_MS = 2000;
/**
 * While others are active, an owner rests so many times as long as its step took: steps of up to 40 ms take at most a sixth
 * of the loop, longer ones more. When they took half of it, most requests of others met one.
 */
const REST = 5;
/** However long a step took, the owner's next waits no longer. */
const LONGEST_REST_MS = 200;

interface LoopTime {
  readonly nowMs?: () => number;
  readonly pause?: (then: () => void, ms: number) => unknown;
}

interface Seen {
  readonly owner: string;
  readonly atMs: number;
}

/**
 * Turns for long steps on the event loop, such as reading a request of a megabyte: one step in each round of the loop, and
 * owners alternate. While others are active, an owner rests after its step, however many more it asks for.
 */
export class LoopTurns {
  readonly #nowMs: () => number;
  readonly #pause: (then: () => void, ms: number) => unknown;
  /** In the order in which owners are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Until when owners rest. */
  readonly #restMs = new Map<string, number>();
  #last: Seen | undefined;
  /** The last of all others. */
  #other: Seen | undefined;
  #isServing = false;

  constructor({ nowMs = () => performance.now(), pause = setTimeout }: LoopTime = {}) {
    this.#nowMs = nowMs;
    this.#pause = pause;
  }

  /** An owner who asks for something, long or not. */
  see(owner: string): void {
    if (this.#last?.owner !== owner) this.#other = this.#last;
    this.#last = { owner, atMs: this.#nowMs() };
  }

  /** Whether anybody else was seen lately. */
  isShared(owner: string): boolean {
    const other = this.#last?.owner === owner ? this.#other : this.#last;
    return other !== undefined && other.atMs >= this.#nowMs() - RECENT_MS;
  }

  /** Resolves when it is the owner's turn: the long step is what they do until they next wait for something. */
  take(owner: string): Promise<void> {
    this.see(owner);
    return new Promise((resolve) => {
      const own = this.#waiting.get(owner) ?? [];
      own.push(resolve);
      this.#waiting.set(owner, own);
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#isServing) return;
    this.#isServing = true;
    setImmediate(this.#serve);
  }

  readonly #serve = (): void => {
    const beganMs = this.#nowMs();
    const owner = this.#next(beganMs);
    if (owner === undefined) {
      this.#isServing = false;
      const rests = [...this.#waiting.keys()].map((one) => this.#restMs.get(one) ?? 0);
      // Whoever does not rest, and comes meanwhile, is served meanwhile.
      if (rests.length > 0) this.#pause(() => this.#wake(), Math.min(...rests) - beganMs);
      return;
    }
    // In the next round: the step is over by then, and whatever came meanwhile was looked at.
    setImmediate(() => {
      const tookMs = this.#nowMs() - beganMs;
      if (tookMs >= 1 && this.isShared(owner)) this.#rest(owner, tookMs);
      this.#serve();
    });
  };

  /** Begins the step of whoever waits longest and does not rest. */
  #next(nowMs: number): string | undefined {
    for (const [owner, [start, ...others]] of this.#waiting) {
      if ((this.#restMs.get(owner) ?? 0) > nowMs) continue;
      this.#waiting.delete(owner);
      // The owner goes to the end of the round.
      if (others.length > 0) this.#waiting.set(owner, others);
      start?.();
      return owner;
    }
    return undefined;
  }

  #rest(owner: string, tookMs: number): void {
    const nowMs = this.#nowMs();
    for (const [one, untilMs] of this.#restMs) if (untilMs <= nowMs) this.#restMs.delete(one);
    this.#restMs.set(owner, nowMs + Math.min(REST * tookMs, LONGEST_REST_MS));
  }
}
