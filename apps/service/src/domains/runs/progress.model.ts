import { Named, Strict } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ProgressView = Named(
  'RunProgress',
  Strict({
    total: count('The sum of the six counts.'),
    queued: count('Waiting for a call.'),
    inProgress: count('With a call ringing or connected.'),
    completed: count('Held.'),
    failed: count('Ended by a technical failure.'),
    cancelled: count('Ended without being held: declined, or cancelled.'),
    unreachable: count('Never answered within the permitted calls.'),
    completion: Type.Number({ minimum: 0, maximum: 1, description: 'The share that is over.' }),
  }),
);
export type ProgressView = Static<typeof ProgressView>;

/** What is counted of a run: how its conversations ended, and how many are open. */
export interface Progress {
  /** Conversations that are not over. */
  readonly open: number;
  /** Of these, those with a call on the line. */
  readonly live: number;
  /** Contacts that are paid for and whose conversations are being made. */
  readonly pending: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly unreachable: number;
}

export function progressOf({ open, live, pending, ...ended }: Progress): ProgressView {
  const over = ended.completed + ended.failed + ended.cancelled + ended.unreachable;
  const total = open + pending + over;
  return {
    total,
    queued: open - live + pending,
    inProgress: live,
    completed: ended.completed,
    failed: ended.failed,
    cancelled: ended.cancelled,
    unreachable: ended.unreachable,
    completion: total === 0 ? 0 : over / total,
  };
}
