export interface FairQueueLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Of one owner, so that nobody fills the queue alone. */
  readonly mostWaitingEach: number;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Runs so many pieces of work at once. Those that wait are served owner by owner, each owner's in their order. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order in which owners are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #free: number;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#free = limits.atOnce;
  }

  /** Rejects with QueueFull, and does not begin the work, when there is no room to wait. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#serveNext();
    }
  }

  #wait(owner: string): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= this.#limits.mostWaiting || own.length >= this.#limits.mostWaitingEach)
      throw new QueueFull('Too much is waiting already');
    this.#waiting.set(owner, own);
    return new Promise((resolve) => own.push(resolve));
  }

  #serveNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    const [owner, [first, ...others]] = next;
    // Behind everybody else who waits.
    this.#waiting.delete(owner);
    if (others.length > 0) this.#waiting.set(owner, others);
    first?.();
  }
}
