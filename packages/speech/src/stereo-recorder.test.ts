import { expect, test } from 'vitest';
import { PART_SECONDS, recordingRate, StereoRecorder } from './stereo-recorder.ts';

/** The sample that a code stands for (G.711, mu-law), by its definition. */
function decoded(code: number): number {
  const plain = ~code & 0xff;
  const magnitude = (((plain & 0x0f) << 3) + 132) << ((plain >> 4) & 7);
  return plain & 0x80 ? 132 - magnitude : magnitude - 132;
}

function recorded(
  legHz: 8000 | 16_000 | 24_000 | 48_000,
  frames: readonly (readonly [theirs: number, ours: number])[],
) {
  const parts: Uint8Array[] = [];
  let ends = 0;
  const recorder = new StereoRecorder(legHz, {
    part: (bytes) => parts.push(bytes),
    end: () => {
      ends += 1;
    },
  });
  const samples = legHz / 50;
  for (const [theirs, ours] of frames)
    recorder.add(
      new Int16Array(samples).fill(theirs),
      new Int16Array(ours === 0 ? 0 : samples * Math.ceil(Math.abs(ours) / 30_000)).fill(ours % 30_000),
    );
  recorder.finish();
  const bytes = parts.flatMap((part) => [...part]);
  const channel = (which: 0 | 1) => bytes.filter((_, n) => n % 2 === which).map(decoded);
  return { parts, ends, left: channel(0), right: channel(1) };
}

test('the contact is on the left channel and the agent on the right', () => {
  const { left, right } = recorded(
    8000,
    Array.from({ length: 10 }, () => [1000, -4000]),
  );
  expect(left.slice(0, 1600).every((sample) => Math.abs(sample - 1000) < 50)).toBe(true);
  expect(right.filter((sample) => Math.abs(sample + 4000) < 150)).toHaveLength(1600);
});

test('a recorded sample is within 3 percent of its value, at any loudness', () => {
  for (const value of [0, 1, -1, 100, -100, 3000, -3000, 32_767, -32_768]) {
    const { left } = recorded(8000, [[value, 0]]);
    expect(Math.abs((left[0] ?? 0) - value), String(value)).toBeLessThanOrEqual(
      Math.max(8, Math.abs(value) * 0.03),
    );
  }
});

test('audio that is played unevenly is recorded evenly', () => {
  const frames = Array.from({ length: 40 }, (_, n) => [0, n % 2 === 0 ? 0 : 31_000] as const);
  const { right } = recorded(8000, frames);
  const loud = right.map((sample, n) => (Math.abs(sample) > 500 ? n : -1)).filter((n) => n >= 0);
  expect(loud).toHaveLength(20 * 320);
  // In one piece, without a hole in it.
  expect((loud.at(-1) ?? 0) - (loud[0] ?? 0) + 1).toBe(loud.length);
});

test('all parts of a recording but the last have the same length', () => {
  const { parts, ends } = recorded(
    8000,
    Array.from({ length: 600 }, () => [5, 0]),
  );
  expect(parts.map((part) => part.length)).toEqual([
    PART_SECONDS * 16_000,
    PART_SECONDS * 16_000,
    2 * 16_000,
  ]);
  expect(ends).toBe(1);
});

test('a call without audio has no recording', () => {
  expect(recorded(8000, [])).toMatchObject({ parts: [], ends: 1 });
});

test('a wideband call is recorded at 16 kHz, a narrowband call at its own rate', () => {
  expect([8000, 16_000, 24_000, 48_000].map((hz) => recordingRate(hz as 8000))).toEqual([
    8000, 16_000, 16_000, 16_000,
  ]);
  const { left } = recorded(
    48_000,
    Array.from({ length: 50 }, () => [2000, 0]),
  );
  expect(left).toHaveLength(16_000);
  expect(Math.abs((left.at(-1) ?? 0) - 2000)).toBeLessThan(80);
});
