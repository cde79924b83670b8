import { attend, type SpokenReply } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, NEVER_AGAIN, optOut } from './ending.ts';
import { answerInquiry } from './inquiry.ts';

/** A question of theirs is answered before we ask once more. */
const MOST_TIMES_ASKED = 2;

/**
 * Asks whether they never want to be called again, when only one reading heard it. Asked once in a call: who says it
 * again means it. The call goes on only after a no, which is returned; whatever else they do opts them out, since
 * one call too few does less harm than one too many.
 */
export async function confirmOptOut(dialogue: Dialogue): Promise<Ending | SpokenReply> {
  if (dialogue.hasAskedOptOut) return optOut(dialogue);
  dialogue.hasAskedOptOut = true;
  for (let asked = 1; ; asked += 1) {
    await dialogue.word({ kind: 'ask_opt_out' }, 'They may never want to be called again.');
    const reply = await attend(dialogue, { kind: 'opt_out' });
    if (reply.kind === 'left' || reply.kind === 'over')
      return { outcome: { kind: 'opt_out' }, why: `${NEVER_AGAIN} They did not deny it.` };
    if (reply.kind !== 'words') return optOut(dialogue);
    const { answer, question, wants } = reply.understanding;
    if (wants.neverAgain) return optOut(dialogue);
    if (answer?.value === false) return reply;
    if (question === undefined || answer !== undefined || asked === MOST_TIMES_ASKED) return optOut(dialogue);
    await answerInquiry(dialogue, question);
  }
}
