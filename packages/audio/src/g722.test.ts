import { createHash } from 'node:crypto';
import { seeded, sine } from '@parley/sip/media/test-tone.ts';
import { expect, test } from 'vitest';
import { makeG722Decoder, makeG722Encoder } from './g722.ts';

const RATE_HZ = 16_000;
/** Of the two filters that split and join the bands. */
const DELAY_SAMPLES = 22;

function roundTrip(sound: Int16Array): Int16Array {
  const bytes = new Uint8Array(sound.length / 2);
  const back = new Int16Array(sound.length);
  makeG722Encoder()(sound, bytes);
  makeG722Decoder()(bytes, back);
  return back;
}

function signalToNoiseDb(sound: Int16Array, back: Int16Array): number {
  let [signal, noise] = [0, 0];
  // The predictor needs a moment to learn.
  for (let i = 1600; i < sound.length - DELAY_SAMPLES; i += 1) {
    const sample = sound[i] as number;
    signal += sample * sample;
    noise += (sample - (back[i + DELAY_SAMPLES] as number)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

test.each([
  [300, 45],
  [1000, 40],
  [3000, 35],
  [5000, 15],
  [6500, 20],
])('a tone of %i Hz keeps a signal-to-noise ratio above %i dB through G.722', (hz, leastDb) => {
  const sound = sine(hz, RATE_HZ, RATE_HZ);
  expect(signalToNoiseDb(sound, roundTrip(sound))).toBeGreaterThan(leastDb);
});

/** A sweep up to 8 kHz, noise, and loud noise. */
function difficultSound(): Int16Array {
  const random = seeded(7);
  return Int16Array.from({ length: RATE_HZ }, (_, i) => {
    if (i < 8000) return Math.round(12_000 * Math.sin((i * i) / 6000));
    return Math.max(-32_768, Math.min(32_767, Math.round((random() - 0.5) * (i < 12_000 ? 20_000 : 60_000))));
  });
}

test('G.722 encoding and decoding equal the reference implementation bit by bit', () => {
  const sound = difficultSound();
  const bytes = new Uint8Array(sound.length / 2);
  const back = new Int16Array(sound.length);
  makeG722Encoder()(sound, bytes);
  makeG722Decoder()(bytes, back);
  const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 16);
  // Taken from what libspandsp 2.0.0 (64 kbit/s) makes of the same sound.
  expect(digest(bytes)).toBe('ecd69313c276525d');
  expect(digest(new Uint8Array(back.buffer))).toBe('a97eda9c0ef9ace0');
});

test('any bytes can be decoded as G.722', () => {
  const random = seeded(3);
  const bytes = Uint8Array.from({ length: 8000 }, () => random() * 256);
  expect(makeG722Decoder()(bytes, new Int16Array(16_000))).toBe(16_000);
});
