import { createServer, type Server } from 'node:net';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Ways to write this machine and its neighbours; the port is the listener's, which must see nobody. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0x0.0.1',
  '127.0.0.1.',
  '127.000.000.001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'sub.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[::ffff:0:127.0.0.1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '0xc0a80001',
  '100.64.0.1',
  '198.18.0.1',
  '255.255.255.255',
  '224.0.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '168.63.129.16',
  '192.0.0.192',
];

let service: TestService;
let listeners: Server[];
let port: number;
let connections = 0;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  const listen = (host: string, at: number) =>
    new Promise<Server | undefined>((resolve) => {
      const server = createServer((socket) => {
        connections++;
        socket.destroy();
      });
      server.once('error', () => resolve(undefined));
      server.listen(at, host, () => resolve(server));
    });
  const first = (await listen('0.0.0.0', 0)) as Server;
  ({ port } = first.address() as { port: number });
  const second = await listen('::1', port);
  listeners = [first, ...(second ? [second] : [])];
});
afterAll(async () => {
  await service.stop();
  for (const listener of listeners) listener.close();
});

const refused = /^(Failed to extract job data from the URL|Invalid URL)$/;

test('every spelling of a private address in a URL is refused and creates no job', async () => {
  const urls = [
    ...hosts.map((host) => `http://${host}:${port}/job`),
    `https://127.0.0.1:${port}/job`,
    `http://example.com@127.0.0.1:${port}/job`,
    `http://example.com:80@127.0.0.1:${port}/job`,
    `http://127.0.0.1:${port}#@example.com/`,
    `http:\\\\127.0.0.1:${port}\\job`,
    `http:127.0.0.1:${port}/job`,
    `http:///127.0.0.1:${port}/job`,
    `HTTP://127.0.0.1:${port}/job`,
    `http://127.0.0.1\t:${port}/job`,
  ];
  expect(urls.length).toBeGreaterThanOrEqual(40);
  const wrong: unknown[] = [];
  for (let at = 0; at < urls.length; at += 5) {
    // Five a minute for each company.
    const { api } = await service.newCompany();
    for (const jobUrl of urls.slice(at, at + 5)) {
      const { status, body } = await api.post('/jobs/url', { jobUrl });
      if (status !== 400 || !refused.test(body.message)) wrong.push([jobUrl, status, body]);
    }
    expect((await api.get('/jobs')).body.total).toBe(0);
  }
  expect(wrong).toEqual([]);
  expect(connections).toBe(0);
});
