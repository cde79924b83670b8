import { FRAME_MS } from '@parley/audio/audio-leg.ts';

/**
 * One tick every 20 ms for all calls of a process. Each tick is due at a multiple of 20 ms from the first, so a late
 * tick does not delay the next one. One timer per call, restarted after each packet, lost 5 to 10 % of the packets.
 */
export interface TickTime {
  /** Never goes back. */
  nowMs(): number;
  /** Calls back after about this time. */
  wait(ms: number, then: () => void): { cancel(): void };
}

/** After a stall this many ticks are caught up; the audio of a longer stall is skipped. */
const MOST_AT_ONCE = 5;

export const systemTickTime: TickTime = {
  nowMs: () => performance.now(),
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

export interface Beat {
  /** When this tick was due. */
  readonly dueMs: number;
  /** How many ticks before it were skipped. */
  readonly skipped: number;
}

/** Ticks until it is stopped. */
export function startTick(time: TickTime, onBeat: (beat: Beat) => void): { stop(): void } {
  const startMs = time.nowMs();
  let done = 0;
  let isStopped = false;
  let timer = time.wait(FRAME_MS, beat);

  function beat(): void {
    const due = Math.floor((time.nowMs() - startMs) / FRAME_MS);
    const skipped = Math.max(0, due - done - MOST_AT_ONCE);
    done += skipped;
    for (let first = skipped; done < due && !isStopped; first = 0) {
      done += 1;
      onBeat({ dueMs: startMs + done * FRAME_MS, skipped: first });
    }
    if (!isStopped) timer = time.wait(Math.max(0, startMs + (done + 1) * FRAME_MS - time.nowMs()), beat);
  }

  return {
    stop() {
      isStopped = true;
      timer.cancel();
    },
  };
}
