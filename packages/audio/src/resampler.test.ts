import { expect, test } from 'vitest';
import type { AudioRate } from './audio-leg.ts';
import { Resampler } from './resampler.ts';

const RATES: readonly AudioRate[] = [8000, 16_000, 24_000, 48_000];
const PAIRS = RATES.flatMap((from) => RATES.flatMap((to) => (from === to ? [] : [[from, to] as const])));
const AMPLITUDE = 16_000;

const sine = (hz: number, rateHz: number, seconds = 0.2): Int16Array =>
  Int16Array.from({ length: rateHz * seconds }, (_, n) =>
    Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * n) / rateHz)),
  );

/** The amplitude of one tone in a sound, its beginning left out (Hann window, so that its neighbours stay out). */
function toneIn(sound: Int16Array, hz: number, rateHz: number): number {
  const part = sound.subarray(sound.length >> 2);
  let [re, im, weight] = [0, 0, 0];
  part.forEach((sample, n) => {
    const hann = 1 - Math.cos((2 * Math.PI * n) / part.length);
    const angle = (2 * Math.PI * hz * n) / rateHz;
    re += sample * hann * Math.cos(angle);
    im += sample * hann * Math.sin(angle);
    weight += hann;
  });
  return (2 * Math.hypot(re, im)) / weight;
}

/** The amplitude of a sine with the power of the whole sound. */
function loudness(sound: Int16Array): number {
  const part = sound.subarray(sound.length >> 2);
  return Math.sqrt((2 * part.reduce((sum, sample) => sum + sample * sample, 0)) / part.length);
}

const decibels = (amplitude: number): number => 20 * Math.log10(Math.max(amplitude, 1e-9) / AMPLITUDE);

test.each(PAIRS)('resampling from %d to %d Hz keeps the level of a tone in the pass band', (from, to) => {
  const edgeHz = Math.min(from, to) * 0.41;
  for (const hz of [100, 300, 1000, 2000, edgeHz * 0.8, edgeHz]) {
    const output = new Resampler(from, to).feed(sine(hz, from));
    expect(Math.abs(decibels(toneIn(output, hz, to))), `${hz} Hz`).toBeLessThan(0.5);
  }
});

test.each(PAIRS.filter(([from, to]) => from > to))(
  'resampling from %d to %d Hz leaves no alias of a tone above the new band',
  (from, to) => {
    for (const share of [0.51, 0.6, 0.75, 0.9, 1]) {
      const hz = to / 2 + (share - 0.5) * (from - to);
      const output = new Resampler(from, to).feed(sine(hz, from));
      expect(decibels(loudness(output)), `${hz} Hz`).toBeLessThan(-50);
    }
  },
);

test.each(PAIRS.filter(([from, to]) => from < to))(
  'resampling from %d to %d Hz leaves no mirror image of a tone',
  (from, to) => {
    for (const hz of [500, 1000, from * 0.4]) {
      const output = new Resampler(from, to).feed(sine(hz, from));
      for (let image = from; image - hz < to / 2; image += from) {
        expect(decibels(toneIn(output, image - hz, to)), `${hz} Hz`).toBeLessThan(-50);
        if (image + hz < to / 2) expect(decibels(toneIn(output, image + hz, to))).toBeLessThan(-50);
      }
    }
  },
);

test.each(PAIRS)(
  'resampling from %d to %d Hz gives the same result in chunks of any length as in one piece',
  (from, to) => {
    const sound = sine(440, from, 0.1);
    const whole = new Resampler(from, to).feed(sound);
    const piecewise = new Resampler(from, to);
    const pieces: number[] = [];
    for (let at = 0, length = 0; at < sound.length; at += length, length = (length + 7) % 61)
      pieces.push(...piecewise.feed(sound.subarray(at, at + length)));
    expect(pieces).toEqual([...whole]);
  },
);

test.each(PAIRS)('resampling from %d to %d Hz frame by frame neither loses nor adds samples', (from, to) => {
  const resampler = new Resampler(from, to);
  const frame = new Int16Array(from / 50);
  let samples = 0;
  for (let n = 0; n < 250; n += 1) samples += resampler.feed(frame).length;
  expect(samples).toBe(5 * to);
});

test('resampling clips the loudest sound to 16 bits', () => {
  const square = Int16Array.from({ length: 1600 }, (_, n) => (n % 32 < 16 ? 32_767 : -32_768));
  const output = new Resampler(16_000, 48_000).feed(square);
  expect(Math.max(...output)).toBe(32_767);
  expect(Math.min(...output)).toBe(-32_768);
  expect(output.every((sample, n) => n === 0 || Math.abs(sample - (output[n - 1] ?? 0)) < 60_000)).toBe(true);
});

test('finishing a resampler returns its last samples', () => {
  const resampler = new Resampler(48_000, 8000);
  const click = new Int16Array(480);
  click[479] = 30_000;
  expect(resampler.feed(click).every((sample) => Math.abs(sample) < 100)).toBe(true);
  expect(Math.max(...resampler.finish())).toBeGreaterThan(2000);
});

test('resampling does not change audio that already has the target rate', () => {
  const sound = sine(440, 16_000, 0.01);
  expect(new Resampler(16_000, 16_000).feed(sound)).toBe(sound);
  expect(new Resampler(16_000, 16_000).finish()).toHaveLength(0);
});
