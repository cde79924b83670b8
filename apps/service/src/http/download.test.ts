import { notFound } from '@parley/kernel/failure.ts';
import { startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterEach, expect, test, vi } from 'vitest';
import type { CsvRow } from './csv-stream.ts';
import { csvRoute } from './route.ts';

type RouteServer = Awaited<ReturnType<typeof startRouteServer>>;
let server: RouteServer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await server?.stop();
});

/** A server of downloads, whose rows are made when they are needed. */
async function offering(files: Record<string, () => AsyncIterable<CsvRow>>): Promise<RouteServer> {
  const routes = Object.entries(files).map(([name, rows]) =>
    csvRoute({
      method: 'GET',
      path: `/${name}.csv`,
      name,
      summary: 'Export rows',
      tag: 'Rows',
      needs: ['read:jobs'],
      reply: { 200: Type.String() },
      handle: async () => rows(),
    }),
  );
  server = await startRouteServer(routes);
  return server;
}

async function* times(count: number, onEnd: (read: number) => void = () => {}): AsyncGenerator<CsvRow> {
  let read = 0;
  try {
    for (; read < count; read += 1) yield ['x'.repeat(100_000)];
  } finally {
    onEnd(read);
  }
}

const headers = { authorization: 'Bearer acme' };

test.each([
  ['one part', 1],
  ['many parts', 40],
])('a download of %s has every row and a name', async (_, count) => {
  const { call } = await offering({ rows: () => times(count) });
  const { status, text, headers: sent } = await call('GET', '/rows.csv', { as: 'acme' });
  expect(status).toBe(200);
  expect(text).toBe(`${'x'.repeat(100_000)}\r\n`.repeat(count));
  expect(sent.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(sent.get('content-disposition')).toBe('attachment; filename="rows.csv"');
});

test('a download that fails before its first part is there is an error, and no empty file', async () => {
  const { call } = await offering({
    rows: async function* () {
      yield await Promise.reject<CsvRow>(notFound('Run'));
    },
  });
  expect((await call('GET', '/rows.csv', { as: 'acme' })).status).toBe(404);
});

test('a download that fails later is broken off, and does not look complete', async () => {
  const { url } = await offering({
    rows: async function* () {
      yield* times(20);
      throw new Error('the disk is away');
    },
  });
  const response = await fetch(`${url}/rows.csv`, { headers });
  await expect(response.text()).rejects.toThrow('terminated');
});

test('clients that read their downloads slowly hold up no other download of their company', async () => {
  // No place is given back because it is held long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { url, call } = await offering({ large: () => times(5000), small: () => times(1) });
  const leaving = new AbortController();
  const slow = [1, 2, 3].map(() => fetch(`${url}/large.csv`, { headers, signal: leaving.signal }));
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  expect((await call('GET', '/small.csv', { as: 'acme' })).status).toBe(200);
  leaving.abort();
});

test('no more rows are read for a download whose client has gone', async () => {
  const ended = Promise.withResolvers<number>();
  const { url } = await offering({ rows: () => times(5000, ended.resolve) });
  const leaving = new AbortController();
  const { status } = await fetch(`${url}/rows.csv`, { headers, signal: leaving.signal });
  expect(status).toBe(200);
  leaving.abort();
  // 500 MB in all; sockets and buffers hold some of them.
  expect(await ended.promise).toBeLessThan(500);
});
