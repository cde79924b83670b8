import { createHmac } from 'node:crypto';
import { type Received, type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** Every page four times. */
const ACCESSIBILITY_MS = 600_000;
/** So many failed requests in a row open the circuit. */
const FAILURES_TO_OPEN = 10;

const signatures = ({ headers }: Received): string[] => String(headers['webhook-signature']).split(' ');

/** As a receiver who holds this secret works it out. */
function signatureBy(secret: string, { headers, text }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe.skipIf(toInstall)('webhooks in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let receiver: Receiver;
  let agentId: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    services = await startConsoleServices();
    const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: null };
    agentId = (await services.company.api.post('/agents', agent)).body.id;
  }, OPEN_MS);
  afterAll(async () => {
    await services?.close();
    await receiver?.stop();
  });

  /** A test conversation is over at once, and told of. */
  const happen = () =>
    services.company.api.post('/conversations', {
      agentId,
      isTest: true,
      contact: {
        firstName: 'Ada',
        lastName: 'Novak',
        phoneNumber: '+15005550000',
        gdprExpiryDate: '2099-12-31',
      },
    });
  beforeEach(() => receiver.answerWith(() => 200));
  const hook = async (changes: object = {}) =>
    (
      await services.company.api.post('/webhooks', {
        name: 'Hook',
        url: receiver.url,
        events: ['INTERVIEW_COMPLETED', 'PING'],
        maxRetries: 0,
        ...changes,
      })
    ).body.id as string;

  test('a new webhook shows its secret once, and signs deliveries with it', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Our systems');
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.locator('dialog[open] code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Our systems' }).waitFor();
    const id = page.url().split('/').at(-1);

    await page.getByRole('button', { name: 'Send ping' }).click();
    await page.getByText(/The ping was answered with 200/).waitFor();
    const got = receiver.received.at(-1) as Received;
    expect(signatures(got)).toEqual([signatureBy(secret, got)]);
    expect(complaints).toEqual([]);
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('a replaced secret is shown once, and the previous one stays valid', async () => {
    const webhook = { name: 'Replaced', url: receiver.url, events: ['PING'] };
    const { id, secret: before } = (await services.company.api.post('/webhooks', webhook)).body;
    const { page, go, complaints } = await services.signIn('member');
    await go(`/webhooks/${id}`);
    const replace = async (answer: string) => {
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Replace secret…' }).click();
      const question = page.getByRole('dialog', { name: 'Replace the signing secret?' });
      await question.getByText('Both secrets are valid for 24 hours').waitFor();
      await question.getByRole('button', { name: answer }).click();
    };
    await replace('Cancel');
    await replace('Replace secret');
    const shown = page.getByRole('dialog', { name: 'New signing secret' });
    const secret = await shown.locator('code').innerText();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(before);
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await shown.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Send ping' }).click();
    await page.getByText(/The ping was answered with 200/).waitFor();
    const got = receiver.received.at(-1) as Received;
    // Had it been replaced when somebody kept it, the one before would be another.
    expect(signatures(got)).toEqual([signatureBy(secret, got), signatureBy(before, got)]);
    expect(JSON.stringify((await services.company.api.get(`/webhooks/${id}`)).body)).not.toContain('whsec_');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Replaced' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(complaints).toEqual([]);
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('a delivery appears live, shows its details, and can be resent', async () => {
    const id = await hook();
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}`);
    await page.getByText('No deliveries yet').waitFor();
    const before = receiver.received.length;
    await happen();
    const row = page.getByRole('row').filter({ hasText: 'interview.completed' });
    await row.getByText('Delivered').waitFor();
    const sent = () =>
      receiver.received.slice(before).filter(({ headers }) => headers['webhook-id'] === deliveryId);
    await row.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('"interviewId"').waitFor();
    const deliveryId = new URL(page.url()).searchParams.get('delivery');
    expect(sent()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(() => sent().length, { timeout: SLOW_MS }).toBe(2);
    await expect.poll(() => dialog.getByRole('listitem').count(), { timeout: SLOW_MS }).toBe(2);
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('failed deliveries are resent after the receiver recovers, and the circuit closes', async () => {
    receiver.answerWith(() => 500);
    const id = await hook({ name: 'Down' });
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await happen();
    const { page, go } = await services.signIn('member');
    await go('/webhooks');
    const row = page.getByRole('row').filter({ hasText: 'Down' });
    await row.getByText('Circuit open').waitFor({ timeout: SLOW_MS });
    await go(`/webhooks/${id}`);
    await page.getByText('The circuit opened').waitFor();
    receiver.answerWith(() => 200);
    await page.getByRole('button', { name: 'Reset circuit' }).click();
    await page.getByText('The circuit opened').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resend failed deliveries…' }).click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText(`${FAILURES_TO_OPEN} deliveries requeued`).waitFor();
    await expect
      .poll(
        async () =>
          (await services.company.api.get(`/webhooks/${id}/deliveries?status=DELIVERED`)).body.total,
        { timeout: SLOW_MS },
      )
      .toBe(FAILURES_TO_OPEN);
    await page.getByLabel('Status').selectOption('FAILED');
    await page.getByText('No deliveries found').waitFor();
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('a webhook form with refused input shows the error at its field and loses nothing typed', async () => {
    const id = await hook({ name: 'Refused' });
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    await page.getByLabel('Name', { exact: true }).fill('Kept in mind');
    for (const box of await page.getByRole('checkbox').all()) await box.setChecked(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Must not be empty.' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept in mind');
    await page.getByLabel('Completed, with analysis').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kept in mind' }).waitFor();
    expect((await services.company.api.get(`/webhooks/${id}`)).body.events).toEqual(['INTERVIEW_COMPLETED']);
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('a viewer cannot open webhooks; users of another company do not find one', async () => {
    const id = await hook({ name: 'Ours' });
    const viewer = await services.signIn('viewer');
    await viewer.go('/webhooks');
    await viewer.page.getByText('Your role does not allow this').waitFor();
    const other = await services.signIn('owner', { company: await services.service.newCompany() });
    await other.go(`/webhooks/${id}`);
    await other.page.getByText('Not found').waitFor();
    await services.company.api.delete(`/webhooks/${id}`);
  });

  test('all webhook pages are accessible, in light and dark, wide and narrow', {
    timeout: ACCESSIBILITY_MS,
  }, async () => {
    const id = await hook({ name: 'Readable' });
    await happen();
    await expectAccessible(services, [
      {
        name: 'webhooks',
        path: '/webhooks',
        ready: (page) => page.getByRole('row').filter({ hasText: 'Readable' }).waitFor(),
      },
      {
        name: 'webhook',
        path: `/webhooks/${id}`,
        ready: (page) => page.getByRole('row').filter({ hasText: 'interview.completed' }).waitFor(),
      },
      {
        name: 'delivery',
        path: `/webhooks/${id}`,
        ready: async (page) => {
          await page.getByRole('row').filter({ hasText: 'interview.completed' }).click();
          await page.getByText('"interviewId"').waitFor();
        },
      },
      {
        name: 'webhook-settings',
        path: `/webhooks/${id}?tab=settings`,
        ready: async (page) => {
          await page.getByText('Retries, timeout, headers').click();
          await page.getByRole('button', { name: 'Add header' }).click();
        },
      },
    ]);
    await services.company.api.delete(`/webhooks/${id}`);
  });
});
