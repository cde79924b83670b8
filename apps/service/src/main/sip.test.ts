import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { sipSettings } from './settings/sip-settings.ts';
import { followsLaw, followsLawOnWeb, legalHoursRule, trunkOf } from './sip.ts';

const { read } = sipSettings.PARLEY_SIP_TRUNK;
const limits = { PARLEY_SIP_REGISTER: false, PARLEY_SIP_CALLS_PER_SECOND: 5, PARLEY_SIP_MAX_CALLS: 100 };
const trunk = (address: string, more = {}) => trunkOf(readUri(address) as SipUri, { ...limits, ...more });

test('parameters in the SIP address of a trunk set how the caller is identified', () => {
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

test('parameters in the SIP address of a trunk set how numbers are written', () => {
  const address = 'sip:trunk.example;number-format=national;number-country=ch;dial-prefix=9';
  expect(read(address)).toBeDefined();
  expect(trunk(address).dialling).toEqual({ format: 'NATIONAL', prefix: '9', country: 'CH' });
  expect(trunk('sip:trunk.example').dialling).toEqual({ format: 'E164', prefix: '', country: null });
});

test('calls over a trunk that registers come from the registered user', () => {
  expect(trunk('sip:user:word@pbx.example').identity).toEqual({});
  expect(trunk('sip:user:word@pbx.example', { PARLEY_SIP_REGISTER: true }).identity).toEqual({
    fromUser: 'user',
  });
});

test.each([
  ['sip:trunk.example;transport=sctp', 'have another value for transport'],
  ['sip:trunk.example;identity=hidden', 'have another value for identity'],
  ['sip:trunk.example;form-user=typo', 'not have the parameter form-user'],
  ['sip:trunk.example;number-format=local', 'have another value for number-format'],
  ['sip:trunk.example;dial-prefix=9', 'have number-format e164-without-plus or national'],
  ['sip:trunk.example;number-format=national', 'have number-country'],
  ['trunk.example', 'be an address such as'],
])('the SIP trunk address %s is refused with the reason', (address, words) => {
  expect(() => read(address)).toThrow(words);
});

test.each([
  // Wherever the service itself is reached, its trunks reach telephones.
  [undefined, undefined, undefined, true],
  [undefined, 'sip:trunk.example', undefined, true],
  [undefined, 'sip:10.0.0.5', undefined, true],
  [undefined, 'sip:127.0.0.1:5080', undefined, false],
  [undefined, 'sip:localhost', 'http://localhost:3000', false],
  [undefined, 'sip:ada@127.0.0.1;proxy=sbc.example.com', undefined, true],
  [undefined, 'sip:127.0.0.1:5080', 'https://parley.example.com', true],
  ['on', 'sip:127.0.0.1:5080', undefined, true],
  ['strict', 'sip:127.0.0.1:5080', undefined, true],
  ['off', 'sip:trunk.example', 'https://parley.example.com', false],
] as const)(
  'with PARLEY_CALLING_LAW %s, the trunk %s and the public URL %s, calls follow the law of the called country: %s',
  (setting, trunk, address, expected) => {
    const settings = {
      ...loadConfig({}, {}).config,
      PARLEY_CALLING_LAW: setting,
      PARLEY_PUBLIC_URL: address,
      PARLEY_SIP_TRUNK: trunk && readUri(trunk),
    };
    expect(followsLaw(settings, false)).toBe(expected);
    expect(legalHoursRule(settings, false)('+33142685300') !== undefined).toBe(expected);
    // A trunk that is a record leads elsewhere.
    expect(followsLaw(settings, true)).toBe(setting !== 'off');
  },
);

test('numbers of the simulated network have no legal hours', () => {
  expect(
    legalHoursRule(loadConfig({ PARLEY_CALLING_LAW: 'on' }, {}).config, false)('+15005550000'),
  ).toBeUndefined();
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
  'with the public URL %s and PARLEY_CALLING_LAW %s, the law of the called country applies to web calls: %s',
  (address, setting, expected) => {
    expect(followsLawOnWeb({ PARLEY_PUBLIC_URL: address, PARLEY_CALLING_LAW: setting })).toBe(expected);
  },
);
