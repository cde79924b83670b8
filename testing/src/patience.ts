/** How long a test waits for another process, or for real time to pass: only what hangs takes longer. */
export const PATIENCE_MS = 180_000;
export const patience = { timeout: PATIENCE_MS };
