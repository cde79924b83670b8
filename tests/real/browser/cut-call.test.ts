import { answersIn } from '@parley/testing/online-agent.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { patience } from '@parley/testing/patience.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soundOf } from './spoken-microphone.ts';
import { SpokenStage } from './spoken-stage.ts';
import { UdpRelay } from './udp-relay.ts';

const CUT_MS = 10_000;
const YEARS = 'I started seven years ago.';
/** Who was away is asked whether they are still there, with the question still open. */
const replies = [
  [/\bcar\b|there|hear me|on the line/, 'Yes, I do.'],
  [/city|live/, 'I live in London.'],
] as const;
/** Of full scale: speech, and not the noise of a codec. */
const AUDIBLE = 0.02;

const stage = await SpokenStage.set('a call without a network', [
  YEARS,
  ...replies.map(([, answer]) => answer),
]);

skipWhenOverloaded();

describe.skipIf(stage.isMissing)(stage.title, { timeout: 400_000 }, () => {
  const relay = new UdpRelay();
  beforeAll(() => stage.open());
  afterAll(async () => {
    await stage.close();
    relay.close();
  });

  test('a spoken call survives ten seconds without network and completes', async () => {
    const call = await stage.join(undefined, (page) => relay.standBefore(page));
    const { page } = call;
    const asked = (question: RegExp) => page.locator('.line.agent', { hasText: question }).waitFor(patience);
    await page.locator('.line.agent:not(.unfinished)', { hasText: /How many years/ }).waitFor(patience);
    await call.say(YEARS);
    await asked(/own a car/);
    // All sound went this way, so that there is something to cut.
    expect(relay.packets).toBeGreaterThan(100);
    await relay.cut(page);
    const passed = relay.packets;
    await page.locator('.problem', { hasText: 'Reconnecting' }).waitFor(patience);
    await page.waitForTimeout(CUT_MS);
    expect(relay.packets).toBe(passed);
    const before = (await soundOf(page)).agent.length;
    await relay.mend(page);
    await page.locator('.problem').waitFor({ state: 'hidden', ...patience });

    await call.answerAll(replies);
    const { agent } = await soundOf(page);
    expect(agent.slice(before).some((level) => level > AUDIBLE)).toBe(true);
    const done = await call.analysed();
    expect(done.status).toBe('COMPLETED');
    expect(done.callAttempts).toHaveLength(1);
    // What was said before the cut, what was open during it, and what came after.
    expect(answersIn(done)).toEqual({ years: 7, car: true, city: expect.stringContaining('London') });
    await page.close();
  });
});
