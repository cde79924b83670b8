import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { reachableAddresses } from './reachable-addresses.ts';

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;
const interfaces = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  eth0: [at('192.168.1.5'), at('fd00::5'), at('fe80::1')],
  eth1: [at('10.0.0.7')],
};

test('a service that listens on every network is reached at the address of each interface', () => {
  expect(reachableAddresses('0.0.0.0', 3000, interfaces)).toEqual([
    'http://localhost:3000',
    'http://192.168.1.5:3000',
    'http://10.0.0.7:3000',
  ]);
  expect(reachableAddresses('::', 3000, interfaces)).toEqual([
    'http://localhost:3000',
    'http://192.168.1.5:3000',
    'http://[fd00::5]:3000',
    'http://10.0.0.7:3000',
  ]);
});

test('a service that listens on one address is reached there alone', () => {
  expect(reachableAddresses('localhost', 3000, interfaces)).toEqual(['http://localhost:3000']);
  expect(reachableAddresses('10.0.0.7', 80, interfaces)).toEqual(['http://10.0.0.7:80']);
  expect(reachableAddresses('fd00::5', 80, interfaces)).toEqual(['http://[fd00::5]:80']);
});
