/** A test that takes longer is too heavy to be run before every commit. A machine that is busy with others may ask for more. */
export const TEST_MS = 1000 * Number(process.env.TEST_SECONDS ?? 10);

/** How long a test waits for what is to come true: long enough for a busy machine, and short enough to say what is missing. */
export const WAIT_MS = 0.8 * TEST_MS;
