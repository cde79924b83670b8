import { expect, test } from 'vitest';
import { task } from './task.ts';

test('a task is its name and how it is tried', () => {
  expect(task<{ id: string }>('count-sheep', { retries: 3, expireSeconds: 60 })).toEqual({
    name: 'count-sheep',
    retries: 3,
    expireSeconds: 60,
  });
});

test('a task with a schedule keeps it', () => {
  expect(task('sweep', { retries: 0, expireSeconds: 5, cron: '0 3 * * *' }).cron).toBe('0 3 * * *');
});
