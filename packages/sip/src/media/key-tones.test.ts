import { vowels } from '@parley/testing/vowels.ts';
import { expect, test } from 'vitest';
import { KeyToneListener, KeyTonePresser } from './key-tones.ts';

const RATES = [8000, 16_000] as const;
const ALL = '0123456789*#ABCD';

function played(keys: string, rateHz: (typeof RATES)[number]): Int16Array[] {
  const presser = new KeyTonePresser(rateHz);
  expect(presser.press(keys)).toBe(true);
  const frames: Int16Array[] = [];
  for (;;) {
    const frame = new Int16Array(rateHz / 50);
    if (!presser.fill(frame)) return frames;
    frames.push(frame);
  }
}

const heard = (frames: readonly Int16Array[], rateHz: (typeof RATES)[number]): string => {
  const listener = new KeyToneListener(rateHz);
  return frames.map((frame) => listener.heard(frame) ?? '').join('');
};

test.each(RATES)('DTMF keys played as in-band tones at %i Hz are detected, each once', (rateHz) => {
  expect(heard(played(`${ALL}115`, rateHz), rateHz)).toBe(`${ALL}115`);
});

test('in-band DTMF keys are detected despite line noise', () => {
  const noisy = played('159', 8000).map((frame) =>
    frame.map((sample, n) => sample + 900 * Math.sin(n * n * 7.3)),
  );
  expect(heard(noisy, 8000)).toBe('159');
});

test('speech is not detected as DTMF keys', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sound = vowels(8000, random);
  const frames = Array.from({ length: 50 }, (_, n) => sound.subarray(n * 160, (n + 1) * 160));
  expect(heard(frames, 8000)).toBe('');
});

test('an unknown DTMF key is refused', () => {
  expect(new KeyTonePresser(8000).press('1x')).toBe(false);
});
