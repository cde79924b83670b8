import { nextOpening } from '../../kernel/calling-window.ts';
import { Failure } from '../../kernel/failure.ts';
import { next } from '../../kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { admit, asked, type Ledger, withLedger } from '../billing/ledger.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts, holdContact, markDoNotCall } from '../contacts/contact.actions.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { timeZoneOfContact } from '../contacts/contact-time-zone.model.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import type { Attempt, TranscriptLine } from './call-attempt.model.ts';
import { insertAttempt, lockAttempt, saveAttempt } from './call-attempt.store.ts';
import { appendParts } from './call-journal.store.ts';
import { type Conversation, conversationLifecycle, isOver } from './conversation.model.ts';
import { findConversation, lockConversation, saveConversation } from './conversation.store.ts';
import { takeOffLine } from './dispatch.store.ts';
import { type Ending, MOST_CALLBACKS, meaningOf, minutesOf, retryDelayMs } from './settlement.model.ts';

/** A call that is over, and what is known of it. */
export interface EndedCall {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  /** Who held it; undefined for one that was never dialled. */
  readonly workerId: string | undefined;
  readonly ending: Ending;
  /** What the network or the failure said. */
  readonly notes: string | null;
  /** Since it was answered; null when nobody answered. */
  readonly durationSeconds: number | null;
  readonly transcript: readonly TranscriptLine[];
  readonly findings: unknown;
  /** What of its journal was not kept yet. */
  readonly journal?: { readonly part: number; readonly entries: readonly unknown[] };
}

export type Settled =
  | { readonly kind: 'settled'; readonly conversation: Conversation }
  /** Somebody else settled it: this worker was taken for dead, or another one closed it uncalled as well. */
  | { readonly kind: 'settled before' }
  /** The conversation was deleted during the call: nothing is kept. */
  | { readonly kind: 'deleted' };

const DAY_MS = 86_400_000;

/**
 * What an ended call leads to, in one transaction: the attempt, the conversation, the next attempt, the ledger
 * and the event. Rows are taken in the order contact, conversation, attempt, account, as everywhere.
 */
export function settle(everywhere: Everywhere, call: EndedCall): Promise<Settled> {
  return withLedger((ledger) => settleBy(ledger, everywhere, call));
}

function settleBy(ledger: Ledger, everywhere: Everywhere, call: EndedCall): Promise<Settled> {
  return everywhere.transaction(async (inside) => {
    const scope = inside.within(call.companyId, { kind: 'system', id: 'settlement' });
    if (call.ending.kind === 'opt_out') await respectOptOut(scope, call.conversationId);
    // Sent together, in this order.
    const [isMine, before, attempt] = await Promise.all([
      call.workerId === undefined || takeOffLine(inside, call.attemptId, call.workerId),
      lockConversation(scope, call.conversationId),
      lockAttempt(scope, call.conversationId, call.attemptId),
    ]);
    return isMine ? settleIn(ledger, inside, scope, call, before, attempt) : { kind: 'settled before' };
  });
}

/** Before the conversation is taken, as whoever deletes a contact takes them. */
async function respectOptOut(scope: Scope, conversationId: string): Promise<void> {
  const contactId = (await findConversation(scope, conversationId))?.contactId;
  if (contactId !== undefined && (await holdContact(scope, contactId))) await markDoNotCall(scope, contactId);
}

async function settleIn(
  ledger: Ledger,
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: Attempt | undefined,
): Promise<Settled> {
  if (!before || !attempt) {
    await pay(ledger, scope, call);
    return { kind: 'deleted' };
  }
  if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS'))
    return { kind: 'settled before' };
  const meaning = meaningOf(call.ending.kind);
  const ended: Attempt = {
    ...attempt,
    status: meaning.status,
    reasonCode: meaning.reasonCode,
    notes: call.notes,
    durationSeconds: call.durationSeconds,
    transcript: call.transcript,
    findings: call.findings,
    updatedAt: scope.now(),
  };
  const counted: Conversation = {
    ...before,
    callsCounted: before.callsCounted + (meaning.leadsTo === 'callback' ? 0 : 1),
    callbacks: before.callbacks + (meaning.leadsTo === 'callback' ? 1 : 0),
    durationMinutes: (before.durationMinutes ?? 0) + minutesCharged(call),
    updatedAt: scope.now(),
  };
  const sequel = await sequelOf(scope, counted, ended, call.ending);
  const isClosed = isOver(sequel.status);
  const after: Conversation = {
    ...counted,
    status: sequel.status,
    scheduledAt: sequel.next?.scheduledAt ?? counted.scheduledAt,
    finishedAt: isClosed ? scope.now() : null,
  };
  const { attemptId, companyId, journal } = call;
  // Sent together, in this order. The account comes last: while it is taken the whole company waits.
  await Promise.all([
    saveAttempt(scope, ended),
    saveConversation(scope, after, !isClosed),
    emit(scope, sequel.event),
    journal && journal.entries.length > 0
      ? appendParts(everywhere, [{ ...journal, attemptId, companyId }])
      : undefined,
    sequel.next && insertAttempt(scope, sequel.next),
    // What the next call holds is asked for after this one's rest was given back.
    pay(sequel.next ? asked : ledger, scope, call),
  ]);
  if (sequel.next) await holdNext(scope, sequel.next, sequel.minutes);
  return { kind: 'settled', conversation: after };
}

