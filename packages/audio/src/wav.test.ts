import { expect, test } from 'vitest';
import { readWav, wavOf } from './wav.ts';

test('a written WAV file is read back unchanged', () => {
  const sound = Int16Array.of(0, 1, -1, 32_767, -32_768);
  expect(readWav(wavOf(sound, 16_000))).toEqual({ rateHz: 16_000, sound });
});

test('reading a WAV file skips chunks before the audio data', () => {
  const plain = wavOf(Int16Array.of(7, 8), 8_000);
  const list = Buffer.concat([Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')]);
  const file = Buffer.concat([plain.subarray(0, 36), list, plain.subarray(36)]);
  expect(readWav(file)).toEqual({ rateHz: 8_000, sound: Int16Array.of(7, 8) });
});

test('a truncated WAV file is read as far as it goes, and another file format is refused', () => {
  const file = wavOf(Int16Array.of(1, 2, 3), 8_000);
  expect(readWav(file.subarray(0, 49)).sound).toEqual(Int16Array.of(1, 2));
  expect(() => readWav(Buffer.from('ID3'.padEnd(100, 'x')))).toThrow('not a WAV file');
  expect(() => readWav(file.subarray(0, 36))).toThrow('not a WAV file');
  const stereo = wavOf(Int16Array.of(1, 2), 8_000);
  stereo[22] = 2;
  expect(() => readWav(stereo)).toThrow('one channel');
});
