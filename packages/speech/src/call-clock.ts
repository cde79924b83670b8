/** The clock of one call, which tests advance by hand. */
export interface CallClock {
  /** From any beginning, never backwards. */
  nowMs(): number;
  /** Runs the work once after the delay; the returned function cancels it. Unless told otherwise, the process waits for it. */
  after(ms: number, work: () => void, keepsAlive?: boolean): () => void;
}

export const waited = (clock: CallClock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

export const systemCallClock: CallClock = {
  nowMs: () => performance.now(),
  after(ms, work, keepsAlive = true) {
    const timer = setTimeout(work, ms);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
};
