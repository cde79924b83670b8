import type { Brain } from '@parley/call-engine/dialogue/brain.ts';

/** How long a brain took to understand and to find words, one number for each time it was asked. */
export interface BrainTimes {
  readonly brain: Brain;
  readonly timesMs: readonly number[];
}

/** The brain with a stopwatch: of words that are still being found, the time until the first are there. */
export function timedBrain(brain: Brain, nowMs: () => number): BrainTimes {
  const timesMs: number[] = [];
  const timed =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const beganMs = nowMs();
      return work(...args).finally(() => timesMs.push(nowMs() - beganMs));
    };
  return {
    timesMs,
    brain: {
      understand: timed((...args) => brain.understand(...args)),
      word: timed((...args) => brain.word(...args)),
      judge: timed((...args) => brain.judge(...args)),
      answer: timed((...args) => brain.answer(...args)),
      // Not asked for anything: what it took is put down.
      rest: async (context) => brain.rest?.(context),
    },
  };
}
