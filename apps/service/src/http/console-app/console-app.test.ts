import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveConsoleApp } from './console-app.ts';

let folder: string;
let server: FastifyInstance;
let builtListeners: (() => void)[];
const build = {
  isUnderWay: true,
  trouble: undefined as string | undefined,
  onBuilt: (listener: () => void) => builtListeners.push(listener),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-console-app-'));
  builtListeners = [];
  Object.assign(build, { isUnderWay: true, trouble: undefined });
  server = Fastify();
  serveConsoleApp(server, {
    folder,
    build: {
      ...build,
      get isUnderWay() {
        return build.isUnderWay;
      },
      get trouble() {
        return build.trouble;
      },
      onBuilt: (listener) => void builtListeners.push(listener),
    },
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('while the console is being built its page says so, reloads by itself and is not cached', async () => {
  const { statusCode, body, headers } = await server.inject('/console/runs');
  expect(statusCode).toBe(503);
  expect(body).toContain('The console is being built');
  const [, script = ''] = /<script>(.*)<\/script>/.exec(body) ?? [];
  expect(script).toContain('location.reload()');
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
  expect(headers['cache-control']).toBe('no-store');
});

test('the console is served as soon as it is built', async () => {
  await server.inject('/console');
  await writeFile(join(folder, 'index.html'), '<p>console</p>');
  for (const listener of builtListeners) listener();
  build.isUnderWay = false;
  expect((await server.inject('/console')).body).toBe('<p>console</p>');
});

test('the console page of a failed build says why the build failed', async () => {
  Object.assign(build, { isUnderWay: false, trouble: 'The console could not be built: no <network>' });
  const { statusCode, body, headers } = await server.inject('/console');
  expect(statusCode).toBe(503);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('The console could not be built: no &lt;network&gt;');
  expect(body).not.toContain('<script>');
});
