/** Time as the parts of one call know it; tests turn it by hand. */
export interface CallClock {
  /** From any beginning, never backwards. */
  nowMs(): number;
  /** Once, so much later; the answer takes it back. */
  after(ms: number, work: () => void): () => void;
}

export const waited = (clock: CallClock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

export const systemCallClock: CallClock = {
  nowMs: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
