import { expect, test } from 'vitest';
import { RowBackoff } from './row-backoff.ts';

function backoff() {
  const reported: string[] = [];
  const clock = { ms: 0 };
  return {
    reported,
    clock,
    rows: new RowBackoff(
      ({ message }) => reported.push(message),
      () => clock.ms,
    ),
  };
}
const fails = () => Promise.reject(new Error('no'));
const succeeds = async () => {};

test('a failing row is reported once and skipped longer after each failure, up to a minute', async () => {
  const { rows, reported, clock } = backoff();
  for (const restMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    await rows.attempt('row', fails);
    clock.ms += restMs - 1;
    expect(rows.resting()).toEqual(['row']);
    clock.ms += 1;
    expect(rows.resting()).toEqual([]);
  }
  expect(reported).toEqual(['no']);
});

test('a row that fails after having recovered is reported again', async () => {
  const { rows, reported } = backoff();
  await rows.attempt('row', fails);
  await rows.attempt('row', succeeds);
  expect(rows.resting()).toEqual([]);
  await rows.attempt('row', fails);
  expect(reported).toEqual(['no', 'no']);
});

test('only the latest thousand failing rows are remembered', async () => {
  const { rows } = backoff();
  for (let id = 0; id < 1500; id++) await rows.attempt(String(id), fails);
  expect(rows.resting()).toHaveLength(1000);
  expect(rows.resting()).not.toContain('499');
});

test('row backoff that is set to throw throws the first failure', async () => {
  await expect(RowBackoff.throwing().attempt('row', fails)).rejects.toThrow('no');
});
