import { buffer } from 'node:stream/consumers';
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

  test('contacts of a run are invited without a mail server, and the outbox and the run show each link', async () => {
    const { page, context, go, complaints } = await services.signIn('member');
    await go(`/runs/${runId}?tab=messages`);
    await page.getByText('Nobody was invited yet').waitFor();
    await page.getByRole('button', { name: 'Invite by e-mail' }).click();
    await page.getByText('1 message queued').waitFor();
    // It follows what happens by itself.
    const messages = page.getByRole('table', { name: 'Run messages' });
    await messages.getByText('In the outbox').waitFor();
    const byStatus = page.getByRole('combobox', { name: 'Status' });
    await byStatus.selectOption('BOUNCED');
    await page.getByText('No messages with this status').waitFor();
    await byStatus.selectOption('OUTBOX');
    await messages.getByText('ada@messages.example').waitFor();
    await go('/messages?status=OUTBOX');
    await page.getByRole('button', { name: 'ada@messages.example' }).click();
    const mail = page.getByRole('article', { name: 'E-mail' });
    await mail.getByText('Hello Ada,').waitFor();
    const { onlineUrl } = (await services.company.api.get('/messages')).body.data[0];
    expect(await mail.innerText()).toContain(onlineUrl);
    expect(await page.locator('dialog[open] code').innerText()).toBe(onlineUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Run' }).selectOption({ label: 'Spring' });
    await page.getByRole('button', { name: 'ada@messages.example' }).waitFor();
    await go(`/runs/${runId}`);
    const contacts = page.getByRole('table', { name: 'Run contacts' });
    await contacts.getByText('In the outbox').waitFor();
    const { linkExpiresAt } = (await services.company.api.get(`/runs/${runId}/contacts`)).body.data[0];
    await contacts.locator(`time[datetime="${linkExpiresAt}"]`).waitFor();
    await page.getByRole('button', { name: 'Copy the link for Ada' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(onlineUrl);
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'All contacts with their links' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Spring-links.csv');
    expect(String(await buffer(await file.createReadStream()))).toContain(onlineUrl);
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

  test('the pages for messages are accessible', { timeout: ACCESSIBILITY_MS }, async () => {
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
      {
        name: 'run-contacts-with-links',
        path: `/runs/${runId}`,
        ready: (page) => page.getByRole('table', { name: 'Run contacts' }).getByText('Ada').waitFor(),
      },
    ]);
  });

  test('the unsubscribe page is accessible, and the contact shows that they unsubscribed', async () => {
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

  /** A draft with one contact, with its launch dialog open. */
  async function launching(email: string) {
    const { api } = services.company;
    const { agentId } = (await api.get(`/runs/${runId}`)).body;
    const { id } = (await api.post('/runs', { name: 'Summer', agentId })).body;
    const invited = (await api.post('/contacts', { ...contact, email })).body.id;
    await api.post(`/runs/${id}/contacts`, { contactIds: [invited] });
    const session = await services.signIn('member');
    await session.go(`/runs/${id}`);
    await session.page.getByRole('button', { name: 'Launch run…' }).click();
    const dialog = session.page.getByRole('dialog', { name: 'Launch Summer' });
    await dialog.getByText('1 contact can be invited').waitFor();
    return { ...session, dialog, id };
  }

  test('a launch invites the contacts of a run, and those who have not finished are reminded', async () => {
    const { page, go, complaints, dialog, id } = await launching('bea@messages.example');
    expect(await dialog.getByRole('checkbox', { name: 'Invite by e-mail' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'Invite by SMS' }).isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Launch now' }).click();
    await page.getByText('1 contact gets a link').waitFor();
    await go(`/runs/${id}?tab=messages`);
    const list = page.getByRole('table', { name: 'Run messages' });
    await list.getByText('In the outbox').waitFor();
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('menuitem', { name: 'By e-mail' }).click();
    const question = page.getByRole('dialog', { name: 'Remind everybody who has not finished?' });
    await question.getByRole('button', { name: 'Send reminders' }).click();
    await page.getByText('1 message queued').waitFor();
    await list.getByText('Reminder').waitFor();
    expect(await page.getByText('Nobody was invited').count()).toBe(0);
    await go(`/runs/${id}?tab=contacts`);
    await page.getByRole('combobox', { name: 'Link' }).selectOption('OPENED');
    await page.getByText('Nobody fits the filter').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a run that was launched without invitations says so and leads to them', async () => {
    const { page, complaints, dialog } = await launching('cleo@messages.example');
    await dialog.getByRole('checkbox', { name: 'Invite by e-mail' }).uncheck();
    await dialog.getByRole('button', { name: 'Launch now' }).click();
    await page.getByText('Nobody was invited: contacts do not have their links yet.').waitFor();
    await page.getByRole('button', { name: 'Invite contacts' }).click();
    await page.getByRole('button', { name: 'Invite by e-mail' }).click();
    await page.getByText('1 message queued').waitFor();
    await page.getByText('Nobody was invited: contacts').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
