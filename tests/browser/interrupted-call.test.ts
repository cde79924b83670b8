import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '../patience.ts';
import { onlineAgent } from './online-agent.ts';
import { bufferMsOf, type PageSound, soundOf } from './spoken-microphone.ts';
import { SpokenStage } from './spoken-stage.ts';

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

/** From their first sound to our last, as the page hears both. */
const MOST_MS = 300;
/** What is late makes one slower, and none quicker: so many may be needed. */
const TRIES = 3;
/**
 * Where one turn in twenty of the service's loop comes so late, or the browser keeps our sound for so long because it
 * comes unevenly, the machine is busy with others and nothing is on time. At rest it is 6 ms, and 60.
 */
const LATE_MS = 9;
const LONG_BUFFER_MS = 100;
const MOST_WHEN_BUSY_MS = 2000;

/** Of full scale. A first sound is quieter than what follows; behind the last there is nothing. */
const BEGINS = 0.01;
const IS_HEARD = 0.005;
/** Whoever was just heard is speaking: no pause between two words is longer. */
const JUST_MS = 250;
/** The agent has fallen silent when nothing was heard of it for so long, which no pause in its greeting is. */
const SILENT_MS = 400;

const stage = await SpokenStage.set('an interrupted call', [INTERRUPTION]);

interface Interruption {
  /** Undefined: they began in a pause, which tells nothing. */
  readonly talkedOverMs: number | undefined;
  readonly isBusy: boolean;
}

describe.skipIf(stage.isMissing)(stage.title, { timeout: 600_000 }, () => {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());

  async function interrupted(): Promise<Interruption> {
    const call = await stage.join(agent);
    await call.page.locator('.line.agent', { hasText: 'AI assistant' }).waitFor(patience);
    const isHeard = async () => (await soundOf(call.page)).agent.some((level) => level > BEGINS);
    await expect.poll(isHeard, patience).toBe(true);
    await call.page.waitForTimeout(HEARD_MS);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await call.say(INTERRUPTION);
    delay.disable();
    const [sound, bufferMs] = [await soundOf(call.page), await bufferMsOf(call.page)];
    await call.page.locator('.line.contact', { hasText: /who are you|call about/i }).waitFor(patience);
    await call.page.locator('.line.agent').nth(1).waitFor(patience);
    await call.end();

    const lines = async () => (await call.conversation()).callAttempts[0]?.transcript;
    await expect.poll(async () => (await lines())?.length, patience).toBeGreaterThan(1);
    const [greeting, theirs] = await lines();
    // Only what was played, and not all of it.
    expect(GREETING.startsWith(greeting.text.replace(/[.…]$/, ''))).toBe(true);
    expect(greeting.text.length).toBeLessThan(GREETING.length);
    expect(theirs.speaker).toBe('CONTACT');
    await call.page.close();
    const talkedOverMs = overlapOf(sound);
    const lateMs = Math.round(delay.percentile(95) / 1e6);
    console.log(
      `  talked over for ${talkedOverMs} ms; late ${lateMs} ms, ${bufferMs} ms in the browser's buffer`,
    );
    return { talkedOverMs, isBusy: lateMs > LATE_MS || bufferMs > LONG_BUFFER_MS };
  }

  test('who breaks in hears the agent stop within 300 ms, and the transcript holds only what was played', async () => {
    const found: Interruption[] = [];
    const quickest = () =>
      Math.min(...found.map(({ talkedOverMs }) => talkedOverMs ?? Number.POSITIVE_INFINITY));
    while (found.length < TRIES && quickest() > MOST_MS) found.push(await interrupted());
    const isBusy = quickest() > MOST_MS && found.every((one) => one.isBusy);
    if (isBusy) console.log('  The machine is too busy to tell whether that is within 300 ms');
    expect(quickest()).toBeLessThanOrEqual(isBusy ? MOST_WHEN_BUSY_MS : MOST_MS);
  });
});

function overlapOf({ microphone, agent: ours, blockMs }: PageSound): number | undefined {
  const began = microphone.findIndex((level) => level > BEGINS);
  const blocks = (ms: number) => Math.round(ms / blockMs);
  const isSpeaking = ours.slice(began - blocks(JUST_MS), began).some((level) => level > IS_HEARD);
  if (!isSpeaking) return undefined;
  let last = began;
  for (let at = began; at < ours.length && at - last < blocks(SILENT_MS); at += 1)
    if ((ours[at] as number) > IS_HEARD) last = at;
  return Math.round((last + 1 - began) * blockMs);
}
