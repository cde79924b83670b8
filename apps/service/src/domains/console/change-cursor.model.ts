/** How far somebody has read along: the transaction to ask from next, and when that was. */
export interface Cursor {
  readonly since: string;
  readonly at: Date;
}

/** Who was away for longer reads the pages anew, which is faster. */
const LONGEST_MS = 3_600_000;

/** As the `id` of an event of the stream. */
export const cursorId = ({ since, at }: Cursor): string => `${since}-${at.getTime()}`;

/** Where a client that comes back left off; undefined: nobody can tell any more, or it is no id of ours. */
export function cursorOf(lastEventId: string | undefined, now: Date): Cursor | undefined {
  const [, since, at] = /^(\d{1,18})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  if (since === undefined) return undefined;
  const agoMs = now.getTime() - Number(at);
  // Clocks of processes differ a little.
  return agoMs > LONGEST_MS || agoMs < -LONGEST_MS ? undefined : { since, at: new Date(Number(at)) };
}
