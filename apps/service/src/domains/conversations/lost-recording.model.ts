const MINUTE_MS = 60_000;
/** After the first look that failed, the second and so on; the last one repeats. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS] as const;
/** About a week: a store that is away comes back by then, and what nobody can read stays so. */
const MOST_LOOKS = 7 * 24;

/** When a recording is looked for again that so many looks did not find; undefined: never. */
export function nextLookAt(failedLooks: number, now: Date): Date | undefined {
  if (failedLooks >= MOST_LOOKS) return undefined;
  const waitMs = WAITS_MS[Math.min(failedLooks, WAITS_MS.length) - 1] ?? 0;
  return new Date(now.getTime() + waitMs);
}
