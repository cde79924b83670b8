import { operatorToken } from '@parley/testing/console-browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { openTrunk } from '../sip/udp-trunk.ts';
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

describe.skipIf(toInstall)('trunks in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let provider: Awaited<ReturnType<typeof openTrunk>>;
  beforeAll(async () => {
    provider = await openTrunk();
    // A service of its own: a trunk that is shared would carry the calls of every company in other files.
    // It places no calls: those over the trunk of its settings would need speech.
    services = await startConsoleServices({
      roles: ['api'],
      environment: {
        PARLEY_ALLOW_PRIVATE_URLS: 'true',
        PARLEY_SIP_TRUNK: 'sip:acme:a-secret-of-the-operator@pbx.example.com;transport=tcp',
      },
    });
  }, OPEN_MS);
  afterAll(async () => {
    await services?.close();
    await provider?.close();
  });

  test('an owner creates a trunk, tests it, changes a limit and deletes it', async () => {
    const { page, go, complaints } = await services.signIn('owner');
    await go('/trunks');
    await page.getByText('No trunks of your own').waitFor();
    await page.getByRole('button', { name: 'New trunk' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Swiss numbers');
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(provider.port));
    await page.getByLabel('Transport', { exact: true }).selectOption('UDP');
    await page.getByLabel('User', { exact: true }).fill('acme');
    await page.getByLabel('Password', { exact: true }).fill('a-secret-of-ours');
    await page.getByText('Identity', { exact: true }).click();
    await page.getByLabel('User for authentication').fill('auth-17');
    await page.getByLabel('Numbers begin with').fill('+41');
    await page.getByRole('button', { name: 'Create trunk' }).click();
    await page.getByRole('heading', { level: 1, name: 'Swiss numbers' }).waitFor();
    const id = page.url().split('/').at(-1);
    expect(await page.content()).not.toContain('a-secret-of-ours');

    await page.getByRole('button', { name: 'Test trunk' }).click();
    const findings = page.getByRole('dialog', { name: 'The trunk works' });
    await findings.getByText(/answers after \d+ ms with 200/).waitFor();
    await findings.getByRole('button', { name: 'Close', exact: true }).first().click();

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Maximum of calls at the same time').fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It counts from the next call on').waitFor();
    const { body } = await services.company.api.get(`/trunks/${id}`);
    expect(body).toMatchObject({
      ...{ maxConcurrentCalls: 5, prefixes: ['+41'], hasPassword: true, authUsername: 'auth-17' },
    });

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete trunk…' }).click();
    await page.getByRole('button', { name: 'Delete trunk' }).click();
    await page.getByText('No trunks of your own').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a member sees the health of a trunk and cannot change it', async () => {
    const trunk = { name: 'Seen', host: 'sip.example.com' };
    const { id } = (await services.company.api.post('/trunks', trunk)).body;
    const { page, go } = await services.signIn('member');
    await go(`/trunks/${id}`);
    await page.getByText('Answer-seizure ratio (ASR)').waitFor();
    expect(await page.getByRole('button', { name: 'Test trunk' }).count()).toBe(0);
    await services.company.api.delete(`/trunks/${id}`);
  });

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

  test('staff create a shared trunk in national format, and its health is not known before a test', async () => {
    const { page, go, complaints } = await operator();
    await go('/shared-trunks');
    await page.getByText('No shared trunks').waitFor();
    await page.getByRole('button', { name: 'New trunk' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('For all');
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(provider.port));
    await page.getByLabel('Transport', { exact: true }).selectOption('UDP');
    await page.getByLabel('Number format').selectOption('NATIONAL');
    await page.getByLabel('Country of the trunk').fill('ch');
    await page.getByLabel('Dial prefix').fill('9');
    await page.getByRole('button', { name: 'Create trunk' }).click();
    await page.getByRole('heading', { level: 1, name: 'For all' }).waitFor();
    const path = `/shared-trunks/${page.url().split('/').at(-1)}`;
    expect((await services.service.admin.get(path)).body).toMatchObject({
      numberFormat: 'NATIONAL',
      numberCountry: 'CH',
      dialPrefix: '9',
    });
    await page.getByRole('button', { name: 'Test trunk' }).click();
    const findings = page.getByRole('dialog', { name: 'The trunk works' });
    await findings.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByText('200 (OK)').first().waitFor();
    await page.getByText('Answering', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete trunk…' }).click();
    await page.getByRole('button', { name: 'Delete trunk' }).click();
    await page.getByText('No shared trunks').waitFor();
    expect(complaints).toEqual([]);
  });

  test('staff see the health of the trunk of the settings, and owners of companies do not', async () => {
    const { page, go, complaints } = await operator();
    await go('/shared-trunks');
    const trunks = page.getByRole('region', { name: 'Trunks of the settings' });
    await trunks.getByText('pbx.example.com TCP').click();
    await trunks.getByText('Answer-seizure ratio (ASR)').waitFor();
    await trunks.getByText('Registration', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('a-secret-of-the-operator');
    const owner = await services.signIn('owner');
    await owner.go('/trunks');
    await owner.page.getByText('No trunks of your own').waitFor();
    expect(await owner.page.getByText('pbx.example.com').count()).toBe(0);
    expect([complaints, owner.complaints]).toEqual([[], []]);
  });

  test('staff add a phone number, and an owner takes it out of the pool', async () => {
    const { page, go, complaints } = await operator();
    await go('/numbers');
    await page.getByRole('button', { name: 'Add number' }).first().click();
    await page.getByLabel('Phone number', { exact: true }).fill('+41446681801');
    await page.getByLabel('Maximum of calls in 24 hours').fill('100');
    await page.getByRole('dialog').getByRole('button', { name: 'Add number' }).click();
    await page.getByText('100 in 24 hours').waitFor();
    expect(complaints).toEqual([]);
    const owner = await services.signIn('owner');
    await owner.go('/numbers');
    await owner.page.getByRole('button', { name: 'Edit +41446681801' }).click();
    await owner.page.getByLabel('In the pool').uncheck();
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('Saved. It counts from the next call on').waitFor();
    const { body } = await services.company.api.get('/phone-numbers');
    expect(body.data).toMatchObject([
      { phoneNumber: '+41446681801', isPooled: false, maxCallsPerDay: 100, trunkId: null },
    ]);
    expect(owner.complaints).toEqual([]);
  });

  test(
    'the pages of shared trunks and phone numbers are accessible',
    async () => {
      const number = { companyId: services.company.id, phoneNumber: '+41446681802', isPooled: true };
      await services.service.admin.post('/phone-numbers', number);
      const trunk = {
        name: 'Shared one',
        host: 'sip.example.com',
        numberFormat: 'NATIONAL',
        numberCountry: 'CH',
      };
      const { id } = (await services.service.admin.post('/shared-trunks', trunk)).body;
      await expectAccessible(
        services,
        [
          {
            name: 'shared-trunks',
            path: '/shared-trunks',
            ready: (page) => page.getByText('Shared one').first().waitFor(),
          },
          {
            name: 'shared-trunk-settings',
            path: `/shared-trunks/${id}?tab=settings`,
            ready: (page) => page.getByLabel('Country of the trunk').waitFor(),
          },
          {
            name: 'phone-numbers',
            path: '/numbers',
            ready: (page) => page.getByText('+41446681802').first().waitFor(),
          },
          {
            name: 'phone-number-form',
            path: '/numbers',
            ready: async (page) => {
              await page.getByRole('button', { name: 'Edit +41446681802' }).click();
              await page.getByLabel('In the pool').waitFor();
            },
          },
        ],
        operator,
      );
    },
    ACCESSIBILITY_MS,
  );

  test(
    'the pages of trunks are accessible',
    async () => {
      const trunk = { name: 'Accessible', host: 'sip.example.com', prefixes: ['+41'] };
      const { id } = (await services.company.api.post('/trunks', trunk)).body;
      await expectAccessible(
        services,
        [
          {
            name: 'trunks',
            path: '/trunks',
            ready: (page) => page.getByText('Accessible').first().waitFor(),
          },
          {
            name: 'trunk',
            path: `/trunks/${id}`,
            ready: (page) => page.getByText('Answer-seizure ratio (ASR)').waitFor(),
          },
          {
            name: 'trunk-settings',
            path: `/trunks/${id}?tab=settings`,
            ready: (page) => page.getByLabel('Numbers begin with').waitFor(),
          },
        ],
        (look) => services.signIn('owner', look),
      );
    },
    ACCESSIBILITY_MS,
  );
});
