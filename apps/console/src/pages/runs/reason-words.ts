import { stateWords } from '../../kit/status.tsx';
import { fullTime } from '../../kit/time.tsx';

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;
/** NO_ANSWER, BUSY: how the API calls the ends of calls. */
const CODE = /\b(?:[A-Z]+_)*[A-Z]{4,}(?:_[A-Z]+)*\b/g;

/** Why somebody stands where they stand, as people say it: by the reader's clock, and without codes. */
export const reasonWords = (reason: string): string =>
  reason
    .replaceAll(MOMENT, (moment) => fullTime(moment))
    .replaceAll(CODE, (code) => stateWords(code).toLowerCase());
