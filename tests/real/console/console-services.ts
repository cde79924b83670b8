import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@parley/contract/user.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import {
  startTestService,
  type TestCompany,
  type TestService,
  type TestServiceOptions,
} from '@parley/testing/service.ts';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { sharedBrowser } from '../browser/shared-browser.ts';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
}

export interface SignInOptions extends Look {
  readonly company?: TestCompany;
  /** Somebody whom no other test signs in as: for a test that changes the person, the session or the browser's clock. */
  readonly isNew?: boolean;
}

export interface ConsoleServices {
  readonly service: TestService;
  readonly company: TestCompany;
  readonly browser: Browser;
  /** Somebody of a company, signed in, in a window of their own. What the page complains about is in `complaints`. */
  signIn(role: Role, options?: SignInOptions): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[];
  /** Goes to an address below /console. */
  go(path: string): Promise<void>;
}

/** Somebody's browser, which keeps what it has compiled of the console from one test to the next. */
interface SignedIn {
  readonly key: string;
  readonly context: BrowserContext;
  readonly cookie: string;
  isFree: boolean;
}

/** What suits every file that asks for nothing else. A simulated call of some minutes takes a second. */
const COMMON = { PARLEY_ALLOW_PRIVATE_URLS: 'true', PARLEY_SIM_SPEED: '120' };

/**
 * Of this worker, for all its files: a start costs a second, and companies are kept apart anyway. It ends with the worker;
 * its folder is removed by browser-server.ts.
 */
let common: Promise<TestService> | undefined;
let browsers: Promise<Browser> | undefined;
let people = 0;

async function startCommon(): Promise<TestService> {
  const dataDir = await mkdtemp(join(inject('scratchFolder'), 'service-'));
  return startTestService({ environment: COMMON, dataDir });
}

/** The real service on a real database, and Chromium in front of its console. With options: a service of one's own. */
export async function startConsoleServices(options?: TestServiceOptions): Promise<ConsoleServices> {
  if (options === undefined) common ??= startCommon();
  browsers ??= sharedBrowser();
  const service = await (options === undefined
    ? (common as Promise<TestService>)
    : startTestService(options));
  const company = await service.newCompany();
  const browser = await browsers;
  const signedIn: SignedIn[] = [];

  async function signInNew(key: string, role: Role, { theme, size }: Required<Look>, companyId: string) {
    const person = await newPerson(service, companyId, role, `person-${++people}@console.example`);
    const cookie = person.cookie ?? '';
    const context = await browser.newContext({
      viewport: size,
      colorScheme: theme,
      reducedMotion: 'reduce',
      baseURL: service.url,
    });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Strict' }]);
    return { key, context, cookie, isFree: false };
  }

  return {
    service,
    company,
    browser,
    async signIn(role, { theme = 'light', size = desktop, company: theirs = company, isNew = false } = {}) {
      const key = JSON.stringify([theirs.id, role, theme, size]);
      const look = { theme, size };
      if (isNew) return openWindow((await signInNew(key, role, look, theirs.id)).context);
      let one = signedIn.find((other) => other.isFree && other.key === key);
      if (one === undefined) {
        one = await signInNew(key, role, look, theirs.id);
        signedIn.push(one);
      }
      one.isFree = false;
      const { context, cookie } = one;
      onTestFinished(async () => {
        if (await isLeftClean(context, cookie)) one.isFree = true;
        else await context.close();
      });
      return watched(context);
    },
    async close() {
      for (const { context } of signedIn) await context.close();
      if (options !== undefined) await service.stop();
    },
  };
}

/** Closes its pages. Whether the next test finds it as this one did: signed in, online, and with nothing stored. */
async function isLeftClean(context: BrowserContext, cookie: string): Promise<boolean> {
  try {
    for (const page of context.pages()) {
      if (page.url().startsWith('http')) await page.evaluate('localStorage.clear()');
      await page.close();
    }
    await context.setOffline(false);
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join() === cookie;
  } catch {
    // A page that has gone wrong is no reason to fail the test that was over; nobody uses it again.
    return false;
  }
}

/** Open until the test is over: a page that is left open reads anew whatever the next tests change. */
export async function openWindow(context: BrowserContext): Promise<Window> {
  onTestFinished(() => context.close());
  return watched(context);
}

async function watched(context: BrowserContext): Promise<Window> {
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

/** Waits until the page says that something is wrong with a field. */
export const wrong = (field: Locator): Promise<void> =>
  field.and(field.page().locator('[aria-invalid="true"]')).waitFor();

/** With a plan of so many minutes, for tests in which people are called. */
export async function startConsoleWithMinutes(
  included: number,
  maxConcurrentCalls: number,
): Promise<ConsoleServices> {
  const services = await startConsoleServices();
  const { service, company } = services;
  await service.admin.put(`/companies/${company.id}/plan`, {
    ...{ billingSystem: 'minutes', status: 'active', included, purchased: 0, currency: 'EUR' },
    ...{ maxConcurrentCalls, storageBytes: 1e9, creditsPerMinute: 1 },
  });
  return services;
}
