import { decodeG711, muLaw } from '@parley/audio/g711.ts';
import { answersIn } from '@parley/testing/online-agent.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soundOf } from './spoken-microphone.ts';
import { SpokenStage } from './spoken-stage.ts';

/** However it is asked: who was not understood is asked again in other words. */
const replies = [
  [/years|driven/, 'I started seven years ago.'],
  [/\bcar\b/, 'Yes, I do.'],
  [/city|live/, 'I live in London.'],
] as const;
const stage = await SpokenStage.set(
  'a spoken call',
  replies.map(([, answer]) => answer),
);
/** Of full scale: speech, and not the noise of a codec. */
const AUDIBLE = 0.02;

skipWhenOverloaded();

describe.skipIf(stage.isMissing)(stage.title, { timeout: 400_000 }, () => {
  beforeAll(() => stage.open());
  afterAll(() => stage.close());

  test('the agent is audible, three spoken answers are understood, and both sides are recorded', async () => {
    const call = await stage.join();
    await call.answerAll(replies);
    const { agent, blockMs } = await soundOf(call.page);
    expect(agent.filter((level) => level > AUDIBLE).length * blockMs).toBeGreaterThan(1000);

    const done = await call.analysed();
    expect(done.status).toBe('COMPLETED');
    expect(answersIn(done)).toEqual({ years: 7, car: true, city: expect.stringContaining('London') });
    const [attempt] = done.callAttempts;
    expect(attempt.recordingUrl).toBeDefined();
    const recording = Buffer.from(await (await fetch(attempt.recordingUrl)).arrayBuffer());
    const [theirs, ours] = loudSeconds(recording);
    // Three short answers, and some sentences of the agent's; neither talked all the time.
    expect(theirs).toBeGreaterThan(1);
    expect(ours).toBeGreaterThan(1);
    expect(theirs + ours).toBeLessThan(recording.length / CHANNELS / RATE_HZ);
    await call.page.close();
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
