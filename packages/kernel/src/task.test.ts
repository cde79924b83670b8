import { expect, test } from 'vitest';
import { task } from './task.ts';

test('a task has a name and a retry policy', () => {
  expect(task<{ id: string }>('count-sheep', { retries: 3, expireSeconds: 60 })).toEqual({
    name: 'count-sheep',
    retries: 3,
    expireSeconds: 60,
  });
});

test('a task can have a schedule', () => {
  expect(task('sweep', { retries: 0, expireSeconds: 5, cron: '0 3 * * *' }).cron).toBe('0 3 * * *');
});
