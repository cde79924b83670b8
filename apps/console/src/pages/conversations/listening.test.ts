import { expect, test } from 'vitest';
import { MuLawSound } from './listening.ts';

/** As the service writes it: mu-law, two channels, and a length that means endless. */
function header(rateHz: number): Uint8Array {
  const bytes = new Uint8Array(58).fill(255);
  bytes.set(new TextEncoder().encode('RIFF....WAVEfmt '));
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [
    [16, 18],
    [20, 7 | (2 << 16)],
    [24, rateHz],
    [28, rateHz * 2],
  ] as const)
    view.setUint32(at, value, true);
  bytes.set(new TextEncoder().encode('fact'), 38);
  bytes.set(new TextEncoder().encode('data'), 50);
  return bytes;
}

const SILENCE = 0xff;
const LOUDEST = 0x80;

test('the two audio channels of a live call are decoded separately, however the network chunks them', () => {
  const file = Uint8Array.from([...header(8_000), LOUDEST, SILENCE, 0x00, SILENCE, SILENCE]);
  for (const size of [1, 7, 60, file.length]) {
    const sound = new MuLawSound();
    const [left, right, rates]: [number[], number[], Set<number>] = [[], [], new Set()];
    for (let at = 0; at < file.length; at += size) {
      const played = sound.push(file.slice(at, at + size));
      left.push(...(played?.left ?? []));
      right.push(...(played?.right ?? []));
      if (played) rates.add(played.rateHz);
    }
    // The last byte belongs to an incomplete pair.
    expect([left.map((one) => Math.round(one * 100) / 100), right, [...rates]]).toEqual([
      [0.98, -0.98],
      [0, 0],
      [8_000],
    ]);
  }
});

test('listening in to a live call plays nothing if the response is not audio', () => {
  expect(() => new MuLawSound().push(new TextEncoder().encode('<html>'.repeat(100)))).toThrow(
    'not the audio of a call',
  );
});
