import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallJournals, keptCall } from './call-journals.ts';

type Parts = Parameters<ConstructorParameters<typeof CallJournals>[0]>[0];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const plan = { language: 'en' } as never;
const entry = (text: string) => ({ kind: 'say', text }) as never;

/** Journals whose every append waits to be let through or refused. */
function journals() {
  const kept: { part: number; entries: readonly unknown[] }[] = [];
  const pending: { finish: () => void; fail: () => void }[] = [];
  const append = (parts: Parts) =>
    new Promise<void>((resolve, reject) => {
      pending.push({
        finish: () => {
          kept.push(...parts.map(({ part, entries }) => ({ part, entries })));
          resolve();
        },
        fail: () => reject(new Error('away')),
      });
    });
  return { journals: new CallJournals(append, () => {}), kept, pending };
}

test('the journal of a call is stored in order, first its plan, and its last part with the settlement', async () => {
  const { journals: all, kept, pending } = journals();
  const keep = all.open('a', 'c', plan);
  keep(entry('one'));
  vi.advanceTimersByTime(200);
  pending[0]?.finish();
  keep(entry('two'));
  const { entries, rest } = await all.close('a');
  expect(kept).toEqual([{ part: 0, entries: [{ kind: 'plan', plan }, entry('one')] }]);
  expect(rest).toEqual({ part: 1, entries: [entry('two')] });
  expect(entries).toEqual([entry('one'), entry('two')]);
});

test('a journal write that is slow and then fails neither loses nor repeats entries', async () => {
  const { journals: all, kept, pending } = journals();
  const keep = all.open('a', 'c', plan);
  keep(entry('one'));
  vi.advanceTimersByTime(200);
  keep(entry('two'));
  // Meanwhile the clock goes on, and the first append is still under way.
  vi.advanceTimersByTime(200);
  for (const { finish } of pending.slice(1)) finish();
  pending[0]?.fail();
  await vi.advanceTimersByTimeAsync(200);
  for (const { finish } of pending.slice(1)) finish();
  const { rest } = await all.close('a');
  const parts = [...kept, rest];
  expect(parts.flatMap(({ entries }) => entries)).toEqual([
    { kind: 'plan', plan },
    entry('one'),
    entry('two'),
  ]);
  expect(parts.map(({ part }) => part)).toEqual(parts.map((_, number) => number));
});

test('a stored journal is read as plan and entries, and one without a plan is refused', () => {
  expect(keptCall([{ kind: 'plan', plan }, entry('one')])).toEqual({ plan, journal: [entry('one')] });
  expect(keptCall([])).toBeUndefined();
  expect(keptCall([entry('one')])).toBeUndefined();
});
