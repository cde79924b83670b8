import type { Understanding } from '../dialogue/dialogue-model.ts';
import { attend, type SpokenReply } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, hungUp, NEVER_AGAIN, optOut, overTime } from './ending.ts';
import { answerInquiry } from './inquiry.ts';

/** A question of theirs is answered before we ask once more. */
const MOST_TIMES_ASKED = 2;

/**
 * Asks whether they never want to be called again, when only one reading heard it. Asked once in a call: who says it
 * again means it. The call goes on only after a clear no, which is returned; whatever else they do opts them out, since
 * one call too few does less harm than one too many. Only where it merely sounded like it, or was heard badly, they have to
 * say so: then anything but a yes lets the call go on, with what they said or, after a silence, with nothing. Whoever hangs
 * up cannot say so any more: then a plain wish that was heard badly counts.
 */
export async function confirmOptOut(
  dialogue: Dialogue,
  wish: NonNullable<Understanding['wants']['neverAgain']>,
): Promise<Ending | SpokenReply | undefined> {
  const isFaint = wish === 'faint' || wish === 'doubted';
  if (dialogue.hasAskedOptOut) return optOut(dialogue);
  dialogue.hasAskedOptOut = true;
  const undenied = { outcome: { kind: 'opt_out' }, why: `${NEVER_AGAIN} They did not deny it.` } as const;
  if (!isFaint) dialogue.ending = undenied;
  for (let asked = 1; ; asked += 1) {
    await dialogue.word({ kind: 'ask_opt_out' }, 'They may never want to be called again.');
    const reply = await attend(dialogue, { kind: 'opt_out' });
    if (reply.kind === 'left') return wish === 'faint' ? hungUp('They left.') : undenied;
    if (reply.kind === 'over') return isFaint ? overTime : undenied;
    if (reply.kind !== 'words') return isFaint ? undefined : optOut(dialogue);
    const { answer, question, wants } = reply.understanding;
    if (wants.neverAgain || answer?.value === true) return optOut(dialogue);
    if (answer?.value === false && answer.isClear) {
      dialogue.ending = undefined;
      return reply;
    }
    const isOver = question === undefined || answer !== undefined || asked === MOST_TIMES_ASKED;
    if (isOver) return isFaint ? reply : optOut(dialogue);
    await answerInquiry(dialogue, question);
  }
}
