import { close } from './conductor/closing.ts';
import { type ConductedCall, Dialogue, PartFailure } from './conductor/dialogue.ts';
import type { Ending } from './conductor/ending.ts';
import { open } from './conductor/opening.ts';
import { walk } from './conductor/section-walk.ts';
import { messageOf } from './conductor/wording.ts';
import type { FailedPart } from './journal.ts';
import type { CallFindings } from './outcome.ts';

/**
 * Conducts one call from its first message to its end, by the plan. Code decides where the call is and when it
 * ends; the dialogue model understands and finds words. It knows no clock but the party's, so that the same inputs always
 * make the same call.
 */
export async function conduct(call: ConductedCall): Promise<CallFindings> {
  const dialogue = new Dialogue(call);
  const { outcome, why } = await converse(dialogue)
    .catch((error: unknown) => {
      if (error instanceof PartFailure && error.part === 'end') return takeLeave(dialogue);
      throw error;
    })
    .catch((error: unknown) => apologise(dialogue, error));
  dialogue.decide({ kind: 'end', outcome, why });
  if (outcome.kind !== 'handed_off') await dialogue.leave();
  await dialogue.rest();
  return dialogue.findings.of(outcome);
}

const converse = async (dialogue: Dialogue): Promise<Ending> =>
  (await open(dialogue)) ??
  (await walk(dialogue, dialogue.plan.sections, { isLast: true })) ??
  (await close(dialogue));

/** In words that an operator understands. */
const failures: Record<FailedPart, string> = {
  understand: 'What was said could not be understood',
  word: 'No words were found',
  judge: 'A branch could not be decided',
  find: 'The knowledge could not be searched',
  answer: 'Their question could not be answered',
  party: 'The line failed',
  stop: 'The call was broken off',
  end: 'The call was ended',
};

/** Whoever watches wants the call to end: they hear the last message, as if the flow had come to it. */
async function takeLeave(dialogue: Dialogue): Promise<Ending> {
  const why = 'Somebody in the console ended the call.';
  dialogue.dropLeads();
  await dialogue.say(dialogue.plan.lastMessage.text, why);
  return { outcome: { kind: 'finished', isCutShort: true }, why };
}

/** They are told, unless it is the line that failed. A dialogue model that fails at this, too, is not asked again. */
async function apologise(dialogue: Dialogue, error: unknown): Promise<Ending> {
  const part = error instanceof PartFailure ? error.part : undefined;
  const what = part === undefined ? 'The conductor failed' : failures[part];
  const message = `${what}: ${messageOf(error)}`;
  dialogue.dropLeads();
  if (part !== 'party') await dialogue.word({ kind: 'technical_apology' }, message).catch(() => undefined);
  return { outcome: { kind: 'agent_error', message }, why: message };
}
