import type { Intention } from '../dialogue/dialogue-model.ts';
import type { CallOutcome } from '../outcome.ts';
import type { Dialogue } from './dialogue.ts';

/** The call is to end, and everything that belongs before that has been said. */
export interface Ending {
  readonly outcome: CallOutcome;
  readonly why: string;
}

/** The outcome stands before the words are said: who leaves while being wished a good day changes nothing. */
export async function endWith(
  dialogue: Dialogue,
  words: Intention,
  outcome: CallOutcome,
  why: string,
): Promise<Ending> {
  await dialogue.word(words, why);
  return { outcome, why };
}

export const hungUp = (why: string): Ending => ({ outcome: { kind: 'hung_up' }, why });

export const overTime: Ending = { outcome: { kind: 'max_duration' }, why: 'The time of the call was over.' };

export const NEVER_AGAIN = 'They never want to be called again.';

export const optOut = (dialogue: Dialogue): Promise<Ending> =>
  endWith(dialogue, { kind: 'confirm_opt_out' }, { kind: 'opt_out' }, NEVER_AGAIN);

/** No new question is opened so that the call can still be brought to its last message. */
export async function runOutOfTime(dialogue: Dialogue): Promise<Ending> {
  const why = 'The time of the call is nearly up.';
  if (!dialogue.isOver) await dialogue.lead({ kind: 'running_out_of_time' }, why);
  await dialogue.say(dialogue.plan.lastMessage.text, why);
  return { outcome: { kind: 'max_duration' }, why };
}
