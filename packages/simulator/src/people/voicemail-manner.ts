import type { Manner } from './manner.ts';
import type { Self } from './self.ts';

const SWITCHING_ON_MS = 300;
/** The tone after the greeting, and the minute that machines record. */
const TONE_MS = 1000;
const RECORDING_MS = 60_000;

/** A machine speaks whoever else does, does not listen, and hangs up when its tape is full. */
export const voicemailManner = ({ phrase, phrases }: Self): Manner => ({
  pickUp: () => ({
    lines: [{ text: phrase(phrases.machine), afterMs: SWITCHING_ON_MS }],
    leavesAfterMs: TONE_MS + RECORDING_MS,
  }),
  hear: () => 'goes on',
});
