import { next } from '@parley/kernel/transition.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { attemptLifecycle } from './call-attempt.model.ts';
import { lockAttempts, requeueAttempt } from './call-attempt.store.ts';
import { deleteParts } from './call-journal.store.ts';
import { conversationLifecycle } from './conversation.model.ts';
import { lockConversations, saveConversations } from './conversation.store.ts';
import { dialQueueCloser } from './dial-queue.store.ts';
import { type ClaimOf, takeOffLine } from './dispatch.store.ts';
import { deleteSipMessages } from './sip-ladder.store.ts';

/** A claimed call that nobody was offered. */
export interface UnplacedCall extends ClaimOf {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly workerId: string;
  /** What the network said, or what kept us from asking it. */
  readonly notes: string;
  readonly retryAfterMs: number;
  /** It is our own trouble: however long that lasts, the call waits. */
  readonly isOwnTrouble?: boolean;
}

/** After this long without capacity in the network the call counts as failed. */
const PATIENCE_MS = 3_600_000;
/** Minimum pause, even if the network asks to retry immediately. */
const LEAST_WAIT_MS = 1000;

/**
 * Returns a call to its queue as if it had not been claimed; its minutes stay held. False: the caller must settle it,
 * because it waited too long, its run was cancelled, or it no longer belongs to this worker.
 */
export async function requeue(
  everywhere: Everywhere,
  call: UnplacedCall,
  /** Asked once the call is off the line; false: it was placed after all. */
  isUnplaced: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  try {
    await everywhere.transaction((inside) => requeueWithin(inside, call, isUnplaced));
    return true;
  } catch (error) {
    if (error instanceof NotRequeued) return false;
    throw error;
  }
}

/** Rolls the transaction back. */
class NotRequeued extends Error {}

/** Locks rows in the same order as a settlement. */
async function requeueWithin(
  inside: Everywhere,
  call: UnplacedCall,
  isUnplaced: () => Promise<boolean>,
): Promise<void> {
  const { attemptId, companyId, conversationId, notes, retryAfterMs, isOwnTrouble = false } = call;
  const scope = inside.within(companyId, { kind: 'system', id: 'settlement' });
  const offLine = await takeOffLine(inside, [call]);
  if (!offLine.has(attemptId) || !(await isUnplaced())) throw new NotRequeued();
  const [conversation] = await lockConversations(scope, [conversationId]);
  const [attempt] = await lockAttempts(scope, [attemptId]);
  const nowMs = scope.now().getTime();
  const sinceMs = (attempt?.requeuedSince ?? attempt?.calledAt)?.getTime() ?? nowMs;
  if (
    !conversation ||
    attempt?.status !== 'IN_PROGRESS' ||
    (!isOwnTrouble && nowMs - sinceMs > PATIENCE_MS) ||
    (await dialQueueCloser(scope, attempt.dialQueue)) !== undefined
  )
    throw new NotRequeued();
  const scheduledAt = new Date(nowMs + Math.max(LEAST_WAIT_MS, retryAfterMs));
  await requeueAttempt(scope, attemptId, {
    status: next(attemptLifecycle, 'The call attempt', attempt.status, 'be requeued'),
    scheduledAt,
    notes,
    // The network was not asked: it gets its whole time later.
    ...(isOwnTrouble ? { requeuedSince: scheduledAt } : {}),
  });
  // The next try writes a new journal, and its SIP messages are those that count.
  await deleteParts(scope, attemptId);
  await deleteSipMessages(scope, attemptId);
  const status = next(conversationLifecycle, 'The conversation', conversation.status, 'retry');
  await saveConversations(scope, [{ ...conversation, status, scheduledAt, updatedAt: scope.now() }]);
}
