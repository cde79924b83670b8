import { task } from '@parley/kernel/task.ts';

/** Seals what lies plain in the database: from before it was sealed, or from while the KMS did not answer. */
export const sealTextsTask = task<Record<never, never>>('seal-texts', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

/** Has what could not be sealed looked at again, and what a process of an older version has written since. */
export const lookAgainTask = task<Record<never, never>>('seal-texts-again', {
  retries: 0,
  expireSeconds: 60,
  cron: '23 2 * * *',
});
