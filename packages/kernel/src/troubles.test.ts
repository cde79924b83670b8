import { expect, test } from 'vitest';
import { Troubles } from './troubles.ts';

function troubles() {
  const told: string[] = [];
  const clock = { ms: 0 };
  return {
    told,
    clock,
    rows: new Troubles(
      ({ message }) => told.push(message),
      () => clock.ms,
    ),
  };
}
const fails = () => Promise.reject(new Error('no'));
const succeeds = async () => {};

test('a row that fails is told of once, and rests longer each time, up to a minute', async () => {
  const { rows, told, clock } = troubles();
  for (const restMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    await rows.attempt('row', fails);
    clock.ms += restMs - 1;
    expect(rows.resting()).toEqual(['row']);
    clock.ms += 1;
    expect(rows.resting()).toEqual([]);
  }
  expect(told).toEqual(['no']);
});

test('a row that comes right is told of again when it fails again', async () => {
  const { rows, told } = troubles();
  await rows.attempt('row', fails);
  await rows.attempt('row', succeeds);
  expect(rows.resting()).toEqual([]);
  await rows.attempt('row', fails);
  expect(told).toEqual(['no', 'no']);
});

test('of rows without number the oldest are forgotten', async () => {
  const { rows } = troubles();
  for (let id = 0; id < 1500; id++) await rows.attempt(String(id), fails);
  expect(rows.resting()).toHaveLength(1000);
  expect(rows.resting()).not.toContain('499');
});

test('who does one round alone hears of what goes wrong', async () => {
  await expect(Troubles.thrown().attempt('row', fails)).rejects.toThrow('no');
});