/** After what the last call did not use has been given back. */
async function holdNext(scope: Scope, following: Attempt, minutes: number): Promise<void> {
  if (!(await isAffordable(scope, following.id, minutes)))
    await saveAttempt(scope, { ...following, isAdmitted: false });
}

const minutesCharged = ({ ending, durationSeconds }: EndedCall): number =>
  meaningOf(ending.kind).isCharged ? minutesOf(durationSeconds ?? 0) : 0;

async function pay(ledger: Ledger, scope: Scope, call: EndedCall): Promise<void> {
  if (meaningOf(call.ending.kind).isCharged)
    await ledger.charge(scope, { attemptId: call.attemptId, minutes: minutesCharged(call) });
  else await ledger.release(scope, [call.attemptId]);
}

/** Holds the minutes of a further call. Refused, the call waits and is asked for again every minute. */
export async function isAffordable(scope: Scope, attemptId: string, minutes: number): Promise<boolean> {
  try {
    await admit(scope, [{ attemptId, minutes }]);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'payment_required') return false;
    throw error;
  }
}

interface Sequel {
  readonly status: Conversation['status'];
  readonly event: NewEvent;
  readonly next?: Attempt;
  /** What the next call may take at most. */
  readonly minutes: number;
}

async function sequelOf(
  scope: Scope,
  conversation: Conversation,
  attempt: Attempt,
  ending: Ending,
): Promise<Sequel> {
  const meaning = meaningOf(ending.kind);
  const move = (kind: Parameters<typeof next>[3]): Conversation['status'] =>
    next(conversationLifecycle, 'The conversation', conversation.status, kind as 'complete');
  const { id: conversationId, contactId, jobId, runId } = conversation;
  const anchor = { conversationId, contactId, jobId, runId };
  const ofAttempt = { ...anchor, callAttemptId: attempt.id };
  const cancelled = (
    reason: 'MAX_ATTEMPTS_EXCEEDED' | 'CANDIDATE_NOT_INTERESTED',
    detail: string | null,
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
        ...lastCall(attempt),
        cancelledBy: null,
      },
    },
  });

  switch (meaning.leadsTo) {
    case 'complete':
      return {
        status: move('complete'),
        minutes: 0,
        event: {
          type: 'conversation.completed',
          subjectId: conversationId,
          data: { ...ofAttempt, status: 'COMPLETED' },
        },
      };
    case 'decline':
      return { status: move('cancel'), ...cancelled('CANDIDATE_NOT_INTERESTED', meaning.detail ?? null) };
    case 'fail':
      return { status: move('fail'), minutes: 0, event: failed(conversationId, ofAttempt) };
    case 'callback':
      if (conversation.callbacks > MOST_CALLBACKS)
        return { status: move('cancel'), ...cancelled('CANDIDATE_NOT_INTERESTED', 'CALLBACK_LIMIT') };
  }
  const agent = await agentVersion(scope, conversation.agentVersionId);
  const { maxAttempts } = agent.settings.retryPolicy;
  if (meaning.leadsTo !== 'callback' && conversation.callsCounted >= maxAttempts) {
    return meaning.leadsTo === 'technical'
      ? { status: move('fail'), minutes: 0, event: failed(conversationId, ofAttempt) }
      : { status: move('give up'), ...cancelled('MAX_ATTEMPTS_EXCEEDED', attempt.reasonCode) };
  }
  const { scheduledAt, request } = await nextTime(scope, conversation, agent, ending);
  const following = followUp(scope, conversation, attempt, scheduledAt);
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

/** Calls that were never dialled were not made. */
const lastCall = (attempt: Attempt) =>
  attempt.calledAt === null
    ? { attemptsMade: attempt.number - 1 }
    : { attemptsMade: attempt.number, lastCallAttemptId: attempt.id };

/** A retry lands at its delay, moved to where the window is open; a callback when it was asked for. */
async function nextTime(scope: Scope, conversation: Conversation, agent: Agent, ending: Ending) {
  const [contacts, company] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    ownCompany(scope),
  ]);
  const zone = timeZoneOfContact(contacts[0] as Contact, company.timezone);
  const open = (fromMs: number) => nextOpening(agent.settings.callingWindow, zone, new Date(fromMs));
  const nowMs = scope.now().getTime();
  if (ending.kind !== 'callback')
    return { scheduledAt: open(nowMs + retryDelayMs(agent.settings.retryPolicy, conversation.callsCounted)) };
  const { rawText, at } = ending;
  const timeResolved = at !== null && at.getTime() > nowMs;
  return { scheduledAt: timeResolved ? at : open(nowMs + DAY_MS), request: { rawText, timeResolved } };
}

/** The attempt after this one. */
export const followUp = (
  scope: Scope,
  conversation: Conversation,
  last: Pick<Attempt, 'number'>,
  scheduledAt: Date,
): Attempt => ({
  id: scope.newId(),
  conversationId: conversation.id,
  lane: conversation.runId ?? scope.companyId,
  direction: 'OUTBOUND',
  status: 'SCHEDULED',
  reasonCode: null,
  notes: null,
  number: last.number + 1,
  scheduledAt,
  calledAt: null,
  durationSeconds: null,
  isAdmitted: true,
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
  previous: Attempt,
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
        durationSeconds: previous.durationSeconds,
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
  };
}
