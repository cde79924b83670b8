export interface FairQueueLimits {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Per owner, so that no owner can fill the queue alone. */
  readonly mostWaitingEach: number;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Runs a limited number of jobs at once. Waiting jobs are served round-robin by owner, each owner's in order. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order in which owners are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #free: number;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#free = limits.atOnce;
  }

  /** Rejects with QueueFull, without starting the work, when the queue is full. */
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
      throw new QueueFull('The queue is full');
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
    // The owner goes to the end of the round.
    this.#waiting.delete(owner);
    if (others.length > 0) this.#waiting.set(owner, others);
    first?.();
  }
}
