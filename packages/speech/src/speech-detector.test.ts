import { Random } from '@parley/simulator/random.ts';
import { expect, test } from 'vitest';
import { energyDetector, levelOf } from './speech-detector.ts';

const RATE_HZ = 8000;
const random = new Random('noise');
const noise = (decibels: number): Int16Array => {
  const amplitude = 32_768 * 10 ** (decibels / 20) * Math.sqrt(3);
  return Int16Array.from({ length: 160 }, () => Math.round((2 * random.next() - 1) * amplitude));
};
const tone = (decibels: number): Int16Array => {
  const amplitude = 32_768 * 10 ** (decibels / 20) * Math.SQRT2;
  return Int16Array.from({ length: 160 }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * 200 * n) / RATE_HZ)),
  );
};

const opened = () => energyDetector.open(RATE_HZ);
/** How many of so many frames are speech. */
const speechIn = (detection: ReturnType<typeof opened>, frames: number, frame: () => Int16Array): number =>
  Array.from({ length: frames }, () => detection.isSpeech(frame())).filter(Boolean).length;

test('the audio level measured by the speech detector ignores a DC offset', () => {
  expect(levelOf(tone(-20))).toBeCloseTo(-20, 1);
  expect(levelOf(tone(-20).map((sample) => sample + 5000))).toBeCloseTo(-20, 1);
  expect(levelOf(new Int16Array(160))).toBeLessThan(-100);
});

test('silence is not detected as speech', () => {
  expect(speechIn(opened(), 500, () => new Int16Array(160))).toBe(0);
});

test.each([-60, -45, -35])('speech is detected over a steady noise of %d dB', (decibels) => {
  const detection = opened();
  speechIn(detection, 1500, () => noise(decibels));
  expect(speechIn(detection, 100, () => noise(decibels))).toBe(0);
  expect(speechIn(detection, 100, () => tone(decibels + 18))).toBe(100);
  expect(speechIn(detection, 100, () => noise(decibels))).toBe(0);
});

test('a new steady noise is detected as speech for a few seconds only', () => {
  const detection = opened();
  const taken = speechIn(detection, 1500, () => noise(-35));
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(750);
});

test('long speech with natural pauses is detected as speech to its end', () => {
  const detection = opened();
  let heard = 0;
  for (let sentence = 0; sentence < 20; sentence += 1) {
    heard += speechIn(detection, 100, () => tone(-25));
    speechIn(detection, 15, () => noise(-60));
  }
  expect(heard).toBe(2000);
});

test('sound too soft to be understood is not detected as speech', () => {
  expect(speechIn(opened(), 100, () => tone(-55))).toBe(0);
});
