import { task } from '@parley/kernel/task.ts';

/** Deletes the numbers of imports that no longer count, and imports that nobody finished. */
export const purgeRegistersTask = task<object>('purge-do-not-call-registers', {
  retries: 3,
  expireSeconds: 1800,
  cron: '*/10 * * * *',
});
