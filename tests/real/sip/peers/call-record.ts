import { muLaw } from '@parley/audio/g711.ts';
import { loudness } from '@parley/testing/tone.ts';
import { expect } from 'vitest';

/** Of a voice on a telephone; noise of the line stays far below it. */
const AUDIBLE = 100;

interface Recorded {
  readonly seconds: number;
  readonly contact: number;
  readonly agent: number;
}

/** How long a recording is, and how loud the loudest second of each side. */
async function recordedIn(url: string): Promise<Recorded> {
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  // Of its header: format, channels, and samples per second.
  expect([file.toString('latin1', 8, 12), file.readUInt16LE(22)]).toEqual(['WAVE', 2]);
  const rateHz = file.readUInt32LE(24);
  const codes = file.subarray(file.indexOf('data', 0, 'latin1') + 8);
  const side = (channel: number) =>
    Int16Array.from(
      { length: Math.floor(codes.length / 2) },
      (_, at) => muLaw.decoded[codes[2 * at + channel] as number] as number,
    );
  const loudest = (sound: Int16Array) => {
    let most = 0;
    for (let at = 0; at < sound.length; at += rateHz)
      most = Math.max(most, loudness(sound.subarray(at, at + rateHz)));
    return most;
  };
  return { seconds: codes.length / 2 / rateHz, contact: loudest(side(0)), agent: loudest(side(1)) };
}

interface Attempt {
  readonly duration: number;
  readonly recordingUrl: string | null;
}

/** The recording is as long as the call, and whoever spoke can be heard in it. */
export async function expectRecording(
  attempt: Attempt,
  speakers: readonly ('AI' | 'CONTACT')[],
): Promise<void> {
  expect(attempt.recordingUrl).not.toBeNull();
  const { seconds, contact, agent } = await recordedIn(attempt.recordingUrl as string);
  expect(seconds, `of ${attempt.duration} s`).toBeGreaterThan(0.9 * attempt.duration - 2);
  expect(seconds, `of ${attempt.duration} s`).toBeLessThan(1.1 * attempt.duration + 2);
  expect([contact > AUDIBLE, agent > AUDIBLE], `loudness ${contact}, ${agent}`).toEqual([
    speakers.includes('CONTACT'),
    speakers.includes('AI'),
  ]);
}
