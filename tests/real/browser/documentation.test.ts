import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { servePages } from '@parley/service/http/pages.ts';
import { PATIENCE_MS } from '@parley/testing/patience.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hurdles, paleWords, prepareAxe, toInstall } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

/** Where pictures go, to be looked at; without it none are taken. */
const pictures = process.env.PAGE_PICTURES;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const document = {
  openapi: '3.1.0',
  info: { title: 'Parley', version: '1.0.0' },
  paths: { '/agents': { get: { operationId: 'listAgents', summary: 'List agents', responses: {} } } },
};
const words = toInstall === undefined ? 'the documentation' : `the documentation (skipped: ${toInstall})`;

describe.skipIf(toInstall !== undefined)(words, () => {
  let browser: Browser;
  let server: FastifyInstance;
  let url: string;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    if (pictures !== undefined) await mkdir(pictures, { recursive: true });
    server = Fastify();
    await servePages(
      server,
      () => document,
      () => 0,
    );
    url = await server.listen({ port: 0, host: '127.0.0.1' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    await prepareAxe(page);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
        complaints.push(request.url());
    });
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  test.each(['/docs', '/docs/telephone', '/docs/search?q=webhook'])(
    'the documentation page %s is accessible, on a desktop and a phone, in light and in dark',
    async (path) => {
      await page.goto(url + path);
      for (const [place, size] of Object.entries({ desktop, phone })) {
        await page.setViewportSize(size);
        for (const [colorScheme, found] of [
          ['dark', paleWords],
          ['light', hurdles],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          const name = path.replace(/\W+/g, '-').slice(1);
          if (pictures !== undefined)
            await page.screenshot({ path: join(pictures, `${name}-${place}-${colorScheme}.png`) });
          expect([place, colorScheme, await found(page)]).toEqual([place, colorScheme, []]);
        }
        expect([place, await page.evaluate('document.documentElement.scrollWidth > innerWidth')]).toEqual([
          place,
          false,
        ]);
      }
    },
  );

  test('a reader finds a documentation page with the keyboard alone', async () => {
    await page.goto(`${url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('verify what you receive');
    await page.locator('#page-results li:first-child a[href$="#verify-what-you-receive"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/webhooks#verify-what-you-receive');
    expect(await page.locator('#verify-what-you-receive').isVisible()).toBe(true);
  });

  test('on a phone the navigation of the documentation opens from the menu and leads to another page', async () => {
    await page.setViewportSize(phone);
    await page.goto(`${url}/docs`);
    expect(await page.locator('#page-navigation').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'docs-menu-phone.png') });
    await page.locator('#page-navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.waitForURL('**/docs/webhooks');
  });

  test('an old link into the API reference still leads there', async () => {
    await page.goto(`${url}/docs#listAgents`);
    await page.waitForURL('**/docs/api#listAgents');
    expect(await page.getByRole('heading', { name: 'List agents' }).isVisible()).toBe(true);
  });

  test('without scripts the documentation search is a form, and pages are complete', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${url}/docs`);
    await plain.getByRole('searchbox').fill('circuit breaker');
    await plain.getByRole('searchbox').press('Enter');
    await plain.waitForURL('**/docs/search?q=circuit+breaker');
    expect(await plain.locator('.found a').count()).toBeGreaterThan(1);
    await context.close();
  });
});
