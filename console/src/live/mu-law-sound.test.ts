import { expect, test } from 'vitest';
import { wavHeader } from '../../../src/storage/objects/wav-header.ts';
import { MuLawSound } from './mu-law-sound.ts';

const SILENCE = 0xff;
const LOUDEST = 0x80;

test('each ear hears its own channel, in whatever pieces the sound comes', () => {
  const file = Uint8Array.from([...wavHeader(8_000, 2 ** 32), LOUDEST, SILENCE, 0x00, SILENCE, SILENCE]);
  for (const size of [1, 7, 60, file.length]) {
    const sound = new MuLawSound();
    const [left, right, rates]: [number[], number[], Set<number>] = [[], [], new Set()];
    for (let at = 0; at < file.length; at += size) {
      const played = sound.push(file.slice(at, at + size));
      left.push(...(played?.left ?? []));
      right.push(...(played?.right ?? []));
      if (played) rates.add(played.rateHz);
    }
    // The last byte belongs to a pair that has not come yet.
    expect([left.map((one) => Math.round(one * 100) / 100), right, [...rates]]).toEqual([
      [0.98, -0.98],
      [0, 0],
      [8_000],
    ]);
  }
});

test('an answer that is no sound is not played', () => {
  expect(() => new MuLawSound().push(new TextEncoder().encode('<html>'.repeat(100)))).toThrow('no sound');
});
