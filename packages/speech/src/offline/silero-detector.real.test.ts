import { Random } from '@parley/simulator/random.ts';
import { vowels } from '@parley/testing/vowels.ts';
import { afterAll, expect, test } from 'vitest';
import type { Detection } from '../speech-detector.ts';
import { SileroDetector } from './silero-detector.ts';
import { findSpeechPackages } from './speech-packages.ts';

const { detector: found } = findSpeechPackages();
const troubles: Error[] = [];
const nowMs = () => performance.now();
const detector =
  'files' in found
    ? new SileroDetector({ model: found.files, nowMs, onTrouble: (error) => troubles.push(error) })
    : undefined;
if (detector === undefined) console.log('Skipped: the workspace speech is not installed');
afterAll(() => detector?.stop());

const random = new Random('silero');
const noise = (rateHz: number): Int16Array =>
  Int16Array.from({ length: rateHz }, () => Math.round((2 * random.next() - 1) * 4000));

function* framesOf(sound: Int16Array, rateHz: number): Generator<Int16Array> {
  for (;;) for (let at = 0; at < sound.length; at += rateHz / 50) yield sound.subarray(at, at + rateHz / 50);
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Frames of it until one is not taken for speech; fails when none is. */
async function untilFoundOut(detection: Detection, sound: Int16Array, rateHz: number): Promise<void> {
  for (const frame of framesOf(sound, rateHz)) {
    if (!detection.isSpeech(frame)) return;
    await soon();
  }
}

test.skipIf(detector === undefined).each([8000, 16_000, 48_000] as const)(
  'at %d Hz the speech detector ignores loud noise and detects speech after it',
  async (rateHz) => {
    if (detector === undefined) return;
    const detection = detector.open(rateHz);
    await untilFoundOut(detection, noise(rateHz), rateHz);
    for (let n = 0; n < 50; n += 1) detection.isSpeech(new Int16Array(rateHz / 50));
    const frames = framesOf(
      vowels(rateHz, () => random.next()),
      rateHz,
    )
      .take(100)
      .toArray();
    let speech = 0;
    for (const frame of frames) {
      if (detection.isSpeech(frame)) speech += 1;
      await soon();
    }
    detection.close();
    expect(troubles).toEqual([]);
    // Its syllables have pauses between them.
    expect(speech).toBeGreaterThan(50);
  },
  120_000,
);

test('the speech detector falls back to loudness when the model fails, and stops asking the model', async () => {
  const failures: Error[] = [];
  const dead = new SileroDetector({
    model: '/no/such/model.onnx',
    nowMs: () => 0,
    onTrouble: (error) => failures.push(error),
  });
  const detection = dead.open(8000);
  const sound = framesOf(noise(8000), 8000);
  const hear = () => detection.isSpeech(sound.next().value ?? new Int16Array(160));
  while (failures.length < 2) {
    expect(hear()).toBe(true);
    await soon();
  }
  for (let frame = 0; frame < 100; frame += 1) {
    expect(hear()).toBe(true);
    await soon();
  }
  detection.close();
  await dead.stop();
  expect(failures).toHaveLength(2);
}, 120_000);
