import { useSyncExternalStore } from 'react';
import { serverClock } from '../api/server-clock.ts';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page, however many times are on it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * What is read off the clock, such as "3 min. ago". It is read whenever something is drawn, not only at a tick: what
 * came a moment ago is never compared with an older moment. A component is drawn again when what it reads changes.
 */
export const useClock = <Value extends string | number>(read: (nowMs: number) => Value): Value =>
  useSyncExternalStore(subscribe, () => read(serverClock.nowMs()));
