import { expect, test } from 'vitest';
import { aLaw, type CompandingLaw, decodeG711, encodeG711, muLaw } from './g711.ts';

/** The decoder's output at the ends of each segment, as G.711 lists them (tables 1a and 2a), in 16 bits. */
const muEnds: readonly (readonly [code: number, sound: number])[] = [
  [0x80, 32_124],
  [0x8f, 16_764],
  [0x9f, 8_316],
  [0xaf, 4_092],
  [0xbf, 1_980],
  [0xcf, 924],
  [0xdf, 396],
  [0xef, 132],
  [0xfe, 8],
  [0xff, 0],
];
const aEnds: readonly (readonly [code: number, sound: number])[] = [
  [0xaa, 32_256],
  [0xa5, 16_896],
  [0xb5, 8_448],
  [0x85, 4_224],
  [0x95, 2_112],
  [0xe5, 1_056],
  [0xf5, 528],
  [0xd5, 8],
];

test.each([
  ['µ', muLaw, muEnds],
  ['A', aLaw, aEnds],
] as const)('%s-law codes decode to the values listed in G.711', (_, law, ends) => {
  for (const [code, sound] of ends) {
    expect(law.decoded[code]).toBe(sound);
    // The sign is the first bit.
    expect(law.decoded[code ^ 0x80]).toBe(sound === 0 ? 0 : -sound);
  }
});

test.each([
  ['µ', muLaw],
  ['A', aLaw],
] as const)('every %s-law code is decoded and encoded back to itself', (_, law) => {
  for (let code = 0; code < 256; code += 1) {
    // The µ-law has two zeros, and writes only the positive one.
    if (law === muLaw && code === 0x7f) continue;
    expect(law.encoded[(law.decoded[code] as number) + 32_768]).toBe(code);
  }
});

test.each([
  ['µ', muLaw],
  ['A', aLaw],
] as const)('the rounding error of %s-law is at most half a step of its segment', (_, law) => {
  const isOff = (sample: number): boolean => {
    const back = law.decoded[law.encoded[sample + 32_768] as number] as number;
    return Math.abs(back - sample) > 16 + Math.abs(sample) / 31;
  };
  expect(Array.from({ length: 64_001 }, (_, i) => i - 32_000).filter(isOff)).toEqual([]);
});

test('G.711 encoding and decoding keep the number of samples, up to the length of the target', () => {
  const round = (law: CompandingLaw, target: Int16Array): number => {
    const bytes = new Uint8Array(160);
    encodeG711(law, new Int16Array(160).fill(1000), bytes);
    return decodeG711(law, bytes, target);
  };
  expect(round(aLaw, new Int16Array(160))).toBe(160);
  expect(round(muLaw, new Int16Array(80))).toBe(80);
});
