import { Failure } from '@parley/kernel/failure.ts';

const WINDOW_MS = 60_000;
const SLICE_MS = 1000;
const MOST_CALLERS = 10_000;

/** How many bytes of replies a caller may take within a minute. Who has taken more waits until the first stop counting. */
export class ByteBudget {
  readonly #most: number;
  readonly #now: () => Date;
  /** By caller and second. */
  readonly #sent = new Map<string, Map<number, number>>();

  /** 0: as many as they like. */
  constructor(mostBytes: number, now: () => Date) {
    this.#most = mostBytes;
    this.#now = now;
  }

  charge(caller: string, bytes: number): void {
    if (this.#most === 0) return;
    const slice = Math.floor(this.#now().getTime() / SLICE_MS);
    const sent = this.#sent.get(caller) ?? new Map<number, number>();
    sent.set(slice, (sent.get(slice) ?? 0) + bytes);
    // Put back last: what is dropped first was used longest ago.
    this.#sent.delete(caller);
    this.#sent.set(caller, sent);
    if (this.#sent.size > MOST_CALLERS) this.#sent.delete(this.#sent.keys().next().value as string);
  }

  refuseSpent(caller: string): void {
    const sent = this.#sent.get(caller);
    if (sent === undefined) return;
    const nowMs = this.#now().getTime();
    for (const slice of sent.keys()) if (slice * SLICE_MS <= nowMs - WINDOW_MS) sent.delete(slice);
    let left = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (left < this.#most) return;
    for (const [slice, bytes] of sent) {
      left -= bytes;
      if (left >= this.#most) continue;
      const retryAfterSeconds = Math.max(1, Math.ceil((slice * SLICE_MS + WINDOW_MS - nowMs) / 1000));
      throw new Failure(
        'too_many_requests',
        `More than ${Math.floor(this.#most / 1024 ** 2)} MiB of replies within a minute: try again in ${retryAfterSeconds} s, or ask for smaller pages`,
        { retryAfterSeconds },
      );
    }
  }
}
