import { parseRecordingKey, unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import { type Attempt, isRecordingKept } from './call-attempt.model.ts';
import { discardRecordings, findAttemptAnywhere, lockAttempts } from './call-attempt.store.ts';
import { findConversation } from './conversation.store.ts';
import { nextLookAt } from './lost-recording.model.ts';
import * as store from './lost-recording.store.ts';

/** The lost calls whose recordings are looked for, after one of them. */
export async function soughtRecordings(everywhere: Everywhere, after: string, most: number) {
  const rows = await store.soughtRecordings(everywhere, after && unmeasuredRecordingKey(after), most);
  return rows.flatMap(({ key }) => parseRecordingKey(key)?.id ?? []);
}

/** `later`: it is looked for again after a while. `given up`: nobody looks again, and it is deleted with its call. */
export type SoughtOutcome = 'settled' | 'later' | 'given up';

/**
 * `key`: what the store answered; null: there is no recording; undefined: it does not answer, or nobody can read what is there.
 * A recording that nobody may keep is deleted, and the store is not needed to know that.
 */
export function settleRecording(
  everywhere: Everywhere,
  attemptId: string,
  key: string | null | undefined,
): Promise<SoughtOutcome> {
  return everywhere.transaction(async (inside) => {
    const found = await findAttemptAnywhere(inside, attemptId);
    const scope = found && inside.within(found.companyId, { kind: 'system', id: 'lost-recordings' });
    // The attempt first, as whoever settles its late result takes them.
    const [attempt] = scope ? await lockAttempts(scope, [attemptId]) : [];
    const isKept = attempt !== undefined && isRecordingKept(attempt.recordingConsent);
    if (isKept && !attempt.recordingKey && key === undefined) return postponeLook(inside, attemptId);
    if (!(await store.endSearch(inside, attemptId))) return 'settled';
    if (!scope || !isKept) await discardRecordings(inside, [unmeasuredRecordingKey(attemptId)]);
    else if (key && !attempt.recordingKey) await own(scope, attempt, key);
    return 'settled';
  });
}

async function postponeLook(inside: Everywhere, attemptId: string): Promise<SoughtOutcome> {
  const failedLooks = await store.countFailedLook(inside, attemptId);
  if (failedLooks === undefined) return 'settled';
  const at = nextLookAt(failedLooks, inside.now());
  await store.lookAgainAt(inside, attemptId, at);
  return at === undefined ? 'given up' : 'later';
}

async function own(
  scope: Scope,
  { id, conversationId }: Pick<Attempt, 'id' | 'conversationId'>,
  key: string,
): Promise<void> {
  await store.saveRecordingKey(scope, id, key);
  const conversation = await findConversation(scope, conversationId);
  if (conversation) await noteChange(scope, 'conversation', conversationId, conversation.status);
}
