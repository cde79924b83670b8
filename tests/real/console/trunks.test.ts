import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { openTrunk } from '../sip/udp-trunk.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

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
    services = await startConsoleServices();
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
    expect(body).toMatchObject({ maxConcurrentCalls: 5, prefixes: ['+41'], hasPassword: true });

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
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
