import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { patience } from '@parley/testing/patience.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, phone, startConsoleServices, type Window } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
const STREAM = '**/console/api/events';
/** A reading that fails is tried three times more. */
const TRIES = 4;
const LOST = 'Connection lost, retrying';

describe.skipIf(toInstall)('pages that lose their connection', { timeout: SLOW_MS }, () => {
  let clone: ClonedDatabase;
  let way: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let services: ConsoleServices;
  beforeAll(async () => {
    clone = await cloneDatabase();
    way = await startDatabaseProxy(clone.url);
    services = await startConsoleServices({ databaseUrl: way.url });
  }, OPEN_MS);
  afterAll(async () => {
    await services?.close();
    await way?.stop();
    await clone?.drop();
  });

  const newContact = async (lastName: string): Promise<string> => {
    const contact = { firstName: 'Ada', lastName, phoneNumber: '+15005550000', gdprExpiryDate: '2099-12-31' };
    return (await services.company.api.post('/contacts', contact)).body.id;
  };

  /** Somebody whose stream of changes can be cut. */
  async function enter(look: Parameters<ConsoleServices['signIn']>[1] = {}): Promise<Window> {
    const window = await services.signIn('member', look);
    window.page.setDefaultTimeout(SLOW_MS);
    await window.page.addInitScript(`
      const ask = window.fetch;
      window.fetch = (address, options) => {
        if (!String(address).endsWith('/console/api/events')) return ask(address, options);
        const cable = new AbortController();
        window.cutStream = () => cable.abort();
        return ask(address, { ...options, signal: AbortSignal.any([options.signal, cable.signal]) });
      };`);
    return window;
  }
  /** The one that is open ends, and every new one, until it is mended. */
  const cut = async (page: Page) => {
    await page.route(STREAM, (route) => route.abort());
    await page.evaluate('window.cutStream()');
  };
  const mend = (page: Page) => page.unroute(STREAM);

  test('a page reports a lost connection and catches up when it returns', async () => {
    const id = await newContact('Adrift');
    const { page, go, complaints } = await enter();
    await go('/contacts');
    const side = page.getByRole('complementary');
    await page.getByRole('row', { name: 'Ada Adrift' }).waitFor();
    await side.getByText('Live', { exact: true }).waitFor();
    await cut(page);
    await side.getByText(LOST).waitFor();
    await services.company.api.patch(`/contacts/${id}`, { firstName: 'Eve' });
    const added = await newContact('Unheard');
    expect(added).toBeTruthy();
    // Nobody told the page, and it says so.
    expect(await page.getByRole('row', { name: 'Ada Adrift' }).count()).toBe(1);
    expect(await side.getByText(LOST).count()).toBe(1);

    await mend(page);
    await side.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'Eve Adrift' }).waitFor();
    await page.getByRole('row', { name: 'Ada Unheard' }).waitFor();
    // And from then on it is told again.
    await services.company.api.patch(`/contacts/${id}`, { firstName: 'Zoe' });
    await page.getByRole('row', { name: 'Zoe Adrift' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a lost connection is shown on a phone while the menu is closed', async () => {
    const { page, go } = await enter({ size: phone });
    await go('/contacts');
    const notice = page.getByText(LOST).filter({ visible: true });
    expect(await notice.count()).toBe(0);
    // The stream may be about to begin.
    await page.waitForFunction('window.cutStream !== undefined');
    await cut(page);
    await notice.waitFor();
    await mend(page);
    await notice.waitFor({ state: 'detached' });
  });

  test('a form keeps its input when its data cannot be reloaded', async () => {
    const { page, go } = await enter();
    await go('/contacts/new');
    const side = page.getByRole('complementary');
    await page.getByLabel('First name').fill('Half');
    await side.getByText('Live', { exact: true }).waitFor();
    let failed = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('/contact-fields?')) failed += 1;
    });
    await page.route(/\/contact-fields\?/, (route) => route.abort());
    await cut(page);
    await side.getByText(LOST).waitFor();
    await mend(page);
    // Everything is read again once the connection is there.
    await expect.poll(() => failed, patience).toBe(TRIES);
    await side.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Last name').fill('Typed');
    expect(await page.getByLabel('First name').inputValue()).toBe('Half');
    expect(await page.getByText('Try again').count()).toBe(0);
  });

  test('saving during an outage reports the problem, and works afterwards with the same input', async () => {
    const contactId = await newContact('Kept');
    const webhook = { name: 'Kept', url: 'https://receiver.example/hook', events: ['PING'] };
    const webhookId = (await services.company.api.post('/webhooks', webhook)).body.id;
    const forms = [
      { path: `/contacts/${contactId}?edit=yes`, field: 'Last name', heading: 'Ada Kept for later' },
      { path: `/webhooks/${webhookId}?tab=settings`, field: 'Name', heading: 'Kept for later' },
    ] as const;
    for (const { path, field, heading } of forms) {
      const { page, go, complaints } = await enter();
      await go(path);
      const typed = page.getByLabel(field, { exact: true });
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await typed.fill('Kept for later');
      way.cut();
      try {
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.request().method() === 'PATCH'),
          save.click(),
        ]);
        expect(answer.status()).toBe(503);
        await page.getByRole('alert').filter({ hasText: 'briefly unavailable: try again' }).waitFor();
        expect(await typed.inputValue()).toBe('Kept for later');
      } finally {
        way.mend();
      }
      const isReady = async () => (await fetch(`${services.service.url}/readyz`)).status;
      await expect.poll(isReady, patience).toBe(200);
      await save.click();
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(complaints).toEqual([]);
    }
  });
});
