import { afterAll, expect, test } from 'vitest';
import { Random } from '../../lines/simulator/random.ts';
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

/** Somebody who says "aeaeae": a glottis at 120 Hz through three formants that move, four syllables a second. */
function voice(rateHz: number): Int16Array {
  const tract = [
    [700, 200, 2.3, 100],
    [1400, 500, 1.7, 90],
    [2600, 0, 1, 160],
  ].map(([hz = 0, swing = 0, sway = 0, width = 0]) => ({ hz, swing, sway, width, last: 0, beforeLast: 0 }));
  let phase = 0;
  const sound = Float64Array.from({ length: rateHz }, (_, n) => {
    const time = n / rateHz;
    phase += (120 + 15 * Math.sin(2 * Math.PI * 3 * time)) / rateHz;
    let sample = (phase >= 1 ? 1 : 0) + (random.next() - 0.5) * 0.02;
    phase %= 1;
    for (const formant of tract) {
      const hz = formant.hz + formant.swing * Math.sin(2 * Math.PI * formant.sway * time);
      const decay = Math.exp((-Math.PI * formant.width) / rateHz);
      const ringing = 2 * decay * Math.cos((2 * Math.PI * hz) / rateHz) * formant.last;
      const out = sample * (1 - decay) + ringing - decay * decay * formant.beforeLast;
      [formant.beforeLast, formant.last] = [formant.last, out];
      sample = out;
    }
    return sample * (0.5 + 0.5 * Math.sin(2 * Math.PI * 4 * time));
  });
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Int16Array.from(sound, (sample) => Math.round((sample / loudest) * 10_000));
}

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
  'at %d Hz a loud noise is found out, and a voice after it is heard',
  async (rateHz) => {
    if (detector === undefined) return;
    const detection = detector.open(rateHz);
    await untilFoundOut(detection, noise(rateHz), rateHz);
    for (let n = 0; n < 50; n += 1) detection.isSpeech(new Int16Array(rateHz / 50));
    const frames = framesOf(voice(rateHz), rateHz).take(100).toArray();
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

test('where the model cannot be asked loudness alone decides, and it is soon left alone', async () => {
  const told = Promise.withResolvers<void>();
  const failures: Error[] = [];
  const dead = new SileroDetector({
    model: '/no/such/model.onnx',
    nowMs: () => 0,
    onTrouble: (error) => {
      failures.push(error);
      if (failures.length === 2) told.resolve();
    },
  });
  const detection = dead.open(8000);
  const sound = framesOf(noise(8000), 8000);
  const hear = () => detection.isSpeech(sound.next().value ?? new Int16Array(160));
  expect(Array.from({ length: 13 }, hear).every(Boolean)).toBe(true);
  await told.promise;
  expect(Array.from({ length: 100 }, hear).every(Boolean)).toBe(true);
  detection.close();
  await dead.stop();
  expect(failures).toHaveLength(2);
}, 120_000);
