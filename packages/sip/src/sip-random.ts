import { randomBytes } from 'node:crypto';

/** Where tags, branches and weights come from, as an argument. */
export interface SipRandom {
  /** Nobody can guess it: 64 bits in hex. */
  token(): string;
  /** From 0 up to, and never, 1. */
  fraction(): number;
}

export const systemRandom: SipRandom = {
  token: () => randomBytes(8).toString('hex'),
  fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
};
