import { expect, test } from 'vitest';
import { plainReason } from './plain-reason.ts';

test.each([
  ['Busy Here', 'Busy Here'],
  ['Server Time-out', 'Server Time-out'],
  ['Request-URI Too Long', 'Request-URI Too Long'],
  ['gw-zurich Time-out', '… Time-out'],
  ["The user doesn't answer, sorry!", "The user doesn't answer, sorry!"],
  ['Kein Guthaben für diesen Anruf', 'Kein Guthaben für diesen Anruf'],
  [
    'Account acme-77812 has no credit, prefix 998870, gw sbc7 [::1]',
    'Account … has no credit, prefix … gw …',
  ],
  ['No route on sbc.provider.example (10.9.8.7, 2001:db8::7)', 'No route on …'],
  ['<sip:acme@provider> 0041791234567', '…'],
  ['', ''],
])('of the reason %j a stranger to the trunk sees %j', (phrase, shown) => {
  expect(plainReason(phrase)).toBe(shown);
});

test('of a reason of many kilobytes no more than its beginning is read', () => {
  expect(plainReason(`a${'('.repeat(60_000)}x`)).toBe(`a${'('.repeat(199)}`);
});
