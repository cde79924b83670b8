import { freePort } from '@parley/testing/free-port.ts';
import { PATIENCE_MS } from '@parley/testing/patience.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { sharedBrowser } from '../browser/shared-browser.ts';
import { endAll, LINK, newDatabase, newDataDir, start, stop } from '../processes/running-process.ts';
import { openWindow } from './console-services.ts';

/** The console may have to be built first. */
const OPEN_MS = 300_000;
const WHOLE_MS = 600_000;

describe.skipIf(toInstall)('the console of a service started by the command line', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  }, OPEN_MS);
  afterEach(endAll);
  afterAll(() => browser?.close());

  test('the printed sign-in link works, and typed input survives a service restart', {
    timeout: WHOLE_MS,
  }, async () => {
    const dataDir = await newDataDir();
    const environment = { ...(await newDatabase()), PORT: String(await freePort()) };
    const first = await start(dataDir, environment);
    const link = await first.said(LINK);
    const { page, go, complaints } = await openWindow(await browser.newContext({ baseURL: first.url }));
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(page.url().replace(/\/$/, '')).toBe(`${first.url}/console`);
    const side = page.getByRole('complementary');
    await side.getByText('Demo').first().waitFor();
    await side.getByRole('link', { name: 'Companies' }).waitFor();
    expect(complaints).toEqual([]);

    await go('/contacts/new');
    await side.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Poe');
    await page.getByLabel('Phone number').first().fill('+15005550000');
    expect(await stop(first, 'SIGTERM')).toBe(0);
    await side.getByText('Connection lost, retrying').waitFor();
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Parley cannot be reached. Nothing was changed' })
      .waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Poe');

    const second = await start(dataDir, environment);
    await side.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Poe' }).waitFor();

    const again = await openWindow(await browser.newContext({ baseURL: second.url }));
    await again.page.goto(link);
    await again.page.getByRole('alert').waitFor();
    await again.page.getByRole('heading', { level: 1, name: 'Sign in to Parley' }).waitFor();
    expect(await stop(second, 'SIGTERM')).toBe(0);
  });
});
