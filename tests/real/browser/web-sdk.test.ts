import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PATIENCE_MS, patience } from '@parley/testing/patience.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from './chromium.ts';
import { type ScriptedCalls, startScriptedCalls } from './scripted-call-server.ts';
import { sharedBrowser } from './shared-browser.ts';

const example = join(import.meta.dirname, '../../../packages/sdk-web/src/example.html');
const words = toInstall === undefined ? 'the web SDK' : `the web SDK (skipped: ${toInstall})`;

describe.skipIf(toInstall !== undefined)(words, () => {
  let browser: Browser;
  let calls: ScriptedCalls;
  let site: Server;
  beforeAll(async () => {
    [browser, calls] = await Promise.all([sharedBrowser(), startScriptedCalls()]);
    site = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(await readFile(example));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await calls?.stop();
  });

  test("a call takes place inside a company's own page, on another origin", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    // To a browser, another name is another site.
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/?link=${encodeURIComponent(calls.url)}`);
    await page.getByText('Northwind Clinics: Your application').waitFor();
    await page.getByRole('button', { name: 'Talk' }).click();
    await page.getByRole('button', { name: 'End', exact: true }).waitFor();
    await expect.poll(() => calls.script.peers[0]?.packets, patience).toBeGreaterThan(10);
    await page.waitForFunction(`document.getElementById('level').value > 0.2`);
    calls.say('1', 'Good morning from Clara');
    await page.getByText('Good morning from Clara').waitFor();
    await page.getByLabel('Your message').fill('Good morning');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => calls.script.messages, patience).toEqual(['Good morning']);
    calls.cutStreams();
    await page.getByText('Connected again').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('The call is over').waitFor();
    expect(calls.script.leaves).toBe(1);
    await page.close();
  });
});
