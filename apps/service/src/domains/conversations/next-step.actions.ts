import { nextOpening } from '@parley/kernel/calling-window.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Scope } from '../../storage/scope.ts';
import { agentVersion, getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { type Contact, timeZoneOfContact } from '../contacts/contact.model.ts';
import type { NewEvent } from '../events/event.model.ts';
import { type Attempt, type AttemptEnd, RUN_CANCELLED } from './call-attempt.model.ts';
import { callsMade } from './call-attempt.store.ts';
import { type Conversation, conversationLifecycle } from './conversation.model.ts';
import { dialQueueCloser } from './dial-queue.store.ts';
import { dialRulesOf } from './dial-rules.actions.ts';
import { underRules } from './dial-rules.model.ts';
import { MOST_JOINS } from './online-link.model.ts';
import { type Ending, MOST_CALLBACKS, meaningOf, retryDelayMs } from './settlement.model.ts';

const DAY_MS = 86_400_000;

/** What happens to the conversation after a call has ended. */
interface NextStep {
  readonly status: Conversation['status'];
  /** Null: nothing is emitted, or not before the call has been analysed. */
  readonly event: NewEvent | null;
  /** The call is to be analysed; its completion is emitted after that. */
  readonly isAnalysed?: boolean;
  readonly next?: Attempt;
  /** Limit of the next call. */
  readonly minutes: number;
}

export async function nextStepOf(
  scope: Scope,
  conversation: Conversation,
  attempt: Attempt,
  ending: Ending,
  /** The next call is not placed before then. */
  notBefore?: Date,
): Promise<NextStep> {
  const meaning = meaningOf(ending.kind);
  const move = (kind: Parameters<typeof next>[3]): Conversation['status'] =>
    next(conversationLifecycle, 'The conversation', conversation.status, kind as 'complete');
  const { id: conversationId, contactId, jobId, runId } = conversation;
  const anchor = { conversationId, contactId, jobId, runId };
  const ofAttempt = { ...anchor, callAttemptId: attempt.id };
  const cancelled = async (
    reason: 'MAX_ATTEMPTS_EXCEEDED' | 'CANDIDATE_NOT_INTERESTED' | 'USER_REQUEST',
    detail: string | null,
    cancelledBy: string | null = null,
  ) => ({
    minutes: 0,
    event: {
      type: 'conversation.cancelled' as const,
      subjectId: conversationId,
      data: {
        ...anchor,
        status: 'CANCELLED' as const,
        reason,
        reasonDetail: detail,
        ...(await callsMade(scope, conversationId)),
        cancelledBy,
      },
    },
  });

  switch (meaning.leadsTo) {
    case 'complete':
      return { status: move('complete'), minutes: 0, event: null, isAnalysed: true };
    case 'decline':
      return {
        status: move('cancel'),
        ...(await cancelled('CANDIDATE_NOT_INTERESTED', meaning.detail ?? null)),
      };
    case 'fail':
      return { status: move('fail'), minutes: 0, event: failed(conversationId, ofAttempt) };
    case 'callback':
      if (conversation.callbacks > MOST_CALLBACKS)
        return { status: move('cancel'), ...(await cancelled('CANDIDATE_NOT_INTERESTED', 'CALLBACK_LIMIT')) };
  }
  if (conversation.type === 'ONLINE') {
    const closedBy = await dialQueueCloser(scope, attempt.dialQueue);
    if (closedBy !== undefined)
      return { status: move('cancel'), ...(await cancelled('USER_REQUEST', RUN_CANCELLED, closedBy)) };
    if (attempt.number >= MOST_JOINS)
      return { status: move('give up'), ...(await cancelled('MAX_ATTEMPTS_EXCEEDED', attempt.reasonCode)) };
    if (ending.kind === 'callback' || isPromised(scope, ending))
      return { status: move('retry'), ...(await invitedBack(scope, conversation, attempt, ending)) };
    // Nothing is scheduled, so nothing is emitted: the contact may open the link again. The call keeps its minutes for that.
    return { status: move('retry'), minutes: 0, event: null };
  }
  const rules = await dialRulesOf(scope, runId);
  const agent = underRules(await agentVersion(scope, conversation.agentVersionId), rules);
  const { maxAttempts } = agent.settings.retryPolicy;
  if (meaning.leadsTo !== 'callback' && conversation.callsCounted >= maxAttempts) {
    return meaning.leadsTo === 'technical'
      ? { status: move('fail'), minutes: 0, event: failed(conversationId, ofAttempt) }
      : { status: move('give up'), ...(await cancelled('MAX_ATTEMPTS_EXCEEDED', attempt.reasonCode)) };
  }
  const closedBy = await dialQueueCloser(scope, attempt.dialQueue);
  if (closedBy !== undefined)
    return { status: move('cancel'), ...(await cancelled('USER_REQUEST', RUN_CANCELLED, closedBy)) };
  const { request, ...when } = await nextTime(scope, conversation, agent, ending, notBefore);
  const following = followUp(scope, conversation, attempt, when);
  return {
    status: move('retry'),
    next: following,
    minutes: agent.duration,
    event: rescheduled(conversation, attempt, following, {
      reason: meaning.reason ?? 'TECHNICAL_FAILURE',
      ...(request === undefined ? { maxAttempts } : { candidateRequest: request }),
    }),
  };
}

/** They were told when the next call is, and it is not over. */
const isPromised = (scope: Scope, ending: Ending): ending is Ending & { readonly promisedAt: Date } =>
  ending.kind === 'lost' && ending.promisedAt !== undefined && ending.promisedAt > scope.now();

/**
 * Whoever asks in the browser for another time is invited for it: an attempt waits that nobody dials (it is not
 * admitted to dialling) and that they take up when they open the link again. Its minutes are held until then, unless the
 * call that is over keeps its own. What they said so far is analysed.
 */
async function invitedBack(scope: Scope, conversation: Conversation, attempt: Attempt, ending: Ending) {
  const agent = await agentVersion(scope, conversation.agentVersionId);
  const { request, ...when } = await nextTime(scope, conversation, agent, ending);
  const following: Attempt = {
    ...followUp(scope, conversation, attempt, when),
    direction: 'INBOUND',
    isAdmitted: false,
  };
  const { hasAnswered } = (attempt.findings ?? {}) as { readonly hasAnswered?: boolean };
  return {
    next: following,
    minutes: meaningOf(ending.kind).isCharged ? agent.duration : 0,
    isAnalysed: hasAnswered === true,
    event: rescheduled(conversation, attempt, following, {
      reason: meaningOf(ending.kind).reason ?? 'CANDIDATE_REQUEST',
      ...(request === undefined ? {} : { candidateRequest: request }),
    }),
  };
}

const failed = (subjectId: string, ofAttempt: AttemptAnchor): NewEvent => ({
  type: 'conversation.failed',
  subjectId,
  data: { ...ofAttempt, status: 'FAILED' },
});

interface AttemptAnchor {
  readonly conversationId: string;
  readonly contactId: string;
  readonly jobId: string | null;
  readonly runId: string | null;
  readonly callAttemptId: string;
}

/** When a call is placed, by whose clock, and what is to be known about that. */
type When = Pick<Attempt, 'scheduledAt' | 'earliestAt' | 'timeZone'> & Partial<Pick<Attempt, 'notes'>>;

type NextTime = When & {
  readonly request?: { readonly rawText: string; readonly timeResolved: boolean };
};

/** A retry lands at its delay, moved to where the window is open; a callback when it was promised. */
async function nextTime(
  scope: Scope,
  conversation: Conversation,
  agent: Agent,
  ending: Ending,
  notBefore?: Date,
): Promise<NextTime> {
  const [contacts, company, published, rules] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    ownCompany(scope),
    getAgent(scope, conversation.agentId),
    dialRulesOf(scope, conversation.runId),
  ]);
  const current = underRules(published, rules);
  const zone = timeZoneOfContact(contacts[0] as Contact, company.timezone);
  // The run's hours, or the agent's as they are now, whatever version the conversation keeps.
  const open = (fromMs: number): When => {
    const earliestAt = new Date(fromMs);
    const scheduledAt = nextOpening(current.settings.callingWindow, zone, earliestAt);
    return { scheduledAt, earliestAt, timeZone: zone };
  };
  const nowMs = scope.now().getTime();
  if (isPromised(scope, ending))
    return {
      scheduledAt: later(ending.promisedAt, notBefore),
      earliestAt: ending.promisedAt,
      timeZone: null,
    };
  if (ending.kind !== 'callback') {
    const delayMs = retryDelayMs(agent.settings.retryPolicy, conversation.callsCounted);
    return open(Math.max(nowMs + delayMs, notBefore?.getTime() ?? 0));
  }
  const { rawText, at } = ending;
  const timeResolved = at !== null && at.getTime() > nowMs;
  const when = timeResolved ? { scheduledAt: at, timeZone: null } : open(nowMs + DAY_MS);
  return { ...when, request: { rawText, timeResolved } };
}

