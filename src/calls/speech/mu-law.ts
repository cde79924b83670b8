const BIAS = 132;
const LOUDEST = 32_635;

/** The 8 bits of a sample of 16, by the law of telephones in America and Japan (G.711): finer where it is softer. */
function encode(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), LOUDEST) + BIAS;
  const segment = 24 - Math.clz32(magnitude);
  const code = (sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f);
  return code ^ 0xff;
}

/** By the sample's own 16 bits, so that a sound costs one look-up a sample. */
export const muLawOf: Uint8Array = Uint8Array.from({ length: 65_536 }, (_, bits) =>
  encode((bits << 16) >> 16),
);
