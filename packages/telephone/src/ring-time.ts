/** "183 Session Progress" may come before a telephone rings, and is all that some networks send: so much longer is waited. */
const PROGRESS_MS = 15_000;
/** For the response to a CANCEL. */
const CANCEL_MS = 5000;
const SESSION_PROGRESS = 183;

/** So long a call waits for its turn on a trunk; then it is requeued. */
export const TURN_MS = 20_000;
/** So long a call may be on its way to a telephone: to the other end of the world it takes up to 20 seconds. */
export const SETUP_MS = 45_000;
/** For a line within the limits that all processes keep together, over all trunks. */
const ADMISSION_MS = 5000;
/** From the order to the ringing or the end without one, over all trunks. */
export const PLACING_MS = 180_000;
/** Later no further trunk is begun: three in a row that connect nobody fit. */
export const LAST_TRUNK_MS = PLACING_MS - TURN_MS - ADMISSION_MS - SETUP_MS;

/** How long a call is waited for after this provisional response. */
export const ringMsAfter = (status: number, ringTimeoutMs: number): number =>
  ringTimeoutMs + (status === SESSION_PROGRESS ? PROGRESS_MS : 0);

/** From the first provisional response to the end: a ringing in the last moment after a 183 has its whole time. */
export const longestRingMs = (ringTimeoutMs: number): number =>
  ringMsAfter(SESSION_PROGRESS, ringTimeoutMs) + ringTimeoutMs + CANCEL_MS;
