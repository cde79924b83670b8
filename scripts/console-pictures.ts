import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../tests/real/browser/chromium.ts';
import { startScreenshotService } from '../tests/real/console/screenshot-service.ts';
import './build-console.ts';

/**
 * Takes a screenshot of every page of the console, light and dark, desktop and phone:
 * `npx node scripts/console-pictures.ts [--rtl] [folder] [part of a name]`, the name being such as `runs-desktop-light`. With
 * `--rtl` pages are laid out from right to left. The service is started as a user would start it, its demo company places
 * simulated calls, and the screenshots show their results. Needs Debian's chromium.
 */

const { values, positionals } = parseArgs({
  options: { rtl: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder = 'console-pictures', only = ''] = positionals;
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const themes = ['light', 'dark'] as const;
/** Pages animate for a moment after they have loaded. */
const SETTLE_MS = 600;

const service = await startScreenshotService();
const browser = await openBrowser();
try {
  await mkdir(folder, { recursive: true });
  const first = await browser.newContext({ baseURL: service.url });
  await signIn(first);
  const storageState = await first.storageState();
  await first.close();
  let taken = 0;
  for (const theme of themes) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const look = { baseURL: service.url, viewport, colorScheme: theme, deviceScaleFactor: 2 } as const;
      const context = await browser.newContext({ ...look, storageState });
      if (values.rtl)
        await context.addInitScript(`localStorage.setItem('parley.look', '{"direction":"rtl"}')`);
      const page = await context.newPage();
      for (const [place, open] of service.pages) {
        const name = `${place}-${size}-${theme}${values.rtl ? '-rtl' : ''}`;
        if (!name.includes(only)) continue;
        await show(page, typeof open === 'string' ? open : await open());
        await page.screenshot({ path: join(folder, `${name}.png`) });
        taken += 1;
      }
      await context.close();
    }
  }
  console.log(`${taken} screenshots are in ${resolve(folder)}`);
} finally {
  await browser.close();
  await service.stop();
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(service.link);
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.locator('h1').first().waitFor();
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(SETTLE_MS);
}
