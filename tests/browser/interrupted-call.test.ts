import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { openBrowser, toInstall } from './chromium.ts';
import { contact, onlineAgent } from './online-agent.ts';
import { plugMicrophone, speakInto, spokenFiles } from './spoken-microphone.ts';

const INTERRUPTION = 'Excuse me, who are you and what is this call about?';
const GREETING =
  'Hello, this is an AI assistant. I would like to tell you a rather long story about our company before we begin, because it was founded many years ago in a small town by the sea.';

/** The greeting takes eleven seconds. */
const HEARD_MS = 2500;

const files = await spokenFiles([INTERRUPTION]);
const missing = toInstall ?? (files === undefined ? 'npm install in the folder speech' : undefined);
const words = missing === undefined ? 'an interrupted call' : `an interrupted call (skipped: ${missing})`;
const patience = { timeout: 120_000 };

describe.skipIf(missing !== undefined)(words, { timeout: 300_000 }, () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('who breaks in is listened to, and the transcript keeps only what they had heard', async () => {
    const company = await service.newCompany({ name: 'Northwind' });
    const flow = { ...onlineAgent.flow, firstMessage: { type: 'first_message', text: GREETING } };
    const agentId = (await company.api.post('/agents', { ...onlineAgent, flow })).body.id;
    const { body } = await company.api.post('/conversations', { agentId, contact });
    const page = await browser.newPage();
    await plugMicrophone(page);
    await page.goto(body.onlineUrl);
    await page.getByRole('button', { name: 'Continue with microphone' }).click();
    await page.getByRole('button', { name: 'Join the call' }).click();
    await page.locator('.line.agent', { hasText: 'AI assistant' }).waitFor(patience);
    const level = `Number(document.querySelector('.figure')?.style.getPropertyValue('--level') ?? 0)`;
    await expect.poll(() => page.evaluate(level), patience).toBeGreaterThan(0.3);
    // Some words of the greeting, and not all of it.
    await page.waitForTimeout(HEARD_MS);
    await speakInto(page, files?.get(INTERRUPTION) ?? Buffer.alloc(0));
    await page.locator('.line.contact', { hasText: /who are you|call about/i }).waitFor(patience);
    await page.locator('.line.agent').nth(1).waitFor(patience);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the call' }).click();

    const lines = async () =>
      (await company.api.get(`/conversations/${body.id}`)).body.callAttempts[0]?.transcript;
    await expect.poll(async () => (await lines())?.length, patience).toBeGreaterThan(1);
    const [greeting, theirs] = await lines();
    expect(GREETING.startsWith(greeting.text.replace(/[.…]$/, ''))).toBe(true);
    expect(greeting.text.length).toBeLessThan(GREETING.length);
    expect(theirs).toMatchObject({
      speaker: 'CONTACT',
      text: expect.stringMatching(/who are you|call about/i),
    });
    // They began while we spoke, and were not talked over for long.
    expect(greeting.endTime - theirs.startTime).toBeGreaterThan(0);
    console.log(
      `  the agent fell silent ${Math.round((greeting.endTime - theirs.startTime) * 1000)} ms after they began`,
    );
    await page.close();
  });
});
