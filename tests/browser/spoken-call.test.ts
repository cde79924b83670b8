import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { openBrowser, toInstall } from './chromium.ts';
import { contact, onlineAgent } from './online-agent.ts';
import { plugMicrophone, speakInto, spokenFiles } from './spoken-microphone.ts';

const replies = [
  [/AI assistant/, 'Hello, good morning.'],
  [/How many years/, 'I have driven for seven years.'],
  [/own a car/, 'Yes, I do.'],
  [/Which city/, 'I live in London.'],
] as const;
const files = await spokenFiles(replies.map(([, answer]) => answer));
const missing = toInstall ?? (files === undefined ? 'npm install in the folder speech' : undefined);
const words = missing === undefined ? 'a spoken call' : `a spoken call (skipped: ${missing})`;
const patience = { timeout: 120_000 };

describe.skipIf(missing !== undefined)(words, { timeout: 400_000 }, () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startTestService()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function answerAll(page: Page): Promise<void> {
    for (const [index, [question, answer]] of replies.entries()) {
      await page.locator('.line.agent:not(.unfinished)', { hasText: question }).waitFor(patience);
      await speakInto(page, files?.get(answer) ?? Buffer.alloc(0));
      await page.locator('.line.contact:not(.unfinished)').nth(index).waitFor(patience);
    }
    await page.locator('[data-view=thanks]').waitFor(patience);
  }

  /** The loudest that the agent was in the page's ears until then. */
  async function loudestUntil(page: Page, end: Promise<void>): Promise<number> {
    let isOver = false;
    let most = 0;
    const over = end.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const level = `Number(document.querySelector('.figure')?.style.getPropertyValue('--level') ?? 0)`;
      most = Math.max(most, (await page.evaluate(level)) as number);
      await Promise.race([over, page.waitForTimeout(50)]);
    }
    await over;
    return most;
  }

  test('the agent is heard, three spoken answers are understood, and both sides are recorded', async () => {
    const company = await service.newCompany({ name: 'Northwind' });
    const agentId = (await company.api.post('/agents', onlineAgent)).body.id;
    const { body } = await company.api.post('/conversations', { agentId, contact });
    const page = await browser.newPage();
    await plugMicrophone(page);
    await page.goto(body.onlineUrl);
    await page.getByRole('button', { name: 'Continue with microphone' }).click();
    await page.getByRole('button', { name: 'Join the call' }).click();
    expect(await loudestUntil(page, answerAll(page))).toBeGreaterThan(0.3);

    const conversation = async () => (await company.api.get(`/conversations/${body.id}`)).body;
    await expect.poll(async () => (await conversation()).analytics, patience).toBeDefined();
    const done = await conversation();
    expect(done.status).toBe('COMPLETED');
    const found = JSON.stringify(done.analytics);
    expect(found).toMatch(/"years".*7/);
    expect(found).toMatch(/"car".*true/);
    expect(found).toMatch(/"city".*London/);
    const [attempt] = done.callAttempts;
    expect(attempt.recordingUrl).toBeDefined();
    const recording = Buffer.from(await (await fetch(attempt.recordingUrl)).arrayBuffer());
    expect(loudestOf(recording, 0)).toBeGreaterThan(1000);
    expect(loudestOf(recording, 1)).toBeGreaterThan(1000);
    await page.close();
  });
});

const WAV_HEADER_BYTES = 44;
const FRAME_BYTES = 4;

/** Of one side of a stereo file: contact 0, agent 1. */
function loudestOf(wav: Buffer, side: 0 | 1): number {
  let most = 0;
  for (let at = WAV_HEADER_BYTES + 2 * side; at + 2 <= wav.length; at += FRAME_BYTES) {
    most = Math.max(most, Math.abs(wav.readInt16LE(at)));
  }
  return most;
}
