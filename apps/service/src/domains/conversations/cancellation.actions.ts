import { conflict } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Scope } from '../../storage/scope.ts';
import { release } from '../billing/ledger.actions.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import { RUN_CANCELLED } from './call-attempt.model.ts';
import { lockAttemptsOf } from './call-attempt.store.ts';
import { lockOwnConversation } from './conversation.actions.ts';
import { conversationLifecycle } from './conversation.model.ts';
import { type Cancelled, cancelAttempts, cancelConversations } from './conversation.store.ts';
import { heldUnder } from './online-link.model.ts';

/** So many at once hold the company's account for some tens of milliseconds. */
const PART = 1000;

/**
 * Cancels a part of what a cancelled run has waiting, with events and minutes, in one transaction. The dial queue must
 * be closed. Answers how many there were: when it is none, only calls on the line are left.
 */
export function cancelPart(scope: Scope, runId: string, by: string): Promise<number> {
  return scope.transaction(async (inside) => {
    const cancelled = await cancelConversations(inside, { runId }, PART);
    if (cancelled.length > 0) await close(inside, cancelled, { by, detail: RUN_CANCELLED });
    return cancelled.length;
  });
}

/** An operator's word: what waits for its call is cancelled; a call on the line is not cut. */
export async function cancelConversation(scope: Scope, id: string): Promise<void> {
  await scope.transaction(async (inside) => {
    const { status } = await lockOwnConversation(inside, id);
    next(conversationLifecycle, 'The conversation', status, 'cancel');
    // Whoever claims a call takes the attempt alone: only with the attempts taken is it known that none is on the line.
    await lockAttemptsOf(inside, [id]);
    const cancelled = await cancelConversations(inside, { conversationId: id }, 1);
    if (cancelled.length === 0)
      throw conflict('The call is live: the conversation can be cancelled after it has ended');
    await close(inside, cancelled, { by: scope.actor.id });
  });
}

async function close(
  inside: Scope,
  cancelled: readonly Cancelled[],
  why: { readonly by: string; readonly detail?: string },
): Promise<void> {
  const conversationIds = cancelled.map(({ conversationId }) => conversationId);
  const attempts = await cancelAttempts(inside, conversationIds);
  await emit(inside, ...cancelled.map((one) => cancelledEvent(one, why)));
  const online = cancelled.filter(({ type }) => type === 'ONLINE').flatMap(heldUnder);
  await release(inside, [...attempts.map(({ id }) => id), ...online]);
}

const cancelledEvent = (one: Cancelled, { by, detail }: { by: string; detail?: string }): NewEvent => ({
  type: 'conversation.cancelled',
  subjectId: one.conversationId,
  data: {
    conversationId: one.conversationId,
    contactId: one.contactId,
    jobId: one.jobId,
    runId: one.runId,
    status: 'CANCELLED',
    reason: 'USER_REQUEST',
    reasonDetail: detail ?? null,
    attemptsMade: one.attemptsMade,
    ...(one.lastCallAttemptId === null ? {} : { lastCallAttemptId: one.lastCallAttemptId }),
    cancelledBy: by,
  },
});
