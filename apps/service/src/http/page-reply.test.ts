import { PageOf, PageQuery } from '@parley/contract/schema.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterEach, expect, test } from 'vitest';
import type { CsvRow } from './csv-stream.ts';
import { pagedStream } from './pagination.ts';
import { csvRoute, route } from './route.ts';

type RouteServer = Awaited<ReturnType<typeof startRouteServer>>;
let server: RouteServer | undefined;
afterEach(() => server?.stop());

const Row = Type.Object({ text: Type.String() });

/** A server of one list, whose rows are made when they are needed. */
async function listing(
  rows: () => Row[] | AsyncIterable<Row>,
  options: Parameters<typeof startRouteServer>[1] = {},
) {
  const list = route({
    method: 'GET',
    path: '/rows',
    name: 'listRows',
    summary: 'List rows',
    tag: 'Rows',
    needs: ['read:jobs'],
    query: PageQuery({}),
    reply: { 200: PageOf(Row) },
    handle: ({ query }) => pagedStream(query, 3, [], rows() as AsyncIterable<Row>),
  });
  server = await startRouteServer([list], options);
  return server;
}
type Row = { text: string };

async function* lazily(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const rest = { total: 3, page: 1, limit: 20, totalPages: 1 };
const short = [{ text: 'é "quoted"' }, { text: '' }, { text: '\u2028' }];
const long = Array.from({ length: 40 }, (_, at) => ({ text: `${at}é`.repeat(10_000) }));

test.each([
  ['no rows', []],
  ['short rows', short],
  ['rows of more than a megabyte', long],
])('a list with %s is sent as the same JSON, whether its rows are in memory or streamed', async (_, rows) => {
  for (const make of [() => [...rows], () => lazily(rows)]) {
    const { call } = await listing(make);
    const { status, text } = await call('GET', '/rows', { as: 'acme' });
    expect(status).toBe(200);
    expect(text).toBe(JSON.stringify({ data: rows, ...rest }));
    await server?.stop();
  }
});

test('reading the rows of a streamed list stops when the client disconnects', async () => {
  const ended = Promise.withResolvers<number>();
  async function* counted(): AsyncGenerator<Row> {
    let read = 0;
    try {
      for (; read < 2000; read += 1) yield { text: 'x'.repeat(100_000) };
    } finally {
      ended.resolve(read);
    }
  }
  const { url } = await listing(counted);
  const leaving = new AbortController();
  const headers = { authorization: 'Bearer acme' };
  const response = await fetch(`${url}/rows`, { headers, signal: leaving.signal });
  expect(response.status).toBe(200);
  leaving.abort();
  // 200 MB in all; sockets and buffers hold some of them.
  expect(await ended.promise).toBeLessThan(500);
});

test('a company that received too many bytes within a minute gets 429 until the minute is over', async () => {
  const clock = new ManualClock(new Date('2026-03-02T09:00:00Z'));
  const { call } = await listing(() => [...long], { clock, replyBytes: 5_000_000 });
  const get = () => call('GET', '/rows', { as: 'acme' });
  const taken: number[] = [];
  for (let page = 1; page <= 5; page += 1) taken.push((await get()).status);
  expect(taken).toEqual([200, 200, 200, 200, 429]);
  expect((await call('GET', '/rows', { as: 'other' })).status).toBe(200);
  clock.advance(20_000);
  const refused = await get();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('40');
  expect(refused.body).toMatchObject({ retryAfter: 40 });
  clock.advance(40_000);
  expect((await get()).status).toBe(200);
});

test('downloads and lists count toward the same limit of bytes per minute', async () => {
  async function* rows(): AsyncGenerator<CsvRow> {
    for (let at = 0; at < 20; at += 1) yield ['x'.repeat(100_000)];
  }
  const download = csvRoute({
    method: 'GET',
    path: '/rows.csv',
    name: 'exportRows',
    summary: 'Export rows',
    tag: 'Rows',
    needs: ['read:jobs'],
    reply: { 200: Type.Unsafe<unknown>({}) },
    handle: async () => rows(),
  });
  server = await startRouteServer([download], {
    clock: new ManualClock(new Date('2026-03-02T09:00:00Z')),
    replyBytes: 3_000_000,
  });
  const taken: number[] = [];
  for (let file = 1; file <= 3; file += 1)
    taken.push((await server.call('GET', '/rows.csv', { as: 'acme' })).status);
  expect(taken).toEqual([200, 200, 429]);
});
