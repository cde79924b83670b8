import { expect, test } from 'vitest';
import { BeepDetector } from './beep-detector.ts';

const RATES = [8000, 16_000] as const;
type Rate = (typeof RATES)[number];

/** When beeps were heard to end, in ms. */
function beeps(sound: Int16Array, rateHz: Rate): number[] {
  const detector = new BeepDetector(rateHz);
  const frame = rateHz / 50;
  const found: number[] = [];
  for (let at = 0; at + frame <= sound.length; at += frame)
    if (detector.hear(sound.subarray(at, at + frame)) !== undefined)
      found.push(Math.round((1000 * at) / rateHz));
  return found;
}

const of = (rateHz: Rate, ms: number, wave: (seconds: number) => number): Int16Array =>
  Int16Array.from({ length: (rateHz * ms) / 1000 }, (_, i) => wave(i / rateHz));
const tone =
  (hz: number, amplitude = 6000) =>
  (seconds: number) =>
    amplitude * Math.sin(2 * Math.PI * hz * seconds);
const hum = (amplitude: number) => (seconds: number) =>
  amplitude * Math.sin(seconds * 1e6 * Math.sin(seconds * 9e5));
const joined = (...parts: Int16Array[]): Int16Array => Int16Array.from(parts.flatMap((part) => [...part]));

const beepOf = (rateHz: Rate, hz: number, ms: number): Int16Array =>
  joined(of(rateHz, 500, hum(60)), of(rateHz, ms, tone(hz)), of(rateHz, 400, hum(60)));

test.each(RATES)('a beep at %i Hz is reported once, when it is over', (rateHz) => {
  for (const hz of [425, 440, 620, 950, 1000, 1400, 1980])
    for (const ms of [160, 400, 1000]) {
      const [endMs = 0, ...more] = beeps(beepOf(rateHz, hz, ms), rateHz);
      expect(more).toEqual([]);
      expect(Math.abs(endMs - 500 - ms)).toBeLessThanOrEqual(60);
    }
});

test('a beep is detected in line noise', () => {
  const noisy = of(8000, 1500, (seconds) => {
    const isOn = seconds > 0.5 && seconds < 0.9;
    return (isOn ? tone(1000, 3000)(seconds) : 0) + hum(500)(seconds);
  });
  expect(beeps(noisy, 8000)).toHaveLength(1);
});

/** A vowel at 120 Hz, with the formants of human speech. */
const vowel = (seconds: number): number =>
  [1, 2, 3, 4, 5, 6, 8, 10].reduce(
    (sum, k) => sum + (2500 / (1 + Math.abs(k - 5) / 2)) * Math.sin(2 * Math.PI * 120 * k * seconds),
    0,
  );

test.each<[string, Int16Array]>([
  ['a vowel', of(8000, 1000, vowel)],
  ['a note with overtones', of(8000, 600, (s) => tone(600)(s) + tone(1200, 4000)(s) + tone(1800, 3000)(s))],
  ['a ringing telephone', of(8000, 2000, (s) => tone(440)(s) + tone(480)(s))],
  ['noise', of(8000, 1000, hum(5000))],
  ['a DTMF key', of(8000, 300, (s) => tone(697)(s) + tone(1209)(s))],
  ['a click', of(8000, 40, tone(1000))],
  ['a siren', of(8000, 1000, (s) => 6000 * Math.sin(2 * Math.PI * (600 * s + 700 * s * s)))],
  ['a barely audible tone', of(8000, 400, tone(1000, 100))],
  ['mains hum', of(8000, 1000, tone(50))],
])('%s is not reported as a beep', (_, sound) => {
  expect(beeps(joined(sound, of(8000, 300, hum(20))), 8000)).toEqual([]);
});
