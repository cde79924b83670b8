import { sql } from '@parley/service/storage/sql.ts';
import { answersIn, contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { PATIENCE_MS, patience } from '@parley/testing/patience.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

/** Longer than a page tries before it says so. Ten seconds, with sound, are in cut-call.test.ts. */
const CUT_MS = 2000;
/** Where the offline speech is not installed there is nothing to type instead of. */
const TYPE = /Type instead|Join the call/;
const words = toInstall === undefined ? 'a call in a browser' : `a call in a browser (skipped: ${toInstall})`;

const replies = [
  [/AI assistant/, 'Hello'],
  [/How many years/, 'Seven years'],
  [/own a car/, 'Yes, I do'],
  [/Which city/, 'I live in Zurich'],
] as const;
const answers = { years: 7, car: true, city: expect.stringContaining('Zurich') };

describe.skipIf(toInstall !== undefined)(words, () => {
  let browser: Browser;
  let service: TestService;
  let company: TestCompany;
  beforeAll(async () => {
    [browser, service] = await Promise.all([sharedBrowser(), startTestService()]);
    company = await service.newCompany({ name: 'Northwind' });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function joined(): Promise<{ id: string; page: Page; url: string }> {
    const agentId = (await company.api.post('/agents', onlineAgent)).body.id;
    const { body } = await company.api.post('/conversations', { agentId, contact });
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(body.onlineUrl);
    await page.getByText('Northwind invites you').waitFor();
    await page.getByText('Grace is an AI assistant').waitFor();
    await page.getByRole('button', { name: TYPE }).click();
    return { id: body.id, page, url: body.onlineUrl };
  }

  async function reply(page: Page, [question, answer]: (typeof replies)[number]): Promise<void> {
    await page.locator('.line.agent', { hasText: question }).last().waitFor();
    await page.getByLabel('Your message').fill(answer);
    await page.keyboard.press('Enter');
    await page.locator('.line.contact', { hasText: answer }).waitFor();
  }

  /** Says that it goes on, with the question that was open. */
  const WELCOME_BACK = /(back|again)\.[^:]*: Do you own a car/;

  async function continueCall(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Continue the call' }).click();
    // Where speech is installed they may change to typing; where it is not they are there already.
    const typing = page.getByRole('button', { name: 'Type instead' });
    const message = page.getByLabel('Your message');
    await typing.or(message).first().waitFor();
    if (await typing.isVisible()) await typing.click();
  }

  async function analysed(id: string) {
    await expect
      .poll(async () => (await company.api.get(`/conversations/${id}`)).body.analytics, patience)
      .toBeDefined();
    return (await company.api.get(`/conversations/${id}`)).body;
  }

  test('three typed answers complete the call and appear in the conversation', async () => {
    const { id, page } = await joined();
    for (const one of replies) await reply(page, one);
    await page.locator('[data-view=thanks]').waitFor();
    const done = await analysed(id);
    expect(done.status).toBe('COMPLETED');
    expect(answersIn(done)).toEqual(answers);
    await page.reload();
    await page.locator('[data-view=finished]').waitFor();
    await page.close();
  });

  test('a typed call survives a network outage', { timeout: 400_000 }, async () => {
    const { id, page } = await joined();
    for (const one of replies.slice(0, 2)) await reply(page, one);
    await page.locator('.line.agent', { hasText: /own a car/ }).waitFor();
    await page.context().setOffline(true);
    await page.locator('.problem', { hasText: 'Reconnecting' }).waitFor();
    await page.waitForTimeout(CUT_MS);
    await page.context().setOffline(false);
    await page.locator('.problem').waitFor({ state: 'hidden' });
    for (const one of replies.slice(2)) await reply(page, one);
    await page.locator('[data-view=thanks]').waitFor();
    const done = await analysed(id);
    expect(done.status).toBe('COMPLETED');
    expect(done.callAttempts).toHaveLength(1);
    expect(answersIn(done)).toEqual(answers);
    await page.close();
  });

  test('reloading the page during a call continues and completes it', async () => {
    const { id, page } = await joined();
    for (const one of replies.slice(0, 2)) await reply(page, one);
    await page.locator('.line.agent', { hasText: /own a car/ }).waitFor();
    await page.reload();
    await continueCall(page);
    await page.locator('.line.contact', { hasText: 'Seven years' }).waitFor();
    await page.locator('.line.agent', { hasText: WELCOME_BACK }).waitFor();
    for (const one of replies.slice(2)) await reply(page, one);
    await page.locator('[data-view=thanks]').waitFor();
    const done = await analysed(id);
    expect(done.status).toBe('COMPLETED');
    expect(done.callAttempts).toHaveLength(1);
    expect(answersIn(done)).toEqual(answers);
    await page.close();
  });

  test('a contact who closed the tab continues the call in another browser, and it is charged once', async () => {
    const { id, page: closed, url } = await joined();
    for (const one of replies.slice(0, 2)) await reply(closed, one);
    await closed.locator('.line.agent', { hasText: /own a car/ }).waitFor();
    await closed.context().close();
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    await continueCall(page);
    await page.locator('.line.agent', { hasText: WELCOME_BACK }).waitFor();
    for (const one of replies.slice(2)) await reply(page, one);
    await page.locator('[data-view=thanks]').waitFor();
    const done = await analysed(id);
    expect(done).toMatchObject({ status: 'COMPLETED', callAttempts: [{ status: 'COMPLETED' }] });
    expect(answersIn(done)).toEqual(answers);
    const charges = await service.services.database.all(sql`
      select from billing_entries where attempt_id = ${done.callAttempts[0].id} and kind = 'CHARGE'`);
    expect(charges).toHaveLength(1);
    await page.close();
  });

  test('a German page says in German that the call is text-only where only English speech is available', async () => {
    const agentId = (await company.api.post('/agents', { ...onlineAgent, language: 'DE' })).body.id;
    const { body } = await company.api.post('/conversations', { agentId, contact });
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(body.onlineUrl);
    await page.getByText('Das Gespräch findet schriftlich statt. Ein Mikrofon ist nicht nötig.').waitFor();
    const buttons = page.locator('.actions button');
    expect(await buttons.allTextContents()).toEqual(['Am Gespräch teilnehmen']);
    await buttons.click();
    await page.getByLabel('Ihre Nachricht').waitFor();
    expect(await page.getByText('Lieber sprechen').isVisible()).toBe(false);
    await page.close();
  });

  test('a contact who leaves before the first answer can return with the same link', async () => {
    const { page } = await joined();
    await page.locator('.line.agent').first().waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the call' }).click();
    await page.getByRole('button', { name: 'Rejoin the call' }).click();
    await page.getByRole('button', { name: TYPE }).click();
    await page.locator('.line.agent', { hasText: 'AI assistant' }).waitFor();
    await page.close();
  });
});
