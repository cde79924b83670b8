import { languages } from '@parley/language/language.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveCallPage } from './call-page.ts';

let server: FastifyInstance;
beforeAll(() => {
  server = Fastify();
  serveCallPage(server);
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const addresses = (markup: string): string[] =>
  [...markup.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => `/call/${address}`);

async function textsOf(language: string): Promise<string> {
  const [, version] = /assets\/([^/]+)\//.exec((await get('/call/one')).body) ?? [];
  return `/call/assets/${version}/packages/language/locales/${language.toLowerCase()}/call-page.js`;
}

test('every web-call link opens the same page, without personal data or inline scripts', async () => {
  const [one, other] = await Promise.all([get('/call/one'), get('/call/other')]);
  expect(one.statusCode).toBe(200);
  expect(one.body).toBe(other.body);
  expect(one.headers['content-security-policy']).toContain("script-src 'self'");
  expect(one.headers['content-security-policy']).not.toContain('unsafe');
  expect(one.body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
});

test('all files that the call page loads exist, and can be cached for ever', async () => {
  const { body } = await get('/call/one');
  const named = addresses(body);
  expect(named.length).toBeGreaterThan(20);
  for (const address of named) {
    const answer = await get(address);
    expect([address, answer.statusCode]).toEqual([address, 200]);
    expect(answer.headers['cache-control']).toContain('immutable');
  }
});

test('every module that a module of the call page imports exists', async () => {
  const { body } = await get('/call/one');
  const seen = new Set(addresses(body).filter((address) => address.endsWith('.js')));
  for (const address of seen) {
    const answer = await get(address);
    expect([address, answer.statusCode]).toEqual([address, 200]);
    for (const [, specifier] of answer.body.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      seen.add(new URL(specifier ?? '', `http://parley.example${address}`).pathname);
    }
  }
  // The texts are imported by the code of their language.
  const texts = await get([...seen].find((address) => address.endsWith('/call-page/src/texts.js')) ?? '');
  expect(texts.body).toMatch(/import\(`\.[^`']+\/\$\{language\.toLowerCase\(\)\}\/call-page\.js`\)/);
});

test.each(languages)('the texts of the call page in %s are served as a module', async (language) => {
  const answer = await get(await textsOf(language));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/javascript');
  expect(answer.body).toMatch(/^export default \{".+\};\n$/);
});

test('the call page with the texts of one language is smaller than 40 kB', async () => {
  const { body } = await get('/call/one');
  const parts = [...addresses(body), '/call/one', await textsOf('DE')];
  let bytes = 0;
  for (const part of parts) {
    const answer = await get(part, { 'accept-encoding': 'gzip' });
    expect(answer.statusCode).toBe(200);
    bytes += answer.rawPayload.length;
  }
  expect(bytes).toBeLessThan(40_000);
});

test('the web SDK has a stable address, at which browsers do not cache an old version', async () => {
  const { body, headers } = await get('/call/assets/parley-web.js');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toBe('no-cache');
  const [, module] = /from '\.(\/[^']+)'/.exec(body) ?? [];
  const answer = await get(`/call/assets${module}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.body).toContain('class WebCall');
});

test('a call page opened before an upgrade gets the current version of its files, which it may not cache', async () => {
  const answer = await get('/call/assets/an-older-one/apps/call-page/src/call.js');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test.each([
  '/call/assets/x/package.json',
  '/call/assets/x/..%2f..%2fpackage.json',
  '/call/assets/x/apps/service/src/main/secrets.js',
  '/call/assets/x/apps/call-page/src/journey.ts',
])('the call page server does not serve %s', async (path) => {
  expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400);
});
