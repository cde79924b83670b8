import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsHome } from './docs-addresses.ts';
import { type DocsLibrary, readDocs } from './docs-library.ts';
import { serveDocs } from './docs-site.ts';

let server: FastifyInstance;
let library: DocsLibrary;
let waitSeconds = 0;
beforeAll(async () => {
  library = await readDocs();
  server = Fastify();
  serveDocs(server, {
    headers: { 'content-security-policy': "default-src 'none'" },
    operations: () => [],
    limiter: () => waitSeconds,
  });
});
afterAll(() => server.close());

const get = (address: string) => server.inject(address);
const found = async (words: string): Promise<string[]> =>
  (await get(`/docs/search.json?q=${encodeURIComponent(words)}`))
    .json<{ results: { address: string }[] }>()
    .results.map(({ address }) => address);

test("every page of the documentation's navigation is served", async () => {
  const pages = library.sections.flatMap((section) => section.pages).filter(({ file }) => file !== '');
  expect(pages.length).toBeGreaterThan(20);
  for (const { address } of [...pages, { address: docsHome }])
    expect([address, (await get(address)).statusCode]).toEqual([address, 200]);
});

test('a documentation page loads nothing from other hosts and has no inline script or style', async () => {
  for (const { address } of library.pages.values()) {
    const { body } = await get(address);
    expect([address, body.match(/<script[^>]*>/g)]).toEqual([
      address,
      ['<script src="/docs/site.js" defer>'],
    ]);
    expect([address, body.match(/<style|\sstyle=|\son\w+="/g)]).toEqual([address, null]);
    expect([address, body.match(/(?:src|rel="stylesheet" href)="(?!\/|data:)[^"]*"/g)]).toEqual([
      address,
      null,
    ]);
  }
});

test('every link and picture of every documentation page leads to an existing page or file', async () => {
  const broken: string[] = [];
  const statuses = new Map<string, number>();
  const idsAt = new Map<string, Set<string>>();
  for (const page of library.pages.values()) {
    const { body } = await get(page.address);
    idsAt.set(page.address, new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '')));
  }
  for (const page of library.pages.values()) {
    const { body } = await get(page.address);
    for (const [, target = ''] of body.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https?:|mailto:|data:|\/openapi\.json|\/docs\/(api|reference\.css)(#|$)|\/console)/.test(target))
        continue;
      const [path = '', anchor] = target.split('#');
      const address = path === '' ? page.address : path;
      if (!statuses.has(address)) statuses.set(address, (await get(address)).statusCode);
      const isThere = statuses.get(address) === 200;
      const isInside = anchor === undefined || idsAt.get(address)?.has(anchor);
      if (!isThere || !isInside) broken.push(`${page.file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every document is listed in the navigation of the documentation', () => {
  const listed = new Set(library.sections.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const missing = [...library.pages.values()].filter(
    ({ file }) => !listed.has(file) && !file.startsWith('docs/adr/') && file !== 'docs/README.md',
  );
  expect(missing).toEqual([]);
});

test('the documentation search finds settings, technical terms and headings', async () => {
  expect(await found('PARLEY_SIP_TRUNK')).toContain('/docs/telephone');
  expect(await found('whsec')).toContain('/docs/webhooks');
  expect((await found('exit codes'))[0]).toBe('/docs/command-line#exit-codes');
});

test('the documentation search tolerates a typing error, and says so when there are no results', async () => {
  expect((await found('webhok')).some((address) => address.startsWith('/docs/webhooks'))).toBe(true);
  expect(await found('xyzzyplugh')).toEqual([]);
  expect((await get('/docs/search?q=xyzzyplugh')).body).toContain('Nothing was found');
});

test('the documentation search works without JavaScript, and shows the query as plain text', async () => {
  const { body, headers } = await get('/docs/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  expect(body).toContain('&lt;script&gt;');
  expect(body).not.toContain('<script>alert');
  expect(headers['cache-control']).toBe('no-store');
});

test('a client that searches the documentation too often gets 429, and can still read pages', async () => {
  waitSeconds = 7;
  expect((await get('/docs/search?q=webhook')).statusCode).not.toBe(200);
  expect((await get('/docs/search.json?q=webhook')).body).toContain('7');
  expect((await get('/docs/webhooks')).statusCode).toBe(200);
  waitSeconds = 0;
});

test('rendering and searching the documentation does not block the event loop', async () => {
  const fresh = Fastify();
  serveDocs(fresh, { headers: {}, operations: () => [], limiter: () => 0 });
  let rounds = 0;
  let isOver = false;
  const turning = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      rounds += 1;
    }
  })();
  await fresh.inject('/docs/changelog');
  await fresh.inject('/docs/search.json?q=a%20b%20c%20d%20e%20f%20g%20h');
  isOver = true;
  await turning;
  await fresh.close();
  // On this thread it would be a dozen rounds: each render, and each search, is one.
  expect(rounds).toBeGreaterThan(100);
});

test('llms.txt lists every documentation page as Markdown, and each of them can be fetched', async () => {
  const { body } = await get('/llms.txt');
  const targets = [...body.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, target]) => target ?? '');
  expect(targets.length).toBeGreaterThan(20);
  for (const target of targets) {
    const { statusCode, headers } = await get(target);
    expect([target, statusCode, headers['content-type']]).toEqual([
      target,
      200,
      'text/markdown; charset=utf-8',
    ]);
  }
});

test.each([
  '/docs/nothing',
  '/docs/files/package.json',
  '/docs/files/..%2f.env',
  '/docs/files/docs/../.env',
  '/docs/README',
])('the documentation server does not serve %s', async (address) => {
  expect((await get(address)).json()).toMatchObject({ message: 'Page not found' });
});
