import { onlineAgent } from '@parley/testing/online-agent.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices, wrong } from './console-services.ts';

const words = toInstall === undefined ? 'everyday work' : `everyday work (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 240_000;
const SOON = { timeout: 60_000 };

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  const newOnlineAgent = async (): Promise<string> =>
    (await services.company.api.post('/agents', onlineAgent)).body.id;

  test('the text of an invitation is edited from the built-in one, checked, previewed and saved', async () => {
    const id = await newOnlineAgent();
    const { page, go, complaints } = await services.signIn('member');
    await go(`/agents/${id}?tab=settings`);
    const preview = page.getByRole('article', { name: 'Preview' });
    await preview.getByText('Hello Ada,').waitFor();
    await page.getByRole('button', { name: 'Write your own' }).click();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Dear {{firstName}}, {{nonsense}}');
    await wrong(text);
    await page.getByText('has the unknown token {{nonsense}}').first().waitFor();
    await text.fill('Dear {{firstName}}, please talk to us: ');
    await page.getByText('Tokens you can insert').click();
    await text.focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Insert link' }).click();
    await page.getByLabel('Subject').fill('For {{firstName}}');
    await preview.getByText('For Ada').waitFor();
    await preview.getByText(/^Dear Ada, please talk to us: http/).waitFor();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const { messages } = (await services.company.api.get(`/agents/${id}`)).body;
    expect(messages.templates).toMatchObject([
      { kind: 'INVITATION', channel: 'EMAIL', text: 'Dear {{firstName}}, please talk to us: {{link}}' },
    ]);
    await page.getByLabel('Sent by').selectOption('SMS');
    await page.getByText('This message is sent in the built-in words').waitFor();
    expect(complaints).toEqual([]);
  });

  test('contacts are found by part of their number, and runs and agents by name', async () => {
    const { api } = services.company;
    const person = { firstName: 'Zoe', lastName: 'Quist', gdprExpiryDate: '2099-12-31' };
    const { id } = (await api.post('/contacts', { ...person, phoneNumber: '+442079460777' })).body;
    const agentId = (await api.post('/agents', { ...onlineAgent, name: 'Renewal desk' })).body.id;
    await api.post('/runs', { name: 'Renewals in spring', agentId });
    const { page, go, complaints } = await services.signIn('member');
    await go('/');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.getByRole('combobox').fill('7946 0777');
    await palette.getByRole('option', { name: /Zoe Quist.*Contact/ }).waitFor();
    await palette.getByRole('combobox').fill('renewal');
    await palette.getByRole('option', { name: /Renewal desk.*Agent/ }).waitFor();
    await palette.getByRole('option', { name: /Renewals in spring.*Run/ }).waitFor();
    await palette.getByRole('combobox').fill('quist');
    await palette.getByRole('option', { name: /Zoe Quist.*Contact/ }).click();
    await page.waitForURL(`**/contacts/${id}`);
    expect(complaints).toEqual([]);
  });

  test('without any trunk the page of trunks says that calls are simulated', async () => {
    const { page, go } = await services.signIn('member');
    await go('/trunks');
    await page.getByText('Without one, calls are simulated: no telephone rings.').waitFor();
  });

  test('first steps are ticked off as they are done, and can be hidden', async () => {
    const company = await services.service.newCompany();
    const { page, go, complaints } = await services.signIn('owner', { company });
    await go('/');
    const steps = page.getByRole('list', { name: 'First steps' });
    const create = steps.getByRole('listitem').filter({ hasText: 'Create an agent' });
    await create.getByLabel('To do').waitFor();
    await company.api.post('/agents', { ...onlineAgent, name: 'First' });
    await page.reload();
    await create.getByLabel('Done').waitFor();
    // Also then it leads to where it is done.
    await create.getByRole('link').waitFor();
    await page.getByText('1 of 6 done').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByText('Calls today', { exact: true }).waitFor();
    expect(await steps.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('the overview shows calls by day, outcome and agent', async () => {
    const company = await services.service.newCompany();
    await services.service.admin.put(`/companies/${company.id}/plan`, {
      ...{ billingSystem: 'credits', status: 'active', included: 1000, purchased: 0, currency: 'EUR' },
      ...{ maxConcurrentCalls: 10, storageBytes: 1e9, creditsPerMinute: 2.5 },
    });
    const flow = {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Do you own a car?' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye!' },
    };
    const agentId = (await company.api.post('/agents', { name: 'Carla', callingWindow: null, flow })).body.id;
    const contact = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
    const call = { agentId, contact: { ...contact, gdprExpiryDate: '2099-12-31' } };
    const { id } = (await company.api.post('/conversations', call)).body;
    await vi.waitFor(async () => {
      expect((await company.api.get(`/conversations/${id}`)).body.finishedDate).not.toBeNull();
    }, SOON);
    const { page, go } = await services.signIn('member', { company });
    await go('/');
    await page.getByRole('row', { name: /Carla.*1.*100 %/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Credits' }).waitFor();
    await page.getByText('2.5 credits for each charged minute.').waitFor();
    const endings = page.getByRole('region', { name: 'How calls ended, last 14 days' });
    await endings.getByRole('link', { name: 'Completed: 1 call, show conversations' }).click();
    await page.getByRole('table', { name: 'Conversations' }).getByText('Ada Novak').waitFor();
    await page.getByText('Calls from').waitFor();
    await page.getByLabel('How a call ended').selectOption({ label: 'Busy' });
    await page.getByText('No conversations found').waitFor();
  });

  test('message texts and the overview are accessible, in light and dark, on desktop and phone', async () => {
    const id = await newOnlineAgent();
    await expectAccessible(services, [
      {
        name: 'message-texts',
        path: `/agents/${id}?tab=settings`,
        ready: async (page) => {
          await page.getByRole('button', { name: 'Write your own' }).click();
          await page.getByText('Tokens you can insert').click();
          await page.getByRole('article', { name: 'Preview' }).scrollIntoViewIfNeeded();
        },
      },
      {
        name: 'overview-first-steps',
        path: '/',
        ready: (page) => page.getByRole('list', { name: 'First steps' }).waitFor(),
      },
    ]);
  });
});
