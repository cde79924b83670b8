import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A fifth of the time is spent with reading again, not all of it: a list that somebody scrolled far down takes long. */
const RESTS_TO_READINGS = 4;
const MAX_REST_MS = 10_000;

/** Reads again what has changed: a hundred changes a second a few times, and one reading after the other. */
export class BatchedRefetch {
  readonly #queries: QueryClient;
  readonly #gatherMs: number;
  readonly #waiting = new Map<string, QueryKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isStopped = false;
  #restMs = 0;

  constructor(queries: QueryClient, gatherMs: number) {
    this.#queries = queries;
    this.#gatherMs = gatherMs;
  }

  ask(...keys: readonly QueryKey[]): void {
    for (const key of keys) this.#waiting.set(JSON.stringify(key), key);
    this.#arm();
  }

  /** What was asked for is forgotten. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** What was asked for is read now, and nothing after it. */
  finish(): void {
    this.stop();
    if (this.#waiting.size > 0) void this.#read();
  }

  #arm(): void {
    if (this.#isStopped || this.#isReading || this.#waiting.size === 0) return;
    this.#timer ??= setTimeout(() => void this.#read(), Math.max(this.#gatherMs, this.#restMs));
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    const keys = [...this.#waiting.values()];
    this.#waiting.clear();
    const beganMs = performance.now();
    await Promise.allSettled(keys.map((key) => readAgain(this.#queries, key)));
    this.#restMs = Math.min(MAX_REST_MS, RESTS_TO_READINGS * (performance.now() - beganMs));
    this.#isReading = false;
    this.#arm();
  }
}

/**
 * Reads something again without throwing away an answer that is on its way, be it the next page for somebody who
 * scrolls. That answer may be older than the change, so after it everything is read once more.
 */
async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isOnItsWay = queries.isFetching({ queryKey, type: 'active' }) > 0;
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isOnItsWay) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/**
 * Reads something again and again while its page is in sight: for what changes so often that nobody is told of each
 * change, such as deliveries. Who scrolls on is not disturbed: what is on its way is waited for.
 */
export function usePolling(everyMs: number, ...keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const asked = JSON.stringify(keys);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const beganMs = performance.now();
      if (document.visibilityState === 'visible') {
        const wanted = JSON.parse(asked) as QueryKey[];
        await Promise.allSettled(
          wanted.map((queryKey) => queries.invalidateQueries({ queryKey }, { cancelRefetch: false })),
        );
      }
      if (!isGone) wait(RESTS_TO_READINGS * (performance.now() - beganMs));
    };
    const wait = (restMs: number) => {
      timer = setTimeout(() => void look(), Math.max(everyMs, restMs));
    };
    wait(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [queries, asked, everyMs]);
}
