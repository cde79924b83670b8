import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { onlineAgent } from '@parley/testing/online-agent.ts';
import { patience } from '@parley/testing/patience.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bufferMsOf, type PageSound, sayingMs, soundOf } from './spoken-microphone.ts';
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
/** By so much and a word, what is in the transcript may differ from what was heard. */
const TOLERANCE_MS = 300;
/** Where it cannot be told, another call may tell it. */
const TRIES = 3;
/**
 * Where one turn in twenty of the service's loop comes so late, where the browser keeps our sound for so long because it
 * comes unevenly, or where the processors hardly rest, the machine is busy with others and nothing is on time. By itself
 * the loop is 6 ms late, and the browser keeps 60.
 */
const LATE_MS = 9;
const LONG_BUFFER_MS = 100;
const LITTLE_REST = 0.1;

/** Of full scale. A first sound is quieter than what follows; behind the last there is nothing. */
const BEGINS = 0.01;
const IS_HEARD = 0.005;
/** Whoever was just heard is speaking: no pause between two words is longer. */
const JUST_MS = 250;
/** The agent has fallen silent when nothing was heard of it for so long, which no pause in its greeting is. */
const SILENT_MS = 400;

const stage = await SpokenStage.set('an interrupted call', [INTERRUPTION]);

interface Interruption {
  /** What came too late or was lost, in words. */
  readonly faults: readonly string[];
  /** It may be the machine's fault. */
  readonly isBusy: boolean;
}

describe.skipIf(stage.isMissing)(stage.title, { timeout: 600_000 }, () => {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());

  /** Undefined: they began in a pause, which tells nothing. */
  async function interrupted(): Promise<Interruption | undefined> {
    const call = await stage.join(agent);
    await call.page.locator('.line.agent', { hasText: 'AI assistant' }).waitFor(patience);
    const isHeard = async () => (await soundOf(call.page)).agent.some((level) => level > BEGINS);
    await expect.poll(isHeard, patience).toBe(true);
    await call.page.waitForTimeout(HEARD_MS);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const restSince = processorRest();
    await call.say(INTERRUPTION);
    const rest = restSince();
    delay.disable();
    const [sound, bufferMs] = [await soundOf(call.page), await bufferMsOf(call.page)];
    await call.page.locator('.line.contact', { hasText: /who are you|call about/i }).waitFor(patience);
    await call.page.locator('.line.agent').nth(1).waitFor(patience);
    await call.end();

    const lines = async () => (await call.conversation()).callAttempts[0]?.transcript;
    await expect.poll(async () => (await lines())?.length, patience).toBeGreaterThan(1);
    const [greeting, theirs] = await lines();
    await call.page.close();
    expect(theirs.speaker).toBe('CONTACT');
    const words = wordsOf(greeting.text).length;
    expect(bare(greeting.text)).toBe(bare(beginning(words)));

    const { isTalkedOver, overlapMs, heardMs } = heardIn(sound);
    // Nobody can tell a word more or less; how long the words take is the voice's own word.
    const leastMs = await sayingMs(beginning(words - 1), IS_HEARD);
    const mostMs = await sayingMs(beginning(words + 1), IS_HEARD);
    const lateMs = Math.round(delay.percentile(95) / 1e6);
    console.log(
      `  talked over for ${overlapMs} ms, heard for ${heardMs} ms; ${words} words in the transcript, ${leastMs} to ${mostMs} ms; ` +
        `late ${lateMs} ms, ${bufferMs} ms in the browser's buffer, the processors at rest for ${Math.round(100 * rest)} %`,
    );
    // Only what was played, however busy the machine is.
    expect(leastMs).toBeLessThanOrEqual(heardMs + TOLERANCE_MS);
    if (!isTalkedOver) return undefined;
    const faults = [
      overlapMs > MOST_MS ? `The agent was heard for ${overlapMs} ms after they began` : '',
      mostMs < heardMs - TOLERANCE_MS ? `Heard for ${heardMs} ms, and kept only: ${greeting.text}` : '',
    ].filter(Boolean);
    return { faults, isBusy: lateMs > LATE_MS || bufferMs > LONG_BUFFER_MS || rest < LITTLE_REST };
  }

  test('barge-in stops the agent within 300 ms, and the transcript holds only what was played', async ({
    skip,
  }) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await interrupted();
      // What is busy makes one slower, and none quicker.
      if (found === undefined || (found.faults.length > 0 && found.isBusy)) continue;
      expect(found.faults).toEqual([]);
      return;
    }
    const why = 'This machine is too busy to tell whether the agent stops within 300 ms: run this test alone';
    console.log(`  ${why}`);
    skip(why);
  });
});

/** Answers which share of the time since the processors of this machine had nothing to do. */
function processorRest(): () => number {
  const spent = () => {
    const times = cpus().map((one) => one.times);
    const all = times.flatMap((one) => Object.values(one)).reduce((sum, ms) => sum + ms, 0);
    return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
  };
  const before = spent();
  return () => {
    const now = spent();
    return (now.idle - before.idle) / (now.all - before.all);
  };
}

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];
const bare = (text: string): string => text.replace(/[\s.,…]+$/, '');
/** The first so many words of what the agent meant to say. */
const beginning = (words: number): string => wordsOf(GREETING).slice(0, words).join(' ');

interface Heard {
  /** The agent was speaking when they began. */
  readonly isTalkedOver: boolean;
  readonly overlapMs: number;
  /** All of the greeting. */
  readonly heardMs: number;
}

function heardIn({ microphone, agent: ours, blockMs }: PageSound): Heard {
  const blocks = (ms: number) => Math.round(ms / blockMs);
  const isHeard = (level: number) => level > IS_HEARD;
  const began = microphone.findIndex((level) => level > BEGINS);
  let last = ours.slice(0, began).findLastIndex(isHeard);
  const isTalkedOver = began - last < blocks(JUST_MS);
  for (let at = began; at < ours.length && at - last < blocks(SILENT_MS); at += 1)
    if (isHeard(ours[at] as number)) last = at;
  return {
    isTalkedOver,
    overlapMs: Math.max(0, Math.round((last + 1 - began) * blockMs)),
    heardMs: Math.round((last + 1 - ours.findIndex(isHeard)) * blockMs),
  };
}
