import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveConsoleApp } from '@parley/service/http/console-app/console-app.ts';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { sharedBrowser } from '../browser/shared-browser.ts';
import { openWindow } from './console-services.ts';

describe.skipIf(toInstall)('the console while it is being built', () => {
  test('a sign-in link opened too early shows the console once it is built, and keeps its token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-console-build-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const listeners: (() => void)[] = [];
    const build = {
      isUnderWay: true,
      trouble: undefined,
      onBuilt: (listener: () => void) => void listeners.push(listener),
    };
    const server = Fastify({ forceCloseConnections: true });
    onTestFinished(() => server.close());
    serveConsoleApp(server, { folder, build });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });

    const browser = await sharedBrowser();
    onTestFinished(() => browser.close());
    const { page, complaints } = await openWindow(await browser.newContext());
    await page.goto(`${url}/console/sign-in#token`);
    await page.getByText('The console is being built').waitFor();
    await writeFile(join(folder, 'index.html'), '<!doctype html><h1>Sign in</h1>');
    build.isUnderWay = false;
    for (const listener of listeners) listener();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
    expect(page.url()).toBe(`${url}/console/sign-in#token`);
    expect(complaints).toEqual([]);
  });
});
