import type { Socket } from 'node:net';
import { openSocket, request } from '@parley/testing/raw-http.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany();
});
afterAll(() => service.stop());

const bearer = () => ({ authorization: `Bearer ${company.key}` });

interface Slow {
  readonly kind: string;
  readonly first: Buffer | undefined;
}

/** Ways to hold a connection by being slow: what is sent at once; after it comes one byte now and then. */
function slowClients(): Slow[] {
  const json = { 'content-type': 'application/json', connection: 'keep-alive' };
  const long = { ...json, 'content-length': '5000' };
  const path = `/companies/${company.id}`;
  const kinds: [kind: string, count: number, first: Buffer | undefined][] = [
    ['says nothing', 100, undefined],
    ['drips its headers', 120, Buffer.from('GET /companies HTTP/1.1\r\nhost: a\r\nx-slow: ')],
    ['drips the body of a good request', 100, request('PATCH', path, { ...bearer(), ...long })],
    [
      'drips a body in chunks',
      30,
      request('PATCH', path, { ...bearer(), ...json, 'transfer-encoding': 'chunked' }),
    ],
    ['drips a body without a key', 50, request('PATCH', path, long)],
    ['drips a body to an unknown route', 50, request('POST', '/nothing', long)],
    ['drips a body to a read', 20, request('GET', '/healthz', long)],
    ['drips a body to a malformed address', 10, request('POST', '/companies/%zz', long)],
    ['drips a file to a link that is not valid', 20, request('PUT', '/objects/a?signature=x', long)],
  ];
  return kinds.flatMap(([kind, count, first]) => Array.from({ length: count }, () => ({ kind, first })));
}

test('500 slow clients are disconnected within seconds while other clients are served', async () => {
  const startedMs = performance.now();
  const clients = slowClients();
  expect(clients).toHaveLength(500);
  const left = new Map<Socket, string>();
  const closedAfterMs: number[] = [];
  await Promise.all(
    clients.map(async ({ kind, first }) => {
      const socket = await openSocket(service.service.port);
      socket.resume();
      left.set(socket, kind);
      socket.once('close', () => {
        left.delete(socket);
        closedAfterMs.push(performance.now() - startedMs);
      });
      if (first) socket.write(first);
    }),
  );
  const drip = setInterval(() => {
    for (const [socket, kind] of left) {
      if (kind !== 'says nothing' && socket.writable)
        socket.write(kind.includes('chunks') ? '1\r\n \r\n' : ' ');
    }
  }, 400);

  const answeredInMs: number[] = [];
  try {
    // Long for a busy machine: on a quiet one it takes about six seconds.
    while (left.size > 0 && performance.now() - startedMs < 30_000) {
      const askedMs = performance.now();
      expect((await company.api.get('/companies')).status).toBe(200);
      answeredInMs.push(performance.now() - askedMs);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect([...new Set(left.values())]).toEqual([]);
  } finally {
    clearInterval(drip);
    for (const socket of left.keys()) socket.destroy();
  }
  expect(closedAfterMs).toHaveLength(500);
  // Nobody waits long because of them; the measure is generous for a busy machine.
  expect(answeredInMs.sort((a, b) => a - b)[Math.floor(answeredInMs.length / 2)]).toBeLessThan(500);
});
