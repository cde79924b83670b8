import { expect, test } from 'vitest';
import { retried } from './scope.ts';

/** Fails so often, and then answers. */
function failing(times: number, code: string) {
  const state = { calls: 0 };
  const transact = async () => {
    state.calls++;
    if (state.calls <= times) throw Object.assign(new Error('undone'), { code });
    return 'done';
  };
  return { state, transact };
}

test.each(['40P01', '40001'])('a transaction rolled back with the error %s is retried', async (code) => {
  expect(await retried(failing(4, code).transact)).toBe('done');
});

test('the number of retries of a transaction is limited', async () => {
  const { state, transact } = failing(100, '40P01');
  await expect(retried(transact)).rejects.toThrow('undone');
  expect(state.calls).toBe(5);
});

test('a transaction that failed for another reason is not retried', async () => {
  const { state, transact } = failing(1, '23505');
  await expect(retried(transact)).rejects.toThrow('undone');
  expect(state.calls).toBe(1);
});
