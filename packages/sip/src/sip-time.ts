/** The clock and timers of the user agent, passed as an argument so that tests can advance them. */
export interface SipTime {
  /** Monotonic: changes of the system clock do not affect it. */
  nowMs(): number;
  /** Returns a function that cancels the timer; calling it later does nothing. */
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

/** The value, if it comes within the limit; undefined when it is late or the promise fails. */
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
