import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlineAgent } from './online-agent.ts';
import { type PageSound, soundOf } from './spoken-microphone.ts';
import { patience, SpokenStage } from './spoken-stage.ts';

const INTERRUPTION = 'Excuse me, who are you and what is this call about?';
/** Takes eleven seconds. */
const GREETING =
  'Hello, this is an AI assistant. I would like to tell you a rather long story about our company before we begin, because it was founded many years ago in a small town by the sea.';
const agent = {
  ...onlineAgent,
  flow: { ...onlineAgent.flow, firstMessage: { type: 'first_message', text: GREETING } },
};
/** Of the greeting, before they break in. */
const HEARD_MS = 2500;
/** From their first sound to our last, as the page hears both and as the transcript has it. */
const MOST_MS = 300;
/** A busy machine makes one slower, and none quicker: so many may be needed. */
const TRIES = 3;

/** Of full scale. A first sound is quieter than what follows; behind the last there is nothing. */
const BEGINS = 0.01;
const IS_HEARD = 0.005;
/** Whoever was just heard is speaking: no pause between two words is longer. */
const JUST_MS = 250;
/** The answer to what they say comes later than that. */
const AFTER_MS = 900;

const stage = await SpokenStage.set('an interrupted call', [INTERRUPTION]);

describe.skipIf(stage.isMissing)(stage.title, { timeout: 400_000 }, () => {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());

  /** How long they were talked over in a call; undefined: they began in a pause, which tells nothing. */
  async function interrupted(): Promise<number | undefined> {
    const call = await stage.join(agent);
    await call.page.locator('.line.agent', { hasText: 'AI assistant' }).waitFor(patience);
    const isHeard = async () => (await soundOf(call.page)).agent.some((level) => level > BEGINS);
    await expect.poll(isHeard, patience).toBe(true);
    await call.page.waitForTimeout(HEARD_MS);
    await call.say(INTERRUPTION);
    const sound = await soundOf(call.page);
    await call.page.locator('.line.contact', { hasText: /who are you|call about/i }).waitFor(patience);
    await call.page.locator('.line.agent').nth(1).waitFor(patience);
    await call.end();

    const lines = async () => (await call.conversation()).callAttempts[0]?.transcript;
    await expect.poll(async () => (await lines())?.length, patience).toBeGreaterThan(1);
    const [greeting, theirs] = await lines();
    // Only what was played, and not all of it.
    expect(GREETING.startsWith(greeting.text.replace(/[.…]$/, ''))).toBe(true);
    expect(greeting.text.length).toBeLessThan(GREETING.length);
    expect(theirs).toMatchObject({
      speaker: 'CONTACT',
      text: expect.stringMatching(/who are you|call about/i),
    });
    await call.page.close();
    const heardMs = overlapOf(sound);
    const writtenMs = Math.round((greeting.endTime - theirs.startTime) * 1000);
    console.log(`  talked over for ${heardMs} ms at the page, ${writtenMs} ms in the transcript`);
    return heardMs && Math.max(heardMs, writtenMs);
  }

  test('who breaks in hears the agent stop within 300 ms, and the transcript holds only what was played', async () => {
    const foundMs: (number | undefined)[] = [];
    const quickest = () => Math.min(...foundMs.map((ms) => ms ?? Number.POSITIVE_INFINITY));
    while (foundMs.length < TRIES && quickest() > MOST_MS) foundMs.push(await interrupted());
    expect(quickest()).toBeLessThanOrEqual(MOST_MS);
  });
});

function overlapOf({ microphone, agent: ours, blockMs }: PageSound): number | undefined {
  const began = microphone.findIndex((level) => level > BEGINS);
  const blocks = (ms: number) => Math.round(ms / blockMs);
  const isSpeaking = ours.slice(began - blocks(JUST_MS), began).some((level) => level > IS_HEARD);
  if (!isSpeaking) return undefined;
  const after = ours.slice(began, began + blocks(AFTER_MS));
  return Math.round((after.findLastIndex((level) => level > IS_HEARD) + 1) * blockMs);
}
