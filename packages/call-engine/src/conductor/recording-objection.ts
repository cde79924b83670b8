import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { Dialogue, Utterance } from './dialogue.ts';

const WHY = 'They do not want the call to be recorded.';

/** Whoever objects to the recording, at any time, is not recorded: the call goes on, and they are told with the next sentence. */
export async function heedObjection(
  dialogue: Dialogue,
  heard: Utterance,
  { wants }: Understanding,
): Promise<void> {
  if (!wants.unrecorded || dialogue.isUnrecorded || dialogue.plan.isRecorded === false) return;
  dialogue.decideRecording({ decision: 'objected', atMs: heard.endMs, asked: null, said: heard.text });
  await dialogue.lead({ kind: 'confirm_unrecorded' }, WHY);
}
