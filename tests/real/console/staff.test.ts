import { operatorToken } from '@parley/testing/console-browser.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import {
  type ConsoleServices,
  desktop,
  type Look,
  openWindow,
  startConsoleServices,
} from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** Every page four times. */
const ACCESSIBILITY_MS = 600_000;

describe.skipIf(toInstall)('staff pages of the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, OPEN_MS);
  afterAll(() => services?.close());

  /** The operator, signed in with a link, looking at the first company. */
  async function operator({ theme = 'light', size = desktop }: Look = {}) {
    const { service, browser, company } = services;
    const token = await operatorToken(service, company.id);
    const window = await openWindow(
      await browser.newContext({ baseURL: service.url, viewport: size, colorScheme: theme }),
    );
    await window.page.goto(`/console/sign-in#${token}`);
    await window.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    return window;
  }

  test('staff create a company, set its plan and switch to it', async () => {
    const { page, go, complaints } = await operator();
    await go('/companies');
    await page.getByRole('button', { name: 'New company' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Northgate');
    await page.getByLabel('Time zone').fill('Europe/Zurich');
    await page.getByLabel('Owner e-mail').fill('owner@northgate.example');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Northgate' }).waitFor();
    const companyId = page.url().split('/').at(-1) ?? '';

    await page.getByLabel('Status').selectOption('active');
    await page.getByLabel('Included').fill('2500');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Plan saved').waitFor();
    await page.getByText('of 2,500').waitFor();

    await page.getByRole('button', { name: 'Switch to company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const side = page.getByRole('complementary');
    await side.getByText('Northgate').waitFor();
    await go('/usage');
    await page.getByText('of 2,500').waitFor();
    await go(`/companies/${companyId}`);
    await page.getByText('Current', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('an invalid plan is refused at its field', async () => {
    const { page, go } = await operator();
    await go(`/companies/${services.company.id}`);
    await page.getByLabel('Overage price').fill('0.00001');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Must have at most four decimals').waitFor();
    expect(await page.getByLabel('Overage price').inputValue()).toBe('0.00001');
  });

  test('a company model is set and removed, and its key is never shown', async () => {
    const { page, go } = await operator();
    await go(`/companies/${services.company.id}?tab=model`);
    await page.getByText('The company uses the model of the installation').waitFor();
    await page.getByLabel('Model', { exact: true }).fill('small-one');
    await page.getByLabel('URL').fill('http://localhost:11434/v1');
    await page.getByLabel('Key', { exact: true }).fill('a-key-of-theirs');
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.getByText('Its calls use small-one').waitFor();
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Remove model…' }).click();
    await page.getByRole('button', { name: 'Remove model', exact: true }).click();
    await page.getByText('The company uses the model of the installation').waitFor();
  });

  test('an API key is shown once, suspended, resumed and revoked, and its log shows all of it', async () => {
    const { page, go, complaints } = await operator();
    await go('/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    await page.getByRole('button', { name: 'Read scopes only' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('dialog[open] code').innerText();
    expect(key).toMatch(/^sk_live_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nightly export' }).waitFor();
    const status = async (path: string) => (await services.service.api(key).get(path)).status;
    expect(await status('/jobs')).toBe(200);

    await page.getByRole('button', { name: 'Suspend key…' }).click();
    await page.getByLabel('Reason').fill('Was seen in a log');
    await page.getByRole('button', { name: 'Suspend key', exact: true }).click();
    await page.getByText('Suspended: Was seen in a log').waitFor();
    expect(await status('/jobs')).toBe(401);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend key…' }).waitFor();
    expect(await status('/jobs')).toBe(200);

    await page.getByRole('button', { name: 'Revoke key…' }).click();
    await page.getByLabel('Reason').fill('No longer used');
    await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
    await page.getByText('Revoked: No longer used').waitFor();
    expect(await status('/jobs')).toBe(401);
    expect(await page.getByRole('tab', { name: 'Settings' }).count()).toBe(0);
    for (const words of ['Key suspended', 'Key resumed', 'Key revoked', 'Key created'])
      await page.getByRole('row').filter({ hasText: words }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('users who are not staff cannot reach staff pages', async () => {
    const { page, go } = await services.signIn('owner');
    for (const path of ['/companies', `/companies/${services.company.id}`, '/keys']) {
      await go(path);
      await page.getByText('Your role does not allow this').waitFor();
    }
    const answers = await page.evaluate(
      async (paths) => {
        const headers = { 'x-parley-console': '1' };
        return Promise.all(paths.map(async (path) => (await fetch(path, { headers })).status));
      },
      ['/console/api/companies', `/console/api/companies/${services.company.id}/account`, '/api-keys'],
    );
    expect(answers).toEqual([403, 403, 403]);
  });

  test('all staff pages are accessible, in light and dark, wide and narrow', {
    timeout: ACCESSIBILITY_MS,
  }, async () => {
    const { id, keyId } = services.company;
    const shows = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
    await expectAccessible(
      services,
      [
        {
          name: 'companies',
          path: '/companies',
          ready: (page) => page.getByRole('row').filter({ hasText: 'left' }).first().waitFor(),
        },
        { name: 'company', path: `/companies/${id}`, ready: shows('Save plan') },
        { name: 'company-about', path: `/companies/${id}?tab=about`, ready: shows('Description') },
        { name: 'company-model', path: `/companies/${id}?tab=model`, ready: shows('Save model') },
        { name: 'company-ceiling', path: `/companies/${id}?tab=ceiling`, ready: shows('Save ceiling') },
        {
          name: 'keys',
          path: '/keys',
          ready: (page) => page.getByRole('row').filter({ hasText: 'Active' }).first().waitFor(),
        },
        {
          name: 'key',
          path: `/keys/${keyId}`,
          ready: (page) => page.getByRole('cell', { name: 'Key created' }).waitFor(),
        },
        { name: 'key-settings', path: `/keys/${keyId}?tab=settings`, ready: shows('Allowed IP addresses') },
      ],
      operator,
    );
  });
});
