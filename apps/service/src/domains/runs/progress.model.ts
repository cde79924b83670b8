import type { ProgressView } from '@parley/contract/run.ts';

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
