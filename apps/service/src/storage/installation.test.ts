import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeOn } from './installation.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('the first process to propose a value for an installation sets it, and another value is refused later', async () => {
  expect(await agreeOn(store.database, 'pepper', 'a')).toBe(true);
  expect(await agreeOn(store.database, 'pepper', 'a')).toBe(true);
  expect(await agreeOn(store.database, 'pepper', 'b')).toBe(false);
  expect(await agreeOn(store.database, 'pepper', 'a')).toBe(true);
});

test('values of an installation under different names are independent', async () => {
  expect(await agreeOn(store.database, 'one', 'a')).toBe(true);
  expect(await agreeOn(store.database, 'other', 'b')).toBe(true);
});

test('exactly one of several processes that propose different values concurrently wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, process) => agreeOn(store.database, 'raced', `value ${process}`)),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
});
