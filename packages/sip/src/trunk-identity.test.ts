import { expect, test } from 'vitest';
import { callerLines } from './trunk-identity.ts';

const NUMBER = '+41446681801';

test('the caller id is the user of From and of P-Asserted-Identity', () => {
  expect(callerLines({}, NUMBER, 'user', 'trunk.example')).toEqual({
    from: '<sip:+41446681801@trunk.example>',
    contactUser: '+41446681801',
    headers: [['p-asserted-identity', '<sip:+41446681801@trunk.example>']],
  });
});

test('a trunk that identifies us by From gets its user there, and the caller id in the configured headers', () => {
  const identity = { fromUser: 'account 7', fromDomain: 'ours.example', headers: ['ppi', 'rpid'] } as const;
  expect(callerLines(identity, NUMBER, null, 'trunk.example')).toEqual({
    from: '<sip:account%207@ours.example>',
    contactUser: 'account%207',
    headers: [
      ['p-preferred-identity', '<sip:+41446681801@ours.example>'],
      ['remote-party-id', '<sip:+41446681801@ours.example>;party=calling;privacy=off;screen=no'],
    ],
  });
});

test('without a caller id the account name is in From, and no identity is asserted', () => {
  expect(callerLines({ contactUser: 'line1' }, null, 'user', '2001:db8::1')).toEqual({
    from: '<sip:user@[2001:db8::1]>',
    contactUser: 'line1',
    headers: [],
  });
  expect(callerLines({}, null, null, 'trunk.example').from).toBe('<sip:anonymous@trunk.example>');
});
