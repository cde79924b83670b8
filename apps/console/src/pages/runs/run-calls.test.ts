import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Run } from './run.ts';
import { doublingsOf, runCallsQuery } from './run-calls.ts';

const CALLS = { placed: 0, simulated: 0, unknown: 0 };
const progressOf = (completed: number, inProgress = 0) =>
  ({ completed, inProgress, unreachable: 0, failed: 0, cancelled: 0 }) as Run['progress'];

/** An open page of a run. */
function openPage() {
  const queries = new QueryClient();
  let requests = 0;
  const optionsOf = (status: Run['status'], progress: Run['progress']) => ({
    ...runCallsQuery({ id: 'run', status }, doublingsOf(progress)),
    queryFn: async () => {
      requests += 1;
      return CALLS;
    },
  });
  const observer = new QueryObserver(queries, optionsOf('RUNNING', progressOf(0)));
  const close = observer.subscribe(() => {});
  return {
    queries,
    close,
    requests: () => requests,
    show: (status: Run['status'], progress: Run['progress']) =>
      observer.setOptions(optionsOf(status, progress)),
  };
}

test('the page of a run of a million calls counts them some twenty times while all of them are placed', () => {
  const page = openPage();
  for (let called = 0; called <= 1_000_000; called += 100) page.show('RUNNING', progressOf(called));
  expect(page.requests()).toBeGreaterThan(10);
  expect(page.requests()).toBeLessThanOrEqual(20);
  page.close();
});

test('the calls of a run are counted when the page opens, when the first is placed and when the status changes', () => {
  const page = openPage();
  expect(page.requests()).toBe(1);
  page.show('RUNNING', progressOf(0, 1));
  expect(page.requests()).toBe(2);
  page.show('PAUSED', progressOf(0, 1));
  expect(page.requests()).toBe(3);
  page.close();
});

test('a run that is resumed shows no count from before it was paused', async () => {
  const page = openPage();
  page.show('PAUSED', progressOf(0));
  // The count of the running run is dropped in a timer.
  await expect.poll(() => page.queries.getQueryCache().getAll().length).toBe(1);
  page.show('RUNNING', progressOf(0));
  expect(page.requests()).toBe(3);
  page.close();
});

test('a change of the run alone does not make the page count its calls again', async () => {
  const page = openPage();
  await page.queries.invalidateQueries({ queryKey: ['run', 'run'] });
  expect(page.requests()).toBe(1);
  page.close();
});
