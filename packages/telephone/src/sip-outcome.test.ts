import { causeOf } from '@parley/sip/sip-message.ts';
import { expect, test } from 'vitest';
import { isOfTheTrunk, isPassing, outcomeOf } from './sip-outcome.ts';

test.each([
  [404, 'invalid_number'],
  [410, 'invalid_number'],
  [484, 'invalid_number'],
  [604, 'invalid_number'],
  [486, 'busy'],
  [600, 'busy'],
  [408, 'no_answer'],
  [480, 'no_answer'],
  [487, 'no_answer'],
  [603, 'declined'],
  [607, 'declined'],
] as const)('%i is an outcome of the contact: %s', (status, kind) => {
  expect(outcomeOf({ status, reason: 'Said' })).toEqual({ kind, code: `${status} Said` });
});

test('every other code is a network failure and is stored', () => {
  const told = new Set([404, 408, 410, 480, 484, 485, 486, 487, 600, 603, 604, 607, 608]);
  for (let status = 300; status < 700; status++)
    if (!told.has(status))
      expect(outcomeOf({ status, reason: 'X' })).toEqual({ kind: 'failed', code: `${status} X` });
});

test('the Reason header overrides a vague status code', () => {
  const cause = causeOf('SIP;cause=503, Q.850;cause=17;text="User busy"');
  expect(cause).toBe(17);
  expect(outcomeOf({ status: 503, reason: 'No', cause })).toEqual({
    kind: 'busy',
    code: '503 No (Q.850 17)',
  });
  expect(outcomeOf({ status: 404, reason: 'No', cause }).kind).toBe('invalid_number');
  expect(causeOf('garbage')).toBeUndefined();
});

test('a congested network is not reported as a busy contact', () => {
  expect(isOfTheTrunk({ status: 503, reason: '' })).toBe(true);
  expect(isOfTheTrunk({ status: 429, reason: '' })).toBe(true);
  expect(isOfTheTrunk({ status: 503, reason: '', cause: 17 })).toBe(false);
  expect(isOfTheTrunk({ status: 486, reason: '' })).toBe(false);
});

test('temporary failures are distinguished from permanent ones', () => {
  expect(isPassing({ status: 503, reason: '' })).toBe(true);
  expect(isPassing({ status: 503, reason: '', cause: 42 })).toBe(true); // congested
  expect(isPassing({ status: 429, reason: '', cause: 3 })).toBe(true);
  expect(isPassing({ status: 503, reason: '', cause: 3 })).toBe(false); // no route to that number
});
