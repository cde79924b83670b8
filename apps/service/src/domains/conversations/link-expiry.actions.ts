import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { release } from '../billing/ledger.actions.ts';
import { emit } from '../events/event.actions.ts';
import { callsMade } from './call-attempt.store.ts';
import { cancelAttempts } from './cancellation.store.ts';
import { conversationLifecycle } from './conversation.model.ts';
import { expiredLinks, lockConversation, saveConversations } from './conversation.store.ts';
import { expiryBefore, linkOf } from './online-link.model.ts';

const AT_ONCE = 500;

/**
 * Closes the ONLINE conversations whose link has expired: nobody came. Their minutes are given back, their run can
 * end, and their agent can be deleted. One that cannot be closed is told of when the others have been.
 */
export async function closeExpiredLinks(everywhere: Everywhere): Promise<void> {
  const failures: Error[] = [];
  const backoff = new RowBackoff((error) => failures.push(error));
  for (;;) {
    const found = await expiredLinks(everywhere, expiryBefore(everywhere.now()), AT_ONCE, backoff.resting());
    if (found.length === 0) break;
    for (const { id, companyId } of found) {
      const scope = everywhere.within(companyId, { kind: 'system', id: 'expiry' });
      await backoff.attempt(id, () => closeExpired(scope, id));
    }
  }
  if (failures[0]) throw failures[0];
}

const closeExpired = (scope: Scope, id: string): Promise<void> =>
  scope.transaction(async (inside) => {
    const conversation = await lockConversation(inside, id);
    // Joined or closed meanwhile.
    if (conversation?.status !== 'SCHEDULED') return;
    if (linkOf(conversation, false, inside.now()).state !== 'expired') return;
    const now = inside.now();
    const status = next(conversationLifecycle, 'The conversation', conversation.status, 'give up');
    await cancelAttempts(inside, [id]);
    await saveConversations(inside, [{ ...conversation, status, finishedAt: now, updatedAt: now }]);
    const { contactId, jobId, runId } = conversation;
    await emit(inside, {
      type: 'conversation.cancelled',
      subjectId: id,
      data: {
        conversationId: id,
        contactId,
        jobId,
        runId,
        status: 'CANCELLED',
        reason: 'MAX_ATTEMPTS_EXCEEDED',
        reasonDetail: 'LINK_EXPIRED',
        ...(await callsMade(inside, id)),
        cancelledBy: null,
      },
    });
    await release(inside, [id]);
  });