const later = (one: Date, other: Date | undefined): Date =>
  other !== undefined && other > one ? other : one;

/** The attempt after this one; after none, the first. */
export const followUp = (
  scope: Scope,
  conversation: Conversation,
  last: Pick<Attempt, 'number'>,
  { scheduledAt, earliestAt = null, timeZone, notes = null }: When,
): Attempt => ({
  id: scope.newId(),
  conversationId: conversation.id,
  dialQueue: conversation.runId ?? scope.companyId,
  direction: 'OUTBOUND',
  status: 'SCHEDULED',
  reasonCode: null,
  notes,
  number: last.number + 1,
  scheduledAt,
  earliestAt,
  calledAt: null,
  durationSeconds: null,
  isAdmitted: true,
  timeZone,
  transcript: null,
  findings: null,
  recordingKey: null,
  createdAt: scope.now(),
  updatedAt: scope.now(),
});

type RescheduledData = Extract<NewEvent, { type: 'conversation.rescheduled' }>['data'];

/** Tells that a further call is scheduled, or that the same one was moved. */
export function rescheduled(
  conversation: Conversation,
  previous: AttemptEnd,
  following: Attempt,
  why: Pick<RescheduledData, 'reason' | 'maxAttempts' | 'candidateRequest'>,
): NewEvent {
  const { id: conversationId, contactId, jobId, runId } = conversation;
  return {
    type: 'conversation.rescheduled',
    subjectId: conversationId,
    data: {
      conversationId,
      contactId,
      jobId,
      runId,
      status: 'RESCHEDULED',
      previousAttempt: {
        callAttemptId: previous.id,
        status: previous.status,
        ...(previous.reasonCode === null ? {} : { endedReason: previous.reasonCode }),
        // A call that is not charged as answered counts no time, whatever was spent on the line.
        durationSeconds: previous.status === 'COMPLETED' ? (previous.durationSeconds ?? 0) : 0,
        attemptNumber: previous.number,
      },
      nextAttempt: {
        callAttemptId: following.id,
        scheduledAt: following.scheduledAt.toISOString(),
        attemptNumber: following.number,
      },
      retryCount: following.number - 1,
      ...why,
    },
    ...(why.candidateRequest && {
      said: {
        attemptId: previous.id,
        without: { candidateRequest: { ...why.candidateRequest, rawText: '' } },
      },
    }),
  };
}
