import { next } from '@parley/kernel/transition.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { attemptLifecycle } from './call-attempt.model.ts';
import { lockAttempts, refusedSince, requeueAttempt } from './call-attempt.store.ts';
import { deleteParts } from './call-journal.store.ts';
import { conversationLifecycle } from './conversation.model.ts';
import { lockConversations, saveConversations } from './conversation.store.ts';
import { dialQueueCloser } from './dial-queue.store.ts';
import { type ClaimOf, takeOffLine } from './dispatch.store.ts';
import { deleteEarlierSipMessages } from './sip-ladder.store.ts';

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
  /** Of our own trouble: every trunk refuses all calls for a reason of its own, such as no credit. The call waits for days. */
  readonly isTrunkRefusing?: boolean;
}

/** After this long without capacity in the network the call counts as failed. */
const PATIENCE_MS = 3_600_000;
/** Credit that is used up on a Friday is often paid on Monday. Nobody expects a call much later than it was asked for. */
const REFUSED_PATIENCE_MS = 7 * 86_400_000;
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
  const { attemptId, companyId, conversationId, retryAfterMs } = call;
  const { isOwnTrouble = false, isTrunkRefusing = false } = call;
  const scope = inside.within(companyId, { kind: 'system', id: 'settlement' });
  const offLine = await takeOffLine(inside, [call]);
  if (!offLine.has(attemptId) || !(await isUnplaced())) throw new NotRequeued();
  const [conversation] = await lockConversations(scope, [conversationId]);
  const [attempt] = await lockAttempts(scope, [attemptId]);
  const nowMs = scope.now().getTime();
  const sinceMs = (attempt?.requeuedSince ?? attempt?.calledAt)?.getTime() ?? nowMs;
  const waitsSince = await refusedSince(scope, attemptId);
  const trunkDownSince = isTrunkRefusing
    ? (waitsSince ?? scope.now())
    : isOwnTrouble
      ? (waitsSince ?? null)
      : null;
  if (
    !conversation ||
    attempt?.status !== 'IN_PROGRESS' ||
    (!isOwnTrouble && nowMs - sinceMs > PATIENCE_MS) ||
    (isTrunkRefusing && nowMs - (trunkDownSince?.getTime() ?? nowMs) > REFUSED_PATIENCE_MS) ||
    (await dialQueueCloser(scope, attempt.dialQueue)) !== undefined
  )
    throw new NotRequeued();
  const scheduledAt = new Date(nowMs + Math.max(LEAST_WAIT_MS, retryAfterMs));
  await requeueAttempt(scope, attemptId, {
    status: next(attemptLifecycle, 'The call attempt', attempt.status, 'be requeued'),
    scheduledAt,
    notes:
      isTrunkRefusing && trunkDownSince
        ? `Waiting for the trunk since ${minuteOf(trunkDownSince)}: ${call.notes}`
        : call.notes,
    trunkDownSince,
    // The network was not asked: it gets its whole time later.
    ...(isOwnTrouble ? { requeuedSince: scheduledAt } : {}),
  });
  // The next try writes a new journal. The SIP messages of this one show what the call waits for.
  await deleteParts(scope, attemptId);
  await deleteEarlierSipMessages(scope, attemptId, attempt.calledAt ?? scope.now());
  const status = next(conversationLifecycle, 'The conversation', conversation.status, 'retry');
  await saveConversations(scope, [{ ...conversation, status, scheduledAt, updatedAt: scope.now() }]);
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
