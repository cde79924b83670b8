import { expect, test } from 'vitest';
import { within } from './deadline.ts';

test('work that is quick enough gives its result or its own failure', async () => {
  expect(await within(1000, Promise.resolve(7))).toBe(7);
  await expect(within(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('nobody waits longer than the limit', async () => {
  await expect(within(5, new Promise(() => {}))).rejects.toThrow('No answer within 5 ms');
});
