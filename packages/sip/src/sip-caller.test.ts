import { expect, test } from 'vitest';
import { callerOf } from './sip-caller.ts';
import type { SipHeader, SipRequest } from './sip-message.ts';

const invite = (uri: string, headers: readonly SipHeader[]): SipRequest => ({
  method: 'INVITE',
  uri,
  headers,
  body: '',
});
const US = 'sip:+41446681801@192.0.2.1';
const from = (value: string): SipHeader => ['from', value];

test.each([
  ['as E.164', '"Ada" <sip:+41446681800@198.51.100.1;user=phone>;tag=1'],
  ['without a plus', '<sip:41446681800@198.51.100.1>;tag=1'],
  ['with the prefix of calls abroad', '<sip:0041446681800@198.51.100.1>;tag=1'],
  ['as it is dialled in the country', '<sip:0446681800@198.51.100.1>;tag=1'],
  ['as a telephone address', '<tel:+41-44-668-18-00>;tag=1'],
  ['with parameters', '<sip:+41446681800;phone-context=ch@198.51.100.1>;tag=1'],
])('a caller whose number is written %s is known', (_, written) => {
  expect(callerOf(invite(US, [from(written)]), null)).toEqual({ from: '+41446681800', to: '+41446681801' });
});

test('P-Asserted-Identity wins over From', () => {
  const vouched: SipHeader = ['p-asserted-identity', '<sip:+41446681800@198.51.100.1>'];
  expect(callerOf(invite(US, [from('<sip:+41446681899@far>;tag=1'), vouched]), null).from).toBe(
    '+41446681800',
  );
});

test.each([
  ['says so', [from('"Anonymous" <sip:anonymous@anonymous.invalid>;tag=1')]],
  [
    'is known to the network only',
    [
      from('<sip:anonymous@anonymous.invalid>;tag=1'),
      ['p-asserted-identity', '<sip:+41446681800@198.51.100.1>'],
      ['privacy', 'id'],
    ],
  ],
  ['has no number', [from('<sip:bob@198.51.100.1>;tag=1')]],
] as [string, SipHeader[]][])('a caller who hides or %s is nobody', (_, headers) => {
  expect(callerOf(invite(US, headers), null).from).toBeNull();
});

test('where the call is addressed to an account, the number is in To, or is not known', () => {
  const to: SipHeader = ['to', '<sip:+41446681801@192.0.2.1>'];
  expect(callerOf(invite('sip:alice@192.0.2.1', [from('<sip:x@y>'), to]), null).to).toBe('+41446681801');
  expect(callerOf(invite('sip:alice@192.0.2.1', [from('<sip:x@y>')]), null).to).toBeNull();
});
