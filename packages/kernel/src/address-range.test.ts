import { expect, test } from 'vitest';
import { addressMatcher, isAddressRange, networkOf } from './address-range.ts';

test.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])(
  '%s is an address or a range',
  (text) => {
    expect(isAddressRange(text)).toBe(true);
  },
);

test.each([
  '',
  '10.0.0',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/8/8',
  'localhost',
  '10.0.0.0/',
  'fe80::1%eth0',
  '10.0.0.0/-1',
])('%j is neither', (text) => {
  expect(isAddressRange(text)).toBe(false);
});

test('an address matches itself, its range, and its IPv4-mapped IPv6 form', () => {
  const allowed = addressMatcher(['203.0.113.7', '10.0.0.0/8', '2001:db8::/32']);
  for (const address of ['203.0.113.7', '10.200.3.4', '2001:db8::5', '::ffff:10.1.1.1'])
    expect(allowed(address)).toBe(true);
  for (const address of ['203.0.113.8', '11.0.0.1', '2001:db9::5', '::ffff:11.1.1.1', 'nonsense'])
    expect(allowed(address)).toBe(false);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s lies in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
