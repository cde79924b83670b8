import { next } from '@parley/kernel/transition.ts';
import type { Language } from '@parley/language/language.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import { emit } from '../events/event.actions.ts';
import { attemptLifecycle } from './call-attempt.model.ts';
import {
  type CallBack,
  conversationsOfCaller,
  languageOfCaller,
  markCalledBack,
  takeWaiting,
} from './call-back.store.ts';
import { type Conversation, conversationLifecycle } from './conversation.model.ts';
import { findConversation, saveConversations } from './conversation.store.ts';
import { isDialQueueStopped, lockClaimsWithin } from './dial-queue.store.ts';
import { started } from './dispatch.actions.ts';
import { isFull, putOnLine } from './dispatch.store.ts';
import type { JoinedAttempt } from './online-link.actions.ts';
import { isAffordable } from './settlement-payment.actions.ts';

export type { CallBack };

/**
 * A contact calls the number that they were called from: the call that waits for them becomes this one, and is this
 * worker's. Undefined: nothing waits for them, or it cannot be held just now, since they are being called, the run is
 * paused, the company has no line left or no minutes. Should the worker die, the call is found to be lost, like any.
 */
export async function takeCallBack(
  everywhere: Everywhere,
  call: CallBack,
  workerId: string,
): Promise<JoinedAttempt | undefined> {
  for (const { id, companyId } of await conversationsOfCaller(everywhere, call)) {
    const scope = everywhere.within(companyId, { kind: 'system', id: 'call-back' });
    const taken = await take(scope, id, call.caller, workerId);
    if (taken) return taken;
  }
  return undefined;
}

/** What to speak with somebody whose call cannot be held; undefined: we have never spoken. */
export const languageSpokenWith = (everywhere: Everywhere, call: CallBack): Promise<Language | undefined> =>
  languageOfCaller(everywhere, call);

/** Undoes what the transaction has done so far. */
class NotToBeTaken extends Error {}

async function take(
  scope: Scope,
  conversationId: string,
  caller: string,
  workerId: string,
): Promise<JoinedAttempt | undefined> {
  try {
    return await scope.transaction((inside) => takeWithin(inside, conversationId, caller, workerId));
  } catch (error) {
    if (error instanceof NotToBeTaken) return undefined;
    throw error;
  }
}

/** From the first line on nobody dials; so nothing is waited for after it, and the account is taken last. */
async function takeWithin(
  inside: Scope,
  conversationId: string,
  caller: string,
  workerId: string,
): Promise<JoinedAttempt> {
  await lockClaimsWithin(inside);
  const attempt = await takeWaiting(inside, conversationId);
  const conversation = attempt && (await findConversation(inside, conversationId));
  if (!attempt || !conversation) throw new NotToBeTaken();
  if ((await isDialQueueStopped(inside, attempt.dialQueue)) || (await isFull(inside)))
    throw new NotToBeTaken();
  await markCalledBack(
    inside,
    attempt.id,
    next(attemptLifecycle, 'The call attempt', attempt.status, 'be dialled'),
  );
  await ring(inside, conversation);
  await putOnLine(inside, workerId, { id: attempt.id, conversationId, dialQueue: attempt.dialQueue }, caller);
  const { contactId, jobId, runId } = conversation;
  if (!attempt.isAgain) {
    await emit(inside, started({ attemptId: attempt.id, conversationId, contactId, jobId, runId }));
  }
  if (!attempt.isAdmitted) {
    const { duration } = await agentVersion(inside, conversation.agentVersionId);
    if (!(await isAffordable(inside, attempt.id, duration))) throw new NotToBeTaken();
  }
  return { attemptId: attempt.id, companyId: inside.companyId, conversationId, number: attempt.number };
}

async function ring(scope: Scope, conversation: Conversation): Promise<void> {
  const status = next(conversationLifecycle, 'The conversation', conversation.status, 'ring');
  const now = scope.now();
  await saveConversations(scope, [{ ...conversation, status, scheduledAt: now, updatedAt: now }]);
}
