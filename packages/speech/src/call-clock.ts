/** The clock of one call, which tests advance by hand. */
export interface CallClock {
  /** From any beginning, never backwards. */
  nowMs(): number;
  /** Runs the work once after the delay; the returned function cancels it. */
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
