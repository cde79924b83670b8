/** Runs a piece of work as soon as there is a free slot for it. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs at most `atOnce` pieces of work at the same time; the others wait in order of arrival. */
export function limitConcurrency(atOnce: number): ConcurrencyLimit {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const nextInLine = waiting.shift();
      if (nextInLine) nextInLine();
      else free++;
    }
  };
}

/** Rejects when the work takes longer than the limit. The work itself is not cancelled. */
export async function withTimeout<Result>(
  limitMs: number,
  work: Promise<Result>,
  message = `No answer within ${limitMs} ms`,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

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
