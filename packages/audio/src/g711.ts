/**
 * G.711 by tables: a sample is one look-up in each direction. Both laws cut the range into eight segments, each twice
 * as coarse as the one below it.
 */
export interface CompandingLaw {
  /** The sound of each code. */
  readonly decoded: Int16Array;
  /** The code of each sample, which counts from the lowest. */
  readonly encoded: Uint8Array;
}

const LOWEST = -32_768;

export const codeOf = ({ encoded }: CompandingLaw, sample: number): number =>
  encoded[sample - LOWEST] as number;

export function encodeG711(law: CompandingLaw, sound: Int16Array, target: Uint8Array): number {
  for (let i = 0; i < sound.length; i += 1) target[i] = codeOf(law, sound[i] as number);
  return sound.length;
}

/** What does not fit into the target is left out. */
export function decodeG711(law: CompandingLaw, payload: Uint8Array, target: Int16Array): number {
  const { decoded } = law;
  const length = Math.min(payload.length, target.length);
  for (let i = 0; i < length; i += 1) target[i] = decoded[payload[i] as number] as number;
  return length;
}

const tablesOf = (decode: (code: number) => number, encode: (sample: number) => number): CompandingLaw => ({
  decoded: Int16Array.from({ length: 256 }, (_, code) => decode(code)),
  encoded: Uint8Array.from({ length: 65_536 }, (_, index) => encode(index + LOWEST)),
});

const MU_BIAS = 33;
const MU_MOST = 8_158;

/** Codes travel inverted, so that silence has many edges on the wire. */
export const muLaw: CompandingLaw = tablesOf(
  (code) => {
    const plain = ~code & 0xff;
    const magnitude = (((plain & 0x0f) * 2 + MU_BIAS) << ((plain >> 4) & 7)) - MU_BIAS;
    return (plain & 0x80 ? -magnitude : magnitude) * 4;
  },
  (sample) => {
    // 14 bits; what is negative is rounded away from zero, as the reference does.
    const wide = sample >> 2;
    const magnitude = Math.min(wide < 0 ? -wide : wide, MU_MOST) + MU_BIAS;
    const segment = 26 - Math.clz32(magnitude);
    const code = (segment << 4) | ((magnitude >> (segment + 1)) & 0x0f);
    return (wide < 0 ? code | 0x80 : code) ^ 0xff;
  },
);

/** Every other bit travels inverted. */
export const aLaw: CompandingLaw = tablesOf(
  (code) => {
    const plain = code ^ 0x55;
    const segment = (plain >> 4) & 7;
    const step = (plain & 0x0f) * 2 + 1;
    const magnitude = segment === 0 ? step : (step + 32) << (segment - 1);
    return (plain & 0x80 ? magnitude : -magnitude) * 8;
  },
  (sample) => {
    const wide = sample >> 3;
    const magnitude = wide < 0 ? -wide - 1 : wide;
    const segment = Math.max(0, 27 - Math.clz32(magnitude));
    const code = (segment << 4) | ((magnitude >> Math.max(1, segment)) & 0x0f);
    return (wide < 0 ? code : code | 0x80) ^ 0x55;
  },
);
