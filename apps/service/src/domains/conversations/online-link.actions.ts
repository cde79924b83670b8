import { conflict, Failure, notFound } from '@parley/kernel/failure.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Language } from '@parley/language/language.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { agentVersion, languageOfVersion } from '../agents/agent.actions.ts';
import { handOver, release } from '../billing/ledger.actions.ts';
import { emit } from '../events/event.actions.ts';
import { type Attempt, attemptLifecycle, unspoken } from './call-attempt.model.ts';
import {
  attemptsWithoutWords,
  callsMade,
  insertAttempts,
  lastReasonCode,
  takeUpAttempt,
} from './call-attempt.store.ts';
import { type Conversation, conversationLifecycle } from './conversation.model.ts';
import {
  cancelAttempts,
  expiredLinks,
  findCompanyOf,
  findConversation,
  lockConversation,
  saveConversations,
} from './conversation.store.ts';
import { isDialQueueStopped, lockClaimsWithin } from './dial-queue.store.ts';
import { started } from './dispatch.actions.ts';
import { isFull, putOnLine } from './dispatch.store.ts';
import { followUp } from './next-step.actions.ts';
import { endedEarly, expiryBefore, heldUnder, type Link, linkOf, refusals } from './online-link.model.ts';
import { isAffordable } from './settlement-payment.actions.ts';

/** A call that the contact opened, as its worker holds it. */
export interface JoinedAttempt {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly number: number;
}

/** Whose ONLINE conversation it is; one that was deleted is not found. */
export async function companyOfLink(everywhere: Everywhere, conversationId: string): Promise<CompanyId> {
  const found = await findCompanyOf(everywhere, conversationId);
  if (!found) throw notFound('Call');
  return found.companyId;
}

export async function readLink(scope: Scope, conversationId: string): Promise<Link> {
  const conversation = await findConversation(scope, conversationId);
  if (!conversation) throw notFound('Call');
  const link = await linkNow(scope, conversation, scope.now());
  if (conversation.status !== 'COMPLETED') return link;
  return { ...link, endedEarly: endedEarly(await lastReasonCode(scope, conversation.id)) };
}

/** What its page is read in; undefined when the agent is gone. */
export async function languageOfLink(scope: Scope, conversationId: string): Promise<Language | undefined> {
  const conversation = await findConversation(scope, conversationId);
  return conversation && languageOfVersion(scope, conversation.agentVersionId);
}

/** Refuses whoever cannot join before anything is made for them; it is only sure once they have joined. */
export async function requireJoinable(scope: Scope, conversationId: string): Promise<void> {
  requireOpen(await readLink(scope, conversationId));
}

const linkNow = async (scope: Scope, conversation: Conversation, now: Date): Promise<Link> =>
  linkOf(conversation, await isDialQueueStopped(scope, conversation.runId ?? scope.companyId), now);

function requireOpen({ state }: Link): void {
  if (state !== 'open') throw conflict(refusals[state]);
}

const FULL_SECONDS = 15;

/**
 * The contact has opened the link: the call begins, as one that was dialled and answered, and is this worker's. Of
 * two who open it at once the second finds it going on. Should the worker die, the call is found to be lost, like any.
 */
export function joinConversation(
  scope: Scope,
  conversationId: string,
  workerId: string,
): Promise<JoinedAttempt> {
  return scope.transaction(async (inside) => {
    const conversation = await lockConversation(inside, conversationId);
    if (!conversation) throw notFound('Call');
    const now = inside.now();
    requireOpen(await linkNow(inside, conversation, now));
    // As for whoever dials: two must not be given the company's last place. All who call wait for it, so whoever is
    // refused anyway does not ask; and whoever paused the run had it before us.
    await lockClaimsWithin(inside);
    requireOpen(await linkNow(inside, conversation, now));
    if (await isFull(inside))
      throw new Failure('unavailable', 'All call slots are taken: try again in a moment', {
        retryAfterSeconds: FULL_SECONDS,
      });
    const attempts = await attemptsWithoutWords(inside, [conversationId]);
    const last = attempts.at(-1);
    const invited = last?.status === 'SCHEDULED' ? unspoken(last) : undefined;
    const attempt: Attempt = {
      ...(invited ??
        followUp(inside, conversation, last ?? { number: 0 }, { scheduledAt: now, timeZone: null })),
      direction: 'INBOUND',
      status: next(attemptLifecycle, 'The call attempt', 'SCHEDULED', 'be dialled'),
      calledAt: now,
      isSimulated: false,
    };
    const status = next(conversationLifecycle, 'The conversation', conversation.status, 'ring');
    await saveConversations(inside, [{ ...conversation, status, updatedAt: now }]);
    await (invited ? takeUpAttempt(inside, attempt) : insertAttempts(inside, [attempt]));
    await putOnLine(inside, workerId, attempt);
    const { contactId, jobId, runId } = conversation;
    await emit(inside, started({ attemptId: attempt.id, conversationId, contactId, jobId, runId }));
    // The account last. The minutes have been held since the conversation was made, or are those of the call that was left
    // or postponed. Where billing refused them they are asked for again.
    const before = attempts.findLast(({ calledAt }) => calledAt !== null);
    if (!(await handOver(inside, [conversationId, ...(before ? [before.id] : [])], attempt.id))) {
      const { duration } = await agentVersion(inside, conversation.agentVersionId);
      if (!(await isAffordable(inside, attempt.id, duration)))
        throw conflict('This call cannot start at the moment: try again later');
    }
    return { attemptId: attempt.id, companyId: inside.companyId, conversationId, number: attempt.number };
  });
}

const AT_ONCE = 500;

/**
 * Closes the ONLINE conversations whose link has expired: nobody came. Their minutes are given back, their run can
 * end, and their agent can be deleted. One that cannot be closed is reported after the others.
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
    const invited = await cancelAttempts(inside, [id]);
    await saveConversations(inside, [{ ...conversation, status, finishedAt: now, updatedAt: now }]);
    const { contactId, jobId, runId } = conversation;
    const made = await callsMade(inside, id);
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
        ...made,
        cancelledBy: null,
      },
    });
    await release(inside, [...heldUnder({ conversationId: id, ...made }), ...invited.map((one) => one.id)]);
  });
