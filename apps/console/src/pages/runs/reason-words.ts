import { type RunReason, reasonSentence } from '@parley/contract/run-reason.ts';
import { stateWords } from '../../kit/status.tsx';
import { fullTime } from '../../kit/time.tsx';

/** Why somebody stands where they stand, as people say it: by the reader's clock, and without codes. */
export const reasonWords = (reason: RunReason): string =>
  reasonSentence(reason, { moment: fullTime, end: (code) => stateWords(code).toLowerCase() });
