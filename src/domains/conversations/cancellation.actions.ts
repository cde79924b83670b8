import type { Scope } from '../../storage/scope.ts';
import { release } from '../billing/ledger.actions.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import { RUN_CANCELLED } from './cancellation.model.ts';
import { type Cancelled, cancelAttempts, cancelConversations } from './cancellation.store.ts';

/** So many at once hold the company's account for some tens of milliseconds. */
const PART = 1000;

/**
 * Cancels a part of what a cancelled run has waiting, with events and minutes, in one transaction. The lane must
 * be closed. Answers how many there were: when it is none, only calls on the line are left.
 */
export function cancelPart(scope: Scope, runId: string, by: string): Promise<number> {
  return scope.transaction(async (inside) => {
    const cancelled = await cancelConversations(inside, runId, PART);
    if (cancelled.length === 0) return 0;
    const conversationIds = cancelled.map(({ conversationId }) => conversationId);
    const attempts = await cancelAttempts(inside, conversationIds);
    await emit(inside, ...cancelled.map((one) => told(one, runId, by)));
    // An ONLINE conversation that nobody opened holds its minutes under its own id.
    const online = cancelled.filter(({ type }) => type === 'ONLINE').map((one) => one.conversationId);
    await release(inside, [...attempts.map(({ id }) => id), ...online]);
    return cancelled.length;
  });
}

const told = (one: Cancelled, runId: string, by: string): NewEvent => ({
  type: 'conversation.cancelled',
  subjectId: one.conversationId,
  data: {
    conversationId: one.conversationId,
    contactId: one.contactId,
    jobId: one.jobId,
    runId,
    status: 'CANCELLED',
    reason: 'USER_REQUEST',
    reasonDetail: RUN_CANCELLED,
    attemptsMade: one.attemptsMade,
    ...(one.lastCallAttemptId === null ? {} : { lastCallAttemptId: one.lastCallAttemptId }),
    cancelledBy: by,
  },
});
