import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

test('work within the limit gives its own result or failure', async () => {
  expect(await withTimeout(1000, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('work beyond the limit rejects', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow('No answer within 5 ms');
});
