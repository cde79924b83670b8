import { notFound } from '@parley/kernel/failure.ts';
import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

/** Writes are held until released, and each is remembered with its rows. */
function gathering(fault: (rows: readonly number[]) => Error | undefined = () => undefined) {
  const writes: (readonly number[])[] = [];
  let idle = 0;
  let release = () => {};
  let held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rows = new Gathering<number, string>(
    async (batch) => {
      writes.push(batch);
      await held;
      const error = fault(batch);
      if (error) throw error;
      return batch.map((row) => `written ${row}`);
    },
    () => idle++,
  );
  return {
    rows,
    writes,
    idle: () => idle,
    release() {
      release();
      held = Promise.resolve();
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const failure = (code: string) => Object.assign(new Error('refused'), { code });

test('a single row is written at once, and rows that arrive during the write become one batch', async () => {
  const { rows, writes, release, idle } = gathering();
  const added = numbers(4).map((row) => rows.add(row));
  expect(writes).toEqual([[1]]);
  release();
  await Promise.all(added);
  expect(writes).toEqual([[1], [2, 3, 4]]);
  await rows.add(5);
  expect(writes.at(-1)).toEqual([5]);
  await turn();
  expect(idle()).toBe(2);
});

test('each caller of a batched write gets the result of its own row', async () => {
  const { rows, release } = gathering();
  const added = numbers(3).map((row) => rows.add(row));
  release();
  expect(await Promise.all(added)).toEqual(['written 1', 'written 2', 'written 3']);
});

test('no caller of a batched write gets a result before its row is written', async () => {
  const { rows, release } = gathering();
  let written = false;
  const added = rows.add(1).then(() => {
    written = true;
  });
  await turn();
  expect(written).toBe(false);
  release();
  await added;
});

test('a row that the database refuses fails alone, not its batch', async () => {
  const { rows, release } = gathering((batch) => (batch.includes(3) ? failure('23503') : undefined));
  const added = Promise.allSettled(numbers(5).map((row) => rows.add(row)));
  release();
  expect((await added).map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
});

test('a row that a business rule refuses fails alone, not its batch', async () => {
  const { rows, release } = gathering((batch) => (batch.includes(3) ? notFound('Contact') : undefined));
  const added = Promise.allSettled(numbers(5).map((row) => rows.add(row)));
  release();
  expect((await added).map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
});

test('when the database is unreachable, the rows of a failed batch are not retried one by one', async () => {
  const { rows, writes, release } = gathering(() => failure('57P01'));
  const added = Promise.allSettled(numbers(5).map((row) => rows.add(row)));
  release();
  expect((await added).every(({ status }) => status === 'rejected')).toBe(true);
  expect(writes).toHaveLength(2);
});

test('a batch of rows has a maximum size', async () => {
  const { rows, writes, release } = gathering();
  const added = numbers(450).map((row) => rows.add(row));
  release();
  await Promise.all(added);
  expect(writes.map((batch) => batch.length)).toEqual([1, 200, 200, 49]);
});
