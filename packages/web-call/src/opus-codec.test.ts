import { shareOf, tone } from '@parley/testing/tone.ts';
import { expect, test, vi } from 'vitest';
import { opus, opusMs } from './opus-codec.ts';

// The native Opus bears no thread: at its end it would take the whole process along.
vi.hoisted(() => {
  process.env.OPUS_FORCE_WASM = '1';
});

const FRAME = opus.rateHz / 50;

test('a tone encoded with Opus is decoded as the same tone', () => {
  const [encode, decode] = [opus.makeEncoder(), opus.makeDecoder()];
  const sound = tone(440, 1, opus.rateHz);
  const heard = new Int16Array(sound.length);
  const [bytes, frame] = [new Uint8Array(1275), new Int16Array(FRAME)];
  for (let at = 0; at < sound.length; at += FRAME) {
    const length = encode(sound.subarray(at, at + FRAME), bytes);
    expect(opusMs(bytes.subarray(0, length))).toBe(20);
    expect(decode(bytes.subarray(0, length), frame)).toBe(FRAME);
    heard.set(frame, at);
  }
  expect(shareOf(440, heard.subarray(2 * FRAME), opus.rateHz)).toBeGreaterThan(0.95);
});

test.each([
  ['an empty packet', [], 0],
  ['10 ms of speech', [0x00], 10],
  ['60 ms of speech', [0x18], 60],
  ['two frames of 20 ms each', [0x09], 40],
  ['three frames of 20 ms each', [0x0b, 3], 60],
  ['20 ms in hybrid mode', [0x78], 20],
  ['2.5 ms of music', [0x80], 2.5],
  ['our encoding of silence', [0xf8, 0xff, 0xfe], 20],
])('the duration of an Opus packet is read from its first bytes: %s', (_what, bytes, ms) => {
  expect(opusMs(Uint8Array.from(bytes))).toBe(ms);
});

test('invalid Opus packets are ignored', () => {
  const decode = opus.makeDecoder();
  const target = new Int16Array(6 * FRAME);
  for (const bytes of [[], [0xff], [0x03, 0xff, 1, 2, 3], Array.from({ length: 1400 }, (_, i) => i & 0xff)])
    expect(decode(Uint8Array.from(bytes), target)).toBeLessThanOrEqual(target.length);
  expect(decode(Uint8Array.from([0xf8, 0xff, 0xfe]), target)).toBe(FRAME);
});
