import { Failure } from '@parley/kernel/failure.ts';
import type { Everywhere } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';

/** At most `max` in any stretch of `perSeconds`. */
export interface Rate {
  readonly max: number;
  readonly perSeconds: number;
}

/** Takes one from the bucket and answers 0, or leaves it and answers the seconds to wait. */
export type RateLimiter = (bucket: string, rate: Rate) => Promise<number> | number;

/** The requests that still count, with this one if it passes; else the time until the oldest stops counting. */
function take(
  hitsMs: readonly number[],
  nowMs: number,
  rate: Rate,
): { hitsMs: number[]; waitSeconds: number } {
  const windowMs = rate.perSeconds * 1000;
  const counting = hitsMs.filter((hitMs) => hitMs > nowMs - windowMs);
  const oldest = counting.at(-rate.max);
  if (oldest !== undefined) return { hitsMs: counting, waitSeconds: (oldest + windowMs - nowMs) / 1000 };
  return { hitsMs: [...counting, nowMs], waitSeconds: 0 };
}

const MAX_BUCKETS = 10_000;

/** For a limit on each process: costs no query. */
export function limiterInMemory(now: () => Date): RateLimiter {
  const buckets = new Map<string, number[]>();
  return (bucket, rate) => {
    const { hitsMs, waitSeconds } = take(buckets.get(bucket) ?? [], now().getTime(), rate);
    // Put back last: the map's order is then the order of use, and what is dropped first was used longest ago.
    buckets.delete(bucket);
    buckets.set(bucket, hitsMs);
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    return waitSeconds;
  };
}

/** For a limit that all processes share. The row's lock makes two requests at once count as two. */
export function limiterInDatabase(everywhere: Everywhere): RateLimiter {
  return (bucket, rate) =>
    everywhere.transaction(async (inside) => {
      await inside.run(
        sql`insert into rate_limits (bucket, hits) values (${bucket}, '{}') on conflict (bucket) do nothing`,
      );
      const row = await inside.first<{ hits: Date[] }>(
        sql`select hits from rate_limits where bucket = ${bucket} for update`,
      );
      const before = (row?.hits ?? []).map((hit) => hit.getTime());
      const { hitsMs, waitSeconds } = take(before, inside.now().getTime(), rate);
      const hits = hitsMs.map((hitMs) => new Date(hitMs));
      await inside.run(sql`update rate_limits set hits = ${hits} where bucket = ${bucket}`);
      return waitSeconds;
    });
}

/** Takes one, or fails with the time to wait. */
export async function enforce(limiter: RateLimiter, bucket: string, rate: Rate): Promise<void> {
  const waitSeconds = await limiter(bucket, rate);
  if (waitSeconds > 0) {
    const retryAfterSeconds = Math.ceil(waitSeconds);
    throw new Failure('too_many_requests', `Too many requests: try again in ${retryAfterSeconds} s`, {
      retryAfterSeconds,
      bucket,
    });
  }
}

/** Longer than any rate looks back. */
const FORGET_AFTER_MS = 86_400_000;

/** Unknown clients can create buckets with any address: buckets that were not used for a day are deleted. */
export async function forgetOldHits(everywhere: Everywhere): Promise<void> {
  const since = new Date(everywhere.now().getTime() - FORGET_AFTER_MS);
  await everywhere.run(
    sql`delete from rate_limits where not exists (select 1 from unnest(hits) as hit where hit > ${since})`,
  );
}
