/** How the user agent waits, as an argument: tests turn it by hand. */
export interface SipTime {
  /** Of a clock that nobody sets. */
  nowMs(): number;
  /** Answers how to call it off, which is harmless afterwards. */
  after(waitMs: number, run: () => void): () => void;
}

export const systemTime: SipTime = {
  nowMs: () => performance.now(),
  after(waitMs, run) {
    // Sockets keep a process alive that has something to wait for.
    const timer = setTimeout(run, waitMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Whether it came before so much time had passed; a promise that fails counts as not. */
export function inTime<Value>(
  promise: Promise<Value>,
  limitMs: number,
  time: SipTime,
): Promise<Value | undefined> {
  const { promise: first, resolve } = Promise.withResolvers<Value | undefined>();
  const callOff = time.after(limitMs, () => resolve(undefined));
  promise.then(resolve, () => resolve(undefined));
  return first.finally(callOff);
}
