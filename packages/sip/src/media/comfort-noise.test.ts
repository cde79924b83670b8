import { expect, test } from 'vitest';
import { ComfortNoise, readNoise } from './comfort-noise.ts';

const levelDb = (sound: Int16Array): number =>
  10 * Math.log10(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length / 32_767 ** 2);

function noiseOf(payload: Uint8Array): Int16Array {
  const noise = new ComfortNoise(1);
  const described = readNoise(payload);
  if (described !== undefined) noise.describe(described);
  const sound = new Int16Array(16_000);
  noise.fill(sound);
  return sound;
}

test.each([30, 50, 65])('comfort noise of -%i dB is generated at that level', (level) => {
  expect(levelDb(noiseOf(Uint8Array.of(level)))).toBeCloseTo(-level, 0);
});

test('comfort noise with a spectrum has that spectrum and the level of white noise', () => {
  const dark = noiseOf(Uint8Array.of(40, 30, 150));
  expect(Math.abs(levelDb(dark) + 40)).toBeLessThan(1);
  const neighbours = dark.reduce((sum, sample, i) => sum + sample * (dark[i - 1] ?? 0), 0);
  const power = dark.reduce((sum, sample) => sum + sample * sample, 0);
  expect(neighbours / power).toBeGreaterThan(0.5);
});

test('an empty comfort noise packet is ignored, and any other bytes produce sound', () => {
  expect(readNoise(new Uint8Array(0))).toBeUndefined();
  expect(levelDb(noiseOf(new Uint8Array(200).fill(255)))).toBeLessThan(-60);
});
