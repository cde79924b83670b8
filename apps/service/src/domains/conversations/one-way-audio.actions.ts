import type { AudioDirection } from '@parley/contract/event.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { emit, history } from '../events/event.actions.ts';
import { findAttemptAnywhere, lockAttempt } from './call-attempt.store.ts';
import { lockConversation } from './conversation.store.ts';

/** Emits the event that nothing comes through in one direction of a call: while the call goes on, and once for each direction. */
export async function reportOneWayAudio(
  everywhere: Everywhere,
  attemptId: string,
  direction: AudioDirection,
): Promise<void> {
  const found = await findAttemptAnywhere(everywhere, attemptId);
  if (!found) return;
  const { companyId, conversationId } = found;
  await everywhere.within(companyId, { kind: 'system', id: 'call' }).transaction(async (inside) => {
    const conversation = await lockConversation(inside, conversationId);
    const attempt = conversation && (await lockAttempt(inside, conversationId, attemptId));
    if (attempt?.status !== 'IN_PROGRESS') return;
    const events = await history(inside, conversationId);
    // Those of a version before say no direction.
    const isKnown = ({ type, data }: (typeof events)[number]) =>
      type === TYPE && data.callAttemptId === attemptId && (data.direction ?? 'FROM_CONTACT') === direction;
    if (events.some(isKnown)) return;
    const { contactId, jobId, runId } = conversation as NonNullable<typeof conversation>;
    const data = { conversationId, contactId, jobId, runId, callAttemptId: attemptId, direction };
    await emit(inside, { type: TYPE, subjectId: conversationId, data });
  });
}

const TYPE = 'call.one_way_audio';
