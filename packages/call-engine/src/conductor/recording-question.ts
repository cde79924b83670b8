import type { Dialogue } from './dialogue.ts';
import type { Ending } from './ending.ts';
import { hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';

/** A question of theirs is answered, and who only says that they are there is asked once more. */
const MOST_TIMES_ASKED = 2;

/**
 * Asks whether the call may be recorded, before the flow, where the plan says so. Only a clear yes allows it: after
 * anything else the call goes on unrecorded. Wishes about the call itself are honoured as everywhere.
 */
export async function askRecording(dialogue: Dialogue): Promise<Ending | undefined> {
  if (dialogue.plan.recordingConsent?.mode !== 'ask' || dialogue.isUnrecorded) return undefined;
  for (let times = 1; ; times += 1) {
    const asked = await dialogue.word({ kind: 'ask_recording' }, 'The call is recorded only if they agree.');
    const reply = await hear(dialogue, { kind: 'recording' }, { isLast: false });
    if (reply.kind === 'end') return reply.ending;
    const heard = reply.kind === 'words' ? reply.heard : undefined;
    const { answer, question, wants, isRefused } =
      reply.kind === 'words' ? reply.understanding : { answer: undefined, question: undefined, wants: {} };
    const decided = { atMs: heard?.endMs ?? asked.endMs, asked: asked.text, said: heard?.text ?? null };
    if (answer?.value === true && answer.isClear && !wants.unrecorded) {
      dialogue.decideRecording({ decision: 'granted', ...decided });
      if (question !== undefined) await answerInquiry(dialogue, question);
      return undefined;
    }
    const isRefusal = answer?.value === false || wants.unrecorded === true || isRefused === true;
    if (!isRefusal && times < MOST_TIMES_ASKED && (question !== undefined || heard === undefined)) {
      if (question !== undefined) await answerInquiry(dialogue, question);
      continue;
    }
    dialogue.decideRecording({ decision: isRefusal ? 'refused' : 'unclear', ...decided });
    await dialogue.lead({ kind: 'confirm_unrecorded' }, 'They have not agreed to the recording.');
    if (question !== undefined) await answerInquiry(dialogue, question);
    return undefined;
  }
}
