import type { Dialogue } from './dialogue.ts';
import type { Ending } from './ending.ts';
import { hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';

/** A contact who interrupts the last message goes on at once. */
const LAST_PATIENCE_MS = 2_000;

/** Ends the flow: only a wish that interrupts the last message can still change how the call ends. */
export async function close(dialogue: Dialogue): Promise<Ending> {
  const why = 'Everything in the flow has been gone through.';
  const finished: Ending = { outcome: { kind: 'finished' }, why };
  const said = await dialogue.say(dialogue.plan.lastMessage.text, why);
  if (said.isWhole) return finished;

  const manner = { isLast: true, patienceMs: LAST_PATIENCE_MS, isSilenceFine: true };
  const reply = await hear(dialogue, { kind: 'presence' }, manner);
  if (reply.kind === 'end') {
    const { kind } = reply.ending.outcome;
    return kind === 'hung_up' || kind === 'max_duration' ? finished : reply.ending;
  }
  if (reply.kind === 'words' && reply.understanding.question !== undefined) {
    await answerInquiry(dialogue, reply.understanding.question);
    await dialogue.word({ kind: 'goodbye' }, why);
  }
  return finished;
}
