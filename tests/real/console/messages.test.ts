import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, prepareAxe, toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** Every page four times. */
const ACCESSIBILITY_MS = 600_000;

describe.skipIf(toInstall)('messages in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let runId: string;
  let contactId: string;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    const agentId = (await api.post('/agents', { ...onlineAgent, duration: 1 })).body.id;
    contactId = (await api.post('/contacts', { ...contact, email: 'ada@messages.example' })).body.id;
    runId = (await api.post('/runs', { name: 'Spring', agentId })).body.id;
    await api.post(`/runs/${runId}/contacts`, { contactIds: [contactId] });
    await api.post(`/runs/${runId}/launch`);
  }, OPEN_MS);
  afterAll(() => services?.close());

  test('a run is invited without a mail server, and the outbox and the run have each link', async () => {
    const { page, context, go, complaints } = await services.signIn('member');
    await go(`/runs/${runId}?tab=messages`);
    await page.getByText('Nobody was invited yet').waitFor();
    await page.getByRole('button', { name: 'Invite by e-mail' }).click();
    await page.getByText('1 message queued').waitFor();
    // It follows what happens by itself.
    await page.getByText('In the outbox').waitFor();
    await go('/messages?status=OUTBOX');
    await page.getByRole('button', { name: 'ada@messages.example' }).click();
    const mail = page.getByRole('article', { name: 'E-mail' });
    await mail.getByText('Hello Ada,').waitFor();
    const { onlineUrl } = (await services.company.api.get('/messages')).body.data[0];
    expect(await mail.innerText()).toContain(onlineUrl);
    expect(await page.locator('dialog[open] code').innerText()).toBe(onlineUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(`/runs/${runId}`);
    await page.getByRole('button', { name: 'Copy the link for Ada' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(onlineUrl);
    expect(complaints).toEqual([]);
  });

  test('a conversation shows its messages and sends another one after a confirmation', async () => {
    const { page, go, complaints } = await services.signIn('member');
    const { conversationId } = (await services.company.api.get(`/runs/${runId}/contacts`)).body.data[0];
    await go(`/conversations/${conversationId}`);
    const list = page.getByRole('list', { name: 'Messages' });
    await list.getByRole('listitem').first().waitFor();
    const before = await list.getByRole('listitem').count();
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    const question = page.getByRole('dialog', { name: 'Send this message again?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await list.getByRole('listitem').count()).toBe(before);
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    await question.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(before + 1);
    await page.getByRole('button', { name: 'Send SMS' }).click();
    await page.getByText('The contact has no address for this channel').waitFor();
    expect(complaints).toEqual([]);
  });

  test('messages are accessible', { timeout: ACCESSIBILITY_MS }, async () => {
    await expectAccessible(services, [
      {
        name: 'messages',
        path: '/messages',
        ready: (page) => page.getByRole('button', { name: 'ada@messages.example' }).first().waitFor(),
      },
      {
        name: 'message',
        path: '/messages',
        ready: async (page) => {
          await page.getByRole('button', { name: 'ada@messages.example' }).first().click();
          await page.getByRole('article').waitFor();
        },
      },
      {
        name: 'run-messages',
        path: `/runs/${runId}?tab=messages`,
        ready: (page) => page.getByRole('button', { name: 'ada@messages.example' }).first().waitFor(),
      },
    ]);
  });

  test('the page that stops messages is accessible, and the contact shows it', async () => {
    const { page, go } = await services.signIn('member');
    const { text } = (await services.company.api.get('/messages')).body.data[0];
    const [, stopUrl = ''] = /(http\S+\/unsubscribe\/\S+)/.exec(text) ?? [];
    await prepareAxe(page);
    await page.goto(stopUrl);
    await page.getByRole('heading', { name: 'Stop messages' }).waitFor();
    expect(await hurdles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop messages' }).click();
    await page.getByRole('status').waitFor();
    expect(await hurdles(page)).toEqual([]);
    await go(`/contacts/${contactId}`);
    await page.getByText('Unsubscribed from messages by E-mail').waitFor();
  });
});
