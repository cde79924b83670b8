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
  /** Per owner, so that no owner can hold every slot; default all of them. */
  readonly atOnceEach?: number;
  /** Of long work, so that short work never waits for it alone; default all slots. */
  readonly longAtOnce?: number;
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface QueuedWork {
  /** It waits behind short work. */
  readonly isLong?: boolean;
  /** Work that still waits is given up, and rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly owner: string;
  readonly isLong: boolean;
  readonly start: () => void;
}

/** Long work is not kept waiting by more short work than this. */
const SHORT_IN_A_ROW = 8;

/**
 * Runs a limited number of jobs at once. Waiting jobs are served round-robin by owner, each owner's in order, short ones
 * before long ones.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order in which owners are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #free: number;
  #freeForLong: number;
  #shortInARow = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#free = limits.atOnce;
    this.#freeForLong = limits.longAtOnce ?? limits.atOnce;
  }

  /** Rejects with QueueFull, without starting the work, when the queue is full. */
  async run<Result>(
    owner: string,
    work: () => Promise<Result>,
    { isLong = false, signal }: QueuedWork = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#mayStart(owner, isLong)) this.#take(owner, isLong);
    else await this.#wait(owner, isLong, signal);
    try {
      return await work();
    } finally {
      this.#giveBack(owner, isLong);
      while (this.#serveNext());
    }
  }

  #mayStart(owner: string, isLong: boolean): boolean {
    const { atOnce, atOnceEach = atOnce } = this.#limits;
    const isTurn = (this.#running.get(owner) ?? 0) < atOnceEach;
    return this.#free > 0 && isTurn && (!isLong || this.#freeForLong > 0);
  }

  #take(owner: string, isLong: boolean): void {
    this.#free -= 1;
    if (isLong) this.#freeForLong -= 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #giveBack(owner: string, isLong: boolean): void {
    this.#free += 1;
    if (isLong) this.#freeForLong += 1;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
  }

  #wait(owner: string, isLong: boolean, signal: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= this.#limits.mostWaiting || own.length >= this.#limits.mostWaitingEach)
      throw new QueueFull('The queue is full');
    this.#waiting.set(owner, own);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#remove(waiting);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { owner, isLong, start };
      signal?.addEventListener('abort', giveUp, { once: true });
      own.push(waiting);
    });
  }

  #remove(waiting: Waiting): void {
    const { owner } = waiting;
    const rest = (this.#waiting.get(owner) ?? []).filter((one) => one !== waiting);
    if (rest.length > 0) this.#waiting.set(owner, rest);
    else this.#waiting.delete(owner);
  }

  /** Whether something was started. */
  #serveNext(): boolean {
    const isLongDue = this.#shortInARow >= SHORT_IN_A_ROW;
    const next = this.#first(isLongDue) ?? this.#first(!isLongDue);
    if (next === undefined) return false;
    const { owner, isLong } = next;
    this.#shortInARow = isLong ? 0 : this.#shortInARow + 1;
    this.#remove(next);
    // The owner goes to the end of the round.
    const others = this.#waiting.get(owner);
    this.#waiting.delete(owner);
    if (others !== undefined) this.#waiting.set(owner, others);
    this.#take(owner, isLong);
    next.start();
    return true;
  }

  #first(isLong: boolean): Waiting | undefined {
    for (const [owner, own] of this.#waiting) {
      const waiting = own.find((one) => one.isLong === isLong);
      if (waiting !== undefined && this.#mayStart(owner, isLong)) return waiting;
    }
    return undefined;
  }
}
