import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { expect, test } from 'vitest';
import { sipSettings } from './settings/sip-settings.ts';
import { followsLaw, trunkOf } from './sip.ts';

const { read } = sipSettings.PARLEY_SIP_TRUNK;
const limits = { PARLEY_SIP_REGISTER: false, PARLEY_SIP_CALLS_PER_SECOND: 5, PARLEY_SIP_MAX_CALLS: 100 };
const trunk = (address: string, more = {}) => trunkOf(readUri(address) as SipUri, { ...limits, ...more });

test('the address of a trunk says how it wants to see who calls', () => {
  const address =
    'sip:user:word@sip.example.com;transport=tcp;auth-user=login%401;from-user=account;from-domain=ours.example;contact-user=line;identity=ppi,rpid;proxy=edge.example.com:5070';
  expect(read(address)).toBeDefined();
  expect(trunk(address)).toMatchObject({
    credentials: { user: 'login@1', password: 'word' },
    identity: {
      fromUser: 'account',
      fromDomain: 'ours.example',
      contactUser: 'line',
      headers: ['ppi', 'rpid'],
    },
    proxy: { host: 'edge.example.com', port: 5070 },
  });
});

test('a trunk that we register at is called by the user that is registered there', () => {
  expect(trunk('sip:user:word@pbx.example').identity).toEqual({});
  expect(trunk('sip:user:word@pbx.example', { PARLEY_SIP_REGISTER: true }).identity).toEqual({
    fromUser: 'user',
  });
});

test.each([
  ['sip:trunk.example;transport=sctp', 'have another value for transport'],
  ['sip:trunk.example;identity=hidden', 'have another value for identity'],
  ['sip:trunk.example;form-user=typo', 'not have the parameter form-user'],
  ['trunk.example', 'be an address such as'],
])('%s is refused with the reason', (address, words) => {
  expect(() => read(address)).toThrow(words);
});

test.each([
  ['https://parley.example.com', undefined, true],
  ['https://1.1.1.1', undefined, true],
  [undefined, undefined, false],
  ['http://localhost:3000', undefined, false],
  ['http://127.0.0.1:3000', undefined, false],
  ['https://10.0.0.7', undefined, false],
  ['https://parley.home.arpa', undefined, false],
  [undefined, 'on', true],
  ['https://parley.example.com', 'off', false],
] as const)(
  'at %s with the setting %s the law of the called country counts: %s',
  (address, setting, expected) => {
    expect(followsLaw({ PARLEY_PUBLIC_URL: address, PARLEY_CALLING_LAW: setting })).toBe(expected);
  },
);
