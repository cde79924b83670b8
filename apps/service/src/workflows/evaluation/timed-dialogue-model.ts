import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';

/** How long a dialogue model took to understand and to find words, one number for each time it was asked. */
export interface DialogueModelTimes {
  readonly dialogueModel: DialogueModel;
  readonly timesMs: readonly number[];
}

/** The dialogue model with a stopwatch: of words that are still being found, the time until the first are there. */
export function timedDialogueModel(dialogueModel: DialogueModel, nowMs: () => number): DialogueModelTimes {
  const timesMs: number[] = [];
  const timed =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const beganMs = nowMs();
      return work(...args).finally(() => timesMs.push(nowMs() - beganMs));
    };
  return {
    timesMs,
    dialogueModel: {
      understand: timed((...args) => dialogueModel.understand(...args)),
      word: timed((...args) => dialogueModel.word(...args)),
      judge: timed((...args) => dialogueModel.judge(...args)),
      answer: timed((...args) => dialogueModel.answer(...args)),
      // Not asked for anything: what it took is put down.
      rest: async (context) => dialogueModel.rest?.(context),
    },
  };
}
