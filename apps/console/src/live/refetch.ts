import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Refetching takes at most a fifth of the time: a list that was scrolled far down takes long. */
const RESTS_TO_READINGS = 4;
const MAX_REST_MS = 10_000;

/** Refetches changed queries in batches, one batch after the other. */
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

  /** Discards what is pending. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Refetches what is pending now, and nothing after it. */
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
 * Refetches without cancelling a request in flight, such as the next page of a list. Its answer may be older than
 * the change, so everything is refetched once more after it.
 */
async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isOnItsWay = queries.isFetching({ queryKey, type: 'active' }) > 0;
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isOnItsWay) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/**
 * Polls while the page is visible: for data that changes too often for change events, such as deliveries. Requests
 * in flight are awaited, so that scrolling is not disturbed.
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
