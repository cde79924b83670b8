import { expect, test } from 'vitest';
import { type RunReason, reasonSentence } from './run.ts';

const at = '2026-03-14T10:00:00.000Z';

test.each<[RunReason, string]>([
  [{ code: 'held_with', params: { end: 'COMPLETED' } }, 'The call took place (COMPLETED)'],
  [
    { code: 'not_reached', params: { count: 1, end: 'BUSY' } },
    'Not reached in one call; the last one was BUSY',
  ],
  [{ code: 'not_reached', params: { count: 2 } }, 'Not reached in 2 calls; the last one was not answered'],
  [{ code: 'link_opened', params: { count: 3 } }, 'The link was opened 3 times, but no call was completed'],
  [
    { code: 'retry', params: { number: 2, most: 3, at, end: 'BUSY' } },
    'Call 2 of 3 at 2026-03-14T10:00:00.000Z; the last one was BUSY',
  ],
  [
    { code: 'queued', params: { live: 10, limit: 10 } },
    'Waits for its turn: 10 calls are live, and the plan allows 10 at the same time',
  ],
  [
    { code: 'queued', params: { live: 1, limit: 1 } },
    'Waits for its turn: 1 call is live, and the plan allows 1 at the same time',
  ],
])('the reason %j of a run contact is shown as "%s"', (reason, sentence) => {
  expect(reasonSentence(reason)).toBe(sentence);
});

test("a client can word times and outcomes in a run contact's reason itself", () => {
  const reason: RunReason = { code: 'retry', params: { number: 2, most: 3, at, end: 'BUSY' } };
  expect(reasonSentence(reason, { moment: () => 'noon', end: (code) => code.toLowerCase() })).toBe(
    'Call 2 of 3 at noon; the last one was busy',
  );
});
