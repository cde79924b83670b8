import type { Manner } from './manner.ts';

const BEFORE_A_WORD_MS = 900;

/** Picks up and hangs up. */
export const hangingUpManner = (): Manner => ({
  pickUp: () => ({ lines: [], leavesAfterMs: BEFORE_A_WORD_MS }),
  hear: () => 'goes on',
});
