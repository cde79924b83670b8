import { expect, test } from 'vitest';
import { aboutOf, outcomeOf } from './sip-outcome.ts';

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
] as const)('the SIP code %i says something about the contact: %s', (status, kind) => {
  expect(outcomeOf({ status, reason: 'Said' })).toEqual({ kind, code: `${status} Said` });
});

test('every other SIP code is a network failure and is stored', () => {
  const told = new Set([404, 408, 410, 480, 484, 485, 486, 487, 600, 603, 604, 607, 608]);
  for (let status = 300; status < 700; status++)
    if (!told.has(status))
      expect(outcomeOf({ status, reason: 'X' })).toEqual({ kind: 'failed', code: `${status} X` });
});

test('the cause code of the telephone network outweighs the SIP code', () => {
  const cause = 17;
  expect(outcomeOf({ status: 503, reason: 'No', cause })).toEqual({
    kind: 'busy',
    code: '503 No (Q.850 17)',
  });
  expect(outcomeOf({ status: 404, reason: 'No', cause }).kind).toBe('busy');
});

test.each([
  [403, 21, 'contact', 'declined'], // rejected by the person
  [603, 41, 'server', 'failed'], // a temporary failure of the network
  [404, 3, 'route', 'failed'], // no route: the number may be right
  [404, 1, 'contact', 'invalid_number'],
  [486, 34, 'server', 'failed'], // no free line
  [480, 16, 'contact', 'no_answer'], // "normal clearing" says nothing
  [404, 127, 'contact', 'invalid_number'], // neither does "interworking"
  [500, 20, 'contact', 'no_answer'],
  [503, 42, 'capacity', 'failed'], // congested
  [404, 102, 'route', 'failed'],
  [480, 102, 'route', 'failed'], // a timer of the network ran out
  [480, 2, 'route', 'failed'],
  [503, 3, 'server', 'failed'],
  [503, 102, 'server', 'failed'],
  [503, 0, 'capacity', 'failed'], // a cause that says nothing, or nothing of the contact
  [503, 16, 'capacity', 'failed'],
  [503, 27, 'capacity', 'failed'],
  [503, 31, 'capacity', 'failed'],
  [503, 127, 'capacity', 'failed'],
  [500, 111, 'server', 'failed'],
  [502, 3, 'server', 'failed'],
  [504, 102, 'server', 'failed'],
  [503, 1, 'contact', 'invalid_number'],
  [429, 3, 'capacity', 'failed'],
  [407, 21, 'login', 'declined'],
] as const)('SIP code %i with cause code %i is about the %s: %s', (status, cause, about, kind) => {
  expect([aboutOf({ status, reason: '', cause }), outcomeOf({ status, reason: '', cause }).kind]).toEqual([
    about,
    kind,
  ]);
});

test.each([
  [503, 'capacity'],
  [429, 'capacity'],
  [500, 'server'],
  [502, 'server'],
  [504, 'server'],
  [401, 'login'],
  [407, 'login'],
  [403, 'route'],
  [302, 'route'],
  [408, 'route'],
  [486, 'contact'],
  [603, 'contact'],
  [404, 'contact'],
  [699, 'contact'],
  [400, 'server'], // any other code that no telephone sends
  [402, 'server'],
  [420, 'route'],
  [433, 'route'],
  [482, 'route'],
  [501, 'server'],
  [513, 'server'],
  [580, 'server'],
  [415, 'route'], // the codecs that are offered: another trunk may take them
  [488, 'route'],
  [606, 'route'],
] as const)('SIP code %i without a cause code is about the %s', (status, about) => {
  expect(aboutOf({ status, reason: '' })).toBe(about);
});

test('a SIP 408 after ringing means that nobody answered', () => {
  expect(aboutOf({ status: 408, reason: '' }, true)).toBe('contact');
});
