import { expect, test } from 'vitest';
import { endingWords } from './call.ts';

const at = '2026-03-02T10:00:00.000Z';

test.each([
  ['SCHEDULED', 'BUSY', null, `SCHEDULED: the line was busy. The next call is due at ${at}.`],
  ['SCHEDULED', 'NO_ANSWER', null, `SCHEDULED: nobody answered. The next call is due at ${at}.`],
  ['SCHEDULED', 'VOICEMAIL', null, `SCHEDULED: a voicemail answered. The next call is due at ${at}.`],
  ['FAILED', 'INVALID_NUMBER', null, 'FAILED: the number is not in service. No other call follows.'],
  [
    'FAILED',
    'AGENT_ERROR',
    'No such line',
    'FAILED: the agent failed (No such line). No other call follows.',
  ],
  [
    'CANCELLED',
    'OPT_OUT',
    null,
    'CANCELLED: the contact does not want to be called again. No other call follows.',
  ],
  ['COMPLETED', null, null, 'COMPLETED.'],
  ['COMPLETED', 'HUNG_UP', null, 'COMPLETED: the contact hung up.'],
] as const)(
  'the command line explains in words a call that ended %s for the reason %s (%s)',
  (status, reasonCode, notes, words) => {
    expect(endingWords({ status, scheduledAt: at }, { reasonCode, notes })).toBe(words);
  },
);

test('the command line says that a conversation waits without a scheduled call', () => {
  expect(endingWords({ status: 'SCHEDULED', scheduledAt: null }, undefined)).toBe(
    'SCHEDULED. No other call is scheduled yet.',
  );
});
