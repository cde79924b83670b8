import { randomBytes } from 'node:crypto';

/** The source of tags, branches and weights, passed as an argument so that tests can set it. */
export interface SipRandom {
  /** Cannot be guessed: 64 random bits in hex. */
  token(): string;
  /** At least 0 and less than 1. */
  fraction(): number;
}

export const systemRandom: SipRandom = {
  token: () => randomBytes(8).toString('hex'),
  fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
};
