import { next } from '@parley/kernel/transition.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { attemptLifecycle } from './call-attempt.model.ts';
import { lockAttempts, putAttemptBack } from './call-attempt.store.ts';
import { deleteParts } from './call-journal.store.ts';
import { conversationLifecycle } from './conversation.model.ts';
import { lockConversations, saveConversations } from './conversation.store.ts';
import { takeOffLine } from './dispatch.store.ts';
import { laneCloser } from './lane.store.ts';

/** A call that was claimed and that the network did not offer to anybody. */
export interface UnplacedCall {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly workerId: string;
  /** What the network said. */
  readonly notes: string;
  readonly retryAfterMs: number;
}

/** After so long without room the call counts as one that failed. */
const PATIENCE_MS = 3_600_000;
/** A network that says "at once" is not asked again and again without a pause. */
const LEAST_WAIT_MS = 1000;

/**
 * Lets a call wait again, as if it had not been claimed; what is held for it stays held. False: it is to be settled,
 * since its time is over, its run is cancelled, or it is no longer this worker's.
 */
export async function putBack(everywhere: Everywhere, call: UnplacedCall): Promise<boolean> {
  try {
    await everywhere.transaction((inside) => putBackWithin(inside, call));
    return true;
  } catch (error) {
    if (error instanceof NotToBePutBack) return false;
    throw error;
  }
}

/** Undoes what the transaction has done so far. */
class NotToBePutBack extends Error {}

/** Rows are taken in the order of a settlement. */
async function putBackWithin(inside: Everywhere, call: UnplacedCall): Promise<void> {
  const { attemptId, companyId, conversationId, workerId, notes, retryAfterMs } = call;
  const scope = inside.within(companyId, { kind: 'system', id: 'settlement' });
  const offLine = await takeOffLine(inside, [{ attemptId, workerId }]);
  const [conversation] = await lockConversations(scope, [conversationId]);
  const [attempt] = await lockAttempts(scope, [attemptId]);
  const nowMs = scope.now().getTime();
  const sinceMs = (attempt?.putBackSince ?? attempt?.calledAt)?.getTime() ?? nowMs;
  if (
    !offLine.has(attemptId) ||
    !conversation ||
    attempt?.status !== 'IN_PROGRESS' ||
    nowMs - sinceMs > PATIENCE_MS ||
    (await laneCloser(scope, attempt.lane)) !== undefined
  )
    throw new NotToBePutBack();
  const scheduledAt = new Date(nowMs + Math.max(LEAST_WAIT_MS, retryAfterMs));
  await putAttemptBack(scope, attemptId, {
    status: next(attemptLifecycle, 'The call attempt', attempt.status, 'be put back'),
    scheduledAt,
    notes,
  });
  // The next try keeps a journal of its own, from its first part on.
  await deleteParts(scope, attemptId);
  const status = next(conversationLifecycle, 'The conversation', conversation.status, 'retry');
  await saveConversations(scope, [{ ...conversation, status, scheduledAt, updatedAt: scope.now() }]);
}
