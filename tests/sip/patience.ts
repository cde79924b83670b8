/** Only what hangs takes longer, also on a busy machine. */
export const PATIENCE_MS = 180_000;
