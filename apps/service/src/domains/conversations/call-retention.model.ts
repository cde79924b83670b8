import { task } from '@parley/kernel/task.ts';

/** How many days of a call are kept; undefined: as long as its conversation. */
export interface CallRetention {
  readonly journalDays: number | undefined;
  readonly recordingDays: number | undefined;
}

export const purgeCallsTask = task<object>('purge-calls', {
  retries: 3,
  expireSeconds: 600,
  cron: '47 3 * * *',
});
