import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeG711, muLaw } from '../../src/calls/lines/sip/media/g711.ts';
import { startTestService, type TestService } from '../service.ts';
import { openBrowser, toInstall } from './chromium.ts';
import { contact, onlineAgent } from './online-agent.ts';
import { plugMicrophone, speakInto, spokenFiles } from './spoken-microphone.ts';

/** However it is asked: who was not understood is asked again in other words. */
const replies = [
  [/years|driven/, 'I have driven for seven years.'],
  [/\bcar\b/, 'Yes, I do.'],
  [/city|live/, 'I live in London.'],
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

  /** Answers whatever the agent has asked last, until the call is over. */
  async function answerAll(page: Page): Promise<void> {
    const thanks = page.locator('[data-view=thanks]');
    for (let heard = 0; ; heard += 1) {
      const said = page.locator('.line.agent:not(.unfinished)').nth(heard);
      await said.or(thanks).waitFor(patience);
      if (await thanks.isVisible()) return;
      const words = (await said.textContent()) ?? '';
      const [, answer] = replies.find(([question]) => question.test(words)) ?? [];
      if (answer !== undefined) await speakInto(page, files?.get(answer) ?? Buffer.alloc(0));
    }
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
    const [theirs, ours] = loudSeconds(recording);
    // Three short answers, and some sentences of the agent's; neither talked all the time.
    expect(theirs).toBeGreaterThan(1);
    expect(ours).toBeGreaterThan(1);
    expect(theirs + ours).toBeLessThan(recording.length / CHANNELS / RATE_HZ);
    await page.close();
  });
});

const CHANNELS = 2;
const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const LOUD = 1500;

/** How long the contact (left) and the agent (right) were loud in a recording, which has a byte of µ-law for each. */
function loudSeconds(wav: Buffer): [theirs: number, ours: number] {
  const bytes = wav.subarray(wav.indexOf('data') + 8);
  const sound = new Int16Array(bytes.length);
  decodeG711(muLaw, bytes, sound);
  const seconds: [number, number] = [0, 0];
  for (let frame = 0; (frame + 1) * FRAME * CHANNELS <= sound.length; frame += 1) {
    for (const side of [0, 1] as const) {
      const samples = Array.from(
        { length: FRAME },
        (_, at) => sound[(frame * FRAME + at) * CHANNELS + side] ?? 0,
      );
      if (Math.max(...samples.map(Math.abs)) > LOUD) seconds[side] += FRAME / RATE_HZ;
    }
  }
  return seconds;
}
