/** "183 Session Progress" may come before a telephone rings, and is all that some networks send: so much longer is waited. */
const PROGRESS_MS = 15_000;
/** For the response to a CANCEL. */
const CANCEL_MS = 5000;
const SESSION_PROGRESS = 183;

/** How long a call is waited for after this provisional response. */
export const ringMsAfter = (status: number, ringTimeoutMs: number): number =>
  ringTimeoutMs + (status === SESSION_PROGRESS ? PROGRESS_MS : 0);

/** From the first provisional response to the end: a ringing in the last moment after a 183 has its whole time. */
export const longestRingMs = (ringTimeoutMs: number): number =>
  ringMsAfter(SESSION_PROGRESS, ringTimeoutMs) + ringTimeoutMs + CANCEL_MS;
