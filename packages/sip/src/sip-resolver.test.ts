import { expect, test } from 'vitest';
import { readUri, type SipUri } from './sip-address.ts';
import { type Dns, resolve, dnsOf as systemDns } from './sip-resolver.ts';

const nothing = () => Promise.reject(new Error('ENOTFOUND'));
const dnsOf = (known: {
  naptr?: Record<string, Awaited<ReturnType<Dns['naptr']>>>;
  srv?: Record<string, Awaited<ReturnType<Dns['srv']>>>;
  addresses?: Record<string, string[]>;
}): Dns => ({
  naptr: async (name) => known.naptr?.[name] ?? nothing(),
  srv: async (name) => known.srv?.[name] ?? nothing(),
  addresses: async (name) => known.addresses?.[name] ?? nothing(),
});
const random = (fraction: number) => ({ token: () => '', fraction: () => fraction });
const found = async (uri: string, dns: Dns, fraction = 0) =>
  (await resolve(readUri(uri) as SipUri, dns, random(fraction))).map(
    ({ transport, host, port }) => `${transport} ${host}:${port}`,
  );

test('an IP address needs no DNS', async () => {
  expect(await found('sip:192.0.2.7', dnsOf({}))).toEqual(['udp 192.0.2.7:5060']);
  expect(await found('sips:[2001:db8::7]', dnsOf({}))).toEqual(['tls 2001:db8::7:5061']);
});

test('a host name with a port is looked up without SRV', async () => {
  const dns = dnsOf({ addresses: { 'a.example': ['192.0.2.1', '192.0.2.2'] } });
  expect(await found('sip:a.example:5070;transport=tcp', dns)).toEqual([
    'tcp 192.0.2.1:5070',
    'tcp 192.0.2.2:5070',
  ]);
});

test('NAPTR chooses the transport, SRV the servers', async () => {
  const dns = dnsOf({
    naptr: {
      'a.example': [
        { service: 'SIP+D2U', replacement: '_sip._udp.a.example', order: 20, preference: 1 },
        { service: 'SIPS+D2T', replacement: '_sips._tcp.a.example', order: 10, preference: 1 },
      ],
    },
    srv: {
      '_sips._tcp.a.example': [
        { name: 'second.example', port: 5062, priority: 2, weight: 1 },
        { name: 'first.example', port: 5061, priority: 1, weight: 1 },
      ],
    },
    addresses: { 'first.example': ['192.0.2.1'], 'second.example': ['192.0.2.2'] },
  });
  expect(await found('sip:a.example', dns)).toEqual(['tls 192.0.2.1:5061', 'tls 192.0.2.2:5062']);
});

test('servers of the same priority are tried in an order drawn by weight', async () => {
  const srv = ['a', 'b'].map((name, at) => ({ name, port: 5060, priority: 1, weight: at === 0 ? 10 : 90 }));
  const dns = dnsOf({
    srv: { '_sip._udp.x.example': srv },
    addresses: { a: ['192.0.2.1'], b: ['192.0.2.2'] },
  });
  const [a, b] = ['udp 192.0.2.1:5060', 'udp 192.0.2.2:5060'];
  expect(await found('sip:x.example;transport=udp', dns, 0.09)).toEqual([a, b]);
  expect(await found('sip:x.example;transport=udp', dns, 0.11)).toEqual([b, a]);
});

test('without SRV records the host name itself is looked up', async () => {
  const dns = dnsOf({ addresses: { 'a.example': ['192.0.2.1'] } });
  expect(await found('sip:a.example', dns)).toEqual(['udp 192.0.2.1:5060']);
  expect(await found('sip:unknown.example', dns)).toEqual([]);
});

test('of a host name with very many servers only eight are looked up and used', async () => {
  const servers = Array.from({ length: 500 }, (_, at) => ({
    name: `s${at}.example`,
    port: 5060,
    priority: at,
    weight: 1,
  }));
  const asked: string[] = [];
  const dns: Dns = {
    ...dnsOf({ srv: { '_sip._udp.x.example': servers } }),
    addresses: async (name) => {
      asked.push(name);
      return Array.from({ length: 50 }, (_, at) => `192.0.2.${at}`);
    },
  };
  expect(await found('sip:x.example;transport=udp', dns)).toHaveLength(8);
  expect(asked).toEqual(servers.slice(0, 8).map(({ name }) => name));
  expect(await found('sip:s1.example:5060', dns)).toHaveLength(8);
});

test('of very many NAPTR records only six are followed', async () => {
  const replacements = Array.from({ length: 100 }, (_, at) => `_sip._udp.r${at}.example`);
  const records = replacements.map((replacement, order) => ({
    service: 'SIP+D2U',
    replacement,
    order,
    preference: 1,
  }));
  const asked: string[] = [];
  const dns: Dns = {
    ...dnsOf({ naptr: { 'a.example': records }, addresses: { 'a.example': ['192.0.2.1'] } }),
    srv: (name) => {
      asked.push(name);
      return nothing();
    },
  };
  expect(await found('sip:a.example', dns)).toEqual(['udp 192.0.2.1:5060']);
  expect(asked).toEqual(replacements.slice(0, 6));
});

test("a host name that only the system's hosts file has is found", async () => {
  expect(await systemDns(4).addresses('localhost')).toContain('127.0.0.1');
});
