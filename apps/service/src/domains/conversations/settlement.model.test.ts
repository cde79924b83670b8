import { expect, test } from 'vitest';
import { minutesOf } from '../billing/price.model.ts';
import { type EndingKind, meaningOf, meanings, retryDelayMs } from './settlement.model.ts';

/** Every way a call can end: the attempt's status and reason, where it leads, what a further call is blamed on, and who pays. */
const rows: [EndingKind, string, string | null, string, string | undefined, boolean][] = [
  ['finished', 'COMPLETED', null, 'complete', undefined, true],
  ['message_taken', 'COMPLETED', null, 'complete', undefined, true],
  ['handed_off', 'COMPLETED', 'HANDED_OFF', 'complete', undefined, true],
  ['max_duration', 'COMPLETED', 'MAX_DURATION', 'complete', undefined, true],
  ['hung_up', 'COMPLETED', 'HUNG_UP', 'complete', undefined, true],
  ['hung_up_early', 'NO_ANSWER', 'HUNG_UP', 'retry', 'NO_ANSWER', false],
  ['no_answer', 'NO_ANSWER', 'NO_ANSWER', 'retry', 'NO_ANSWER', false],
  ['busy', 'BUSY', 'BUSY', 'retry', 'BUSY', false],
  ['refused_at_ringing', 'BUSY', 'DECLINED', 'retry', 'BUSY', false],
  ['voicemail', 'VOICEMAIL', 'VOICEMAIL', 'retry', 'VOICEMAIL', false],
  ['carrier_error', 'FAILED', 'CARRIER_ERROR', 'technical', 'TECHNICAL_FAILURE', false],
  ['agent_error', 'FAILED', 'AGENT_ERROR', 'technical', 'TECHNICAL_FAILURE', false],
  ['lost', 'FAILED', 'LOST', 'technical', 'TECHNICAL_FAILURE', false],
  ['unknown', 'FAILED', 'LOST', 'fail', undefined, false],
  ['invalid_number', 'FAILED', 'INVALID_NUMBER', 'fail', undefined, false],
  ['callback', 'COMPLETED', 'CALLBACK_REQUESTED', 'callback', 'CANDIDATE_REQUEST', true],
  ['not_interested', 'COMPLETED', 'NOT_INTERESTED', 'decline', undefined, true],
  ['wrong_person', 'COMPLETED', 'NOT_INTERESTED', 'decline', undefined, true],
  ['opt_out', 'COMPLETED', 'OPT_OUT', 'decline', undefined, true],
  ['do_not_call', 'CANCELLED', 'OPT_OUT', 'decline', undefined, false],
];

test.each(rows)(
  'a call that ends with %s gets status %s and reason %s, and leads to: %s',
  (kind, ...expected) => {
    const { status, reasonCode, leadsTo, reason, isCharged } = meaningOf(kind);
    expect([status, reasonCode, leadsTo, reason, isCharged]).toEqual(expected);
  },
);

test('the table of call endings has an entry for every way a call can end', () => {
  expect(rows.map(([kind]) => kind).sort()).toEqual(Object.keys(meanings).sort());
});

test.each([
  [0, 0],
  [1, 1],
  [60, 1],
  [61, 2],
  [3600, 60],
])('%i connected seconds are charged as %i minutes', (seconds, minutes) => {
  expect(minutesOf(seconds)).toBe(minutes);
});

test.each([
  [[1800, 14_400], 1, 1800],
  [[1800, 14_400], 2, 14_400],
  [[1800, 14_400], 5, 14_400],
  [60, 1, 60],
  [60, 9, 60],
])('with retry delays of %j the call after number %i waits %i seconds', (delaySeconds, counted, seconds) => {
  expect(retryDelayMs({ maxAttempts: 10, delaySeconds }, counted)).toBe(seconds * 1000);
});
