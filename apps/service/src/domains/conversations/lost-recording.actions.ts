import { parseRecordingKey, unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import { type Attempt, isRecordingKept } from './call-attempt.model.ts';
import { discardRecordings, findAttemptAnywhere, lockAttempts } from './call-attempt.store.ts';
import { findConversation } from './conversation.store.ts';
import * as store from './lost-recording.store.ts';

/** The lost calls whose recordings are looked for, after one of them. */
export async function soughtRecordings(everywhere: Everywhere, after: string, most: number) {
  const rows = await store.soughtRecordings(everywhere, after && unmeasuredRecordingKey(after), most);
  return rows.flatMap(({ key }) => parseRecordingKey(key)?.id ?? []);
}

/**
 * `key`: what the store answered; null: there is no recording; undefined: it does not answer. True: nobody needs to look
 * again. A recording that nobody may keep is deleted, and the store is not needed to know that.
 */
export function settleRecording(
  everywhere: Everywhere,
  attemptId: string,
  key: string | null | undefined,
): Promise<boolean> {
  return everywhere.transaction(async (inside) => {
    const found = await findAttemptAnywhere(inside, attemptId);
    const scope = found && inside.within(found.companyId, { kind: 'system', id: 'lost-recordings' });
    // The attempt first, as whoever settles its late result takes them.
    const [attempt] = scope ? await lockAttempts(scope, [attemptId]) : [];
    const isKept = attempt !== undefined && isRecordingKept(attempt.recordingConsent);
    if (isKept && !attempt.recordingKey && key === undefined) return false;
    if (!(await store.endSearch(inside, attemptId))) return true;
    if (!scope || !isKept) await discardRecordings(inside, [unmeasuredRecordingKey(attemptId)]);
    else if (key && !attempt.recordingKey) await own(scope, attempt, key);
    return true;
  });
}

async function own(scope: Scope, { id, conversationId }: Attempt, key: string): Promise<void> {
  await store.saveRecordingKey(scope, id, key);
  const conversation = await findConversation(scope, conversationId);
  if (conversation) await noteChange(scope, 'conversation', conversationId, conversation.status);
}
