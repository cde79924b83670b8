import { expect, test } from 'vitest';
import { Concealer } from './concealment.ts';
import { sine, toneShare } from './test-tone.ts';

const RATES = [8000, 16_000] as const;

function afterTone(rateHz: 8000 | 16_000, hz: number): Concealer {
  const concealer = new Concealer(rateHz);
  const frame = rateHz / 50;
  for (let i = 0; i < 10; i += 1) concealer.heard(sine(hz, rateHz, frame, i * frame));
  return concealer;
}

const power = (sound: Int16Array): number =>
  sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length;

test.each(RATES)('a lost voice packet is replaced by sound at the same pitch, at %i Hz', (rateHz) => {
  for (const hz of [90, 140, 220, 310]) {
    const gap = new Int16Array(rateHz / 50);
    afterTone(rateHz, hz).conceal(gap);
    expect(toneShare(gap, hz, rateHz)).toBeGreaterThan(0.9);
  }
});

test('the replacement of a lost packet continues the sound without a jump', () => {
  const hz = 150;
  const gap = new Int16Array(160);
  afterTone(8000, hz).conceal(gap);
  const steepest = (2 * Math.PI * hz * 8000) / 8000;
  const last = sine(hz, 8000, 1, 10 * 160 - 1)[0] as number;
  expect(Math.abs((gap[0] as number) - last)).toBeLessThan(3 * steepest);
});

test('the replacement of lost packets fades out within 60 ms', () => {
  const concealer = afterTone(8000, 150);
  const frames = Array.from({ length: 5 }, () => {
    const frame = new Int16Array(160);
    concealer.conceal(frame);
    return power(frame);
  });
  expect(frames[1]).toBeLessThan(frames[0] as number);
  expect(frames[2]).toBeLessThan(frames[1] as number);
  expect(frames.slice(3)).toEqual([0, 0]);
});

test('sound after a gap is blended in during its first 5 ms', () => {
  const concealer = afterTone(8000, 150);
  concealer.conceal(new Int16Array(160));
  const sound = new Int16Array(160).fill(5000);
  concealer.heard(sound);
  expect(sound[0]).not.toBe(5000);
  expect(sound.subarray(40)).toEqual(new Int16Array(120).fill(5000));
});

test('a packet lost before any sound is replaced by silence', () => {
  const gap = new Int16Array(160).fill(9);
  new Concealer(8000).conceal(gap);
  expect(power(gap)).toBe(0);
});
