import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Role } from '@parley/contract/user.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import {
  startTestService,
  type TestCompany,
  type TestService,
  type TestServiceOptions,
} from '@parley/testing/service.ts';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
}

export interface ConsoleServices {
  readonly service: TestService;
  readonly company: TestCompany;
  readonly browser: Browser;
  /** Somebody of a company, signed in, in a window of their own. What the page complains about is in `complaints`. */
  signIn(role: Role, look?: Look & { company?: TestCompany }): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
  /** Goes to an address below /console. */
  go(path: string): Promise<void>;
}

let people = 0;

/** The real service on a real database, and Chromium in front of its console. */
export async function startConsoleServices(options: TestServiceOptions = {}): Promise<ConsoleServices> {
  buildConsole();
  const service = await startTestService(options);
  const company = await service.newCompany();
  // Closing it only leaves the browser that all files share.
  const browser = await chromium.connect(inject('browserUrl'));
  return {
    service,
    company,
    browser,
    async signIn(role, { theme = 'light', size = desktop, company: theirs = company } = {}) {
      const person = await newPerson(service, theirs.id, role, `person-${++people}@console.example`);
      const context = await browser.newContext({
        viewport: size,
        colorScheme: theme,
        reducedMotion: 'reduce',
        baseURL: service.url,
      });
      const [name = '', value = ''] = (person.cookie ?? '').split('=');
      await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Strict' }]);
      return openWindow(context);
    },
    async close() {
      await browser.close();
      await service.stop();
    },
  };
}

/** Open until the test is over: a page that is left open reads anew whatever the next tests change. */
export async function openWindow(context: BrowserContext): Promise<Window> {
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A refused request is told by the page itself; the browser says it once more.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return {
    page,
    context,
    complaints,
    async go(path) {
      await page.goto(`/console${path}`);
      await page.locator('h1').first().waitFor();
    },
  };
}

/** What is served must be what is written. Does nothing when it is. */
export function buildConsole(): void {
  const script = join(import.meta.dirname, '../../../scripts/build-console.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console could not be built: ${stderr}`);
}

/** Waits until the page says that something is wrong with a field. */
export const wrong = (field: Locator): Promise<void> =>
  field.and(field.page().locator('[aria-invalid="true"]')).waitFor();
