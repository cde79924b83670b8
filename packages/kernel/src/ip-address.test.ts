import { expect, test } from 'vitest';
import { addressMatcher, isAddressRange, isLoopback, networkOf, type Reach, reachOf } from './ip-address.ts';

test.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])(
  '%s is an IP address or a range of addresses',
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
])('%j is neither an IP address nor a range of addresses', (text) => {
  expect(isAddressRange(text)).toBe(false);
});

test('an IP address matches itself, its range, and its IPv4-mapped IPv6 form', () => {
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
])('the IP address %s belongs to the client network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const addresses: Record<Reach, readonly string[]> = {
  internet: ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'],
  private: [
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
  ],
  nowhere: [
    '0.0.0.0',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::127.0.0.1',
    '0:0::8.8.8.8',
    '::808:808',
    '::ffff:a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd00:0ec2:0::0254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    'example.com',
    '',
  ],
};

test.each(
  Object.entries(addresses).flatMap(([reach, list]) => list.map((address) => [address, reach] as const)),
)('the IP address %s is reachable from: %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test.each([
  ['localhost', true],
  ['api.localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', false],
  ['0.0.0.0', false],
  ['::', false],
  ['example.com', false],
  ['', false],
])('the address %s leads to this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
