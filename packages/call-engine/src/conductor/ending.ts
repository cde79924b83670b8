import type { Intention } from '../dialogue/dialogue-model.ts';
import type { CallOutcome } from '../outcome.ts';
import type { Dialogue } from './dialogue.ts';

/** Ends the call; everything before the end has been said. */
export interface Ending {
  readonly outcome: CallOutcome;
  readonly why: string;
}

/** The outcome is fixed before the closing words: neither hanging up nor a failure during them changes it. */
export async function endWith(
  dialogue: Dialogue,
  words: Intention,
  outcome: CallOutcome,
  why: string,
): Promise<Ending> {
  dialogue.ending = { outcome, why };
  await dialogue.word(words, why);
  return dialogue.ending;
}

export const hungUp = (why: string): Ending => ({ outcome: { kind: 'hung_up' }, why });

export const overTime: Ending = { outcome: { kind: 'max_duration' }, why: 'The time of the call was over.' };

export const NEVER_AGAIN = 'They never want to be called again.';

export const optOut = (dialogue: Dialogue): Promise<Ending> =>
  endWith(dialogue, { kind: 'confirm_opt_out' }, { kind: 'opt_out' }, NEVER_AGAIN);

/** No new question is asked, so that the last message still fits. */
export async function runOutOfTime(dialogue: Dialogue): Promise<Ending> {
  const why = 'The time of the call is nearly up.';
  if (!dialogue.isOver) await dialogue.lead({ kind: 'running_out_of_time' }, why);
  await dialogue.say(dialogue.plan.lastMessage.text, why);
  return { outcome: { kind: 'max_duration' }, why };
}
