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
import { insertAnalysis } from './call-analysis.store.ts';
import type { Attempt, AttemptEnd, TranscriptLine } from './call-attempt.model.ts';
import { callsMade, insertAttempt, lockAttempt, saveAttempt } from './call-attempt.store.ts';
import { appendParts } from './call-journal.store.ts';
import { RUN_CANCELLED } from './cancellation.model.ts';
import { type Conversation, conversationLifecycle, isOver } from './conversation.model.ts';
import { findConversation, lockConversation, saveConversation } from './conversation.store.ts';
import { takeOffLine } from './dispatch.store.ts';
import { laneCloser } from './lane.store.ts';
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
 * What an ended call leads to, in one transaction: the attempt, the conversation, the next attempt, the ledger,
 * and the event or the analysis that it waits for. Rows are taken in the order contact, conversation, attempt, account, as everywhere.
 */
export async function settle(everywhere: Everywhere, call: EndedCall): Promise<Settled> {
  const [settled] = await settleTogether(everywhere, [call]);
  return settled as Settled;
}

/** Calls of one company, settled with one commit: all of them, or none. The account is taken once, and last. */
export function settleTogether(everywhere: Everywhere, calls: readonly EndedCall[]): Promise<Settled[]> {
  return withLedger((ledger) => settleBy(ledger, everywhere, calls));
}

function settleBy(ledger: Ledger, everywhere: Everywhere, calls: readonly EndedCall[]): Promise<Settled[]> {
  return everywhere.transaction(async (inside) => {
    const { companyId } = calls[0] as EndedCall;
    const scope = inside.within(companyId, { kind: 'system', id: 'settlement' });
    // As everybody does who takes several: contacts first, then conversations in the order of their ids.
    const inOrder = [...calls].sort((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
    for (const call of inOrder)
      if (call.ending.kind === 'opt_out') await respectOptOut(scope, call.conversationId);
    const taken = await Promise.all(inOrder.map((call) => take(inside, scope, call)));
    const outcomes = new Map<EndedCall, Outcome>();
    for (const { call, isMine, before, attempt } of taken)
      outcomes.set(call, isMine ? await settleIn(inside, scope, call, before, attempt) : settledBefore);
    // The account comes last: while it is taken the whole company waits.
    for (const [call, { isOwed, next: following }] of outcomes) {
      // What the next call holds is asked for after this one's rest was given back.
      if (isOwed) await pay(following ? asked : ledger, scope, call);
      if (following) await holdNext(scope, following.attempt, following.minutes);
    }
    return calls.map((call) => (outcomes.get(call) as Outcome).settled);
  });
}

interface Outcome {
  readonly settled: Settled;
  /** Its minutes are to be charged or given back. */
  readonly isOwed: boolean;
  /** The next attempt, for which minutes are wanted. */
  readonly next?: { readonly attempt: Attempt; readonly minutes: number };
}

const settledBefore: Outcome = { settled: { kind: 'settled before' }, isOwed: false };

/** Takes the call off the line, and its rows; sent together, in this order. */
async function take(everywhere: Everywhere, scope: Scope, call: EndedCall) {
  const [isMine, before, attempt] = await Promise.all([
    call.workerId === undefined || takeOffLine(everywhere, call.attemptId, call.workerId),
    lockConversation(scope, call.conversationId),
    lockAttempt(scope, call.conversationId, call.attemptId),
  ]);
  return { call, isMine, before, attempt };
}

/** Before the conversation is taken, as whoever deletes a contact takes them. */
async function respectOptOut(scope: Scope, conversationId: string): Promise<void> {
  const contactId = (await findConversation(scope, conversationId))?.contactId;
  if (contactId !== undefined && (await holdContact(scope, contactId))) await markDoNotCall(scope, contactId);
}

async function settleIn(
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: Attempt | undefined,
): Promise<Outcome> {
  if (!before || !attempt) return { settled: { kind: 'deleted' }, isOwed: true };
  if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS')) return settledBefore;
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
  // Sent together, in this order.
  await Promise.all([
    saveAttempt(scope, ended),
    saveConversation(scope, after, !isClosed),
    sequel.event ? emit(scope, sequel.event) : insertAnalysis(scope, after, attemptId),
    journal && journal.entries.length > 0
      ? appendParts(everywhere, [{ ...journal, attemptId, companyId }])
      : undefined,
    sequel.next && insertAttempt(scope, sequel.next),
  ]);
  // A test conversation consumes nothing, however often it is called.
  return {
    settled: { kind: 'settled', conversation: after },
    isOwed: !before.isTest,
    ...(sequel.next && !before.isTest ? { next: { attempt: sequel.next, minutes: sequel.minutes } } : {}),
  };
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
  /** Null: it is told of once the call has been analysed. */
  readonly event: NewEvent | null;
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
      return { status: move('complete'), minutes: 0, event: null };
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
  const agent = await agentVersion(scope, conversation.agentVersionId);
  const { maxAttempts } = agent.settings.retryPolicy;
  if (meaning.leadsTo !== 'callback' && conversation.callsCounted >= maxAttempts) {
    return meaning.leadsTo === 'technical'
      ? { status: move('fail'), minutes: 0, event: failed(conversationId, ofAttempt) }
      : { status: move('give up'), ...(await cancelled('MAX_ATTEMPTS_EXCEEDED', attempt.reasonCode)) };
  }
  const closedBy = await laneCloser(scope, attempt.lane);
  if (closedBy !== undefined)
    return { status: move('cancel'), ...(await cancelled('USER_REQUEST', RUN_CANCELLED, closedBy)) };
  const { request, ...when } = await nextTime(scope, conversation, agent, ending);
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

type NextTime = Pick<Attempt, 'scheduledAt' | 'timeZone'> & {
  readonly request?: { readonly rawText: string; readonly timeResolved: boolean };
};

/** A retry lands at its delay, moved to where the window is open; a callback when it was asked for. */
async function nextTime(
  scope: Scope,
  conversation: Conversation,
  agent: Agent,
  ending: Ending,
): Promise<NextTime> {
  const [contacts, company] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    ownCompany(scope),
  ]);
  const zone = timeZoneOfContact(contacts[0] as Contact, company.timezone);
  const open = (fromMs: number) => nextOpening(agent.settings.callingWindow, zone, new Date(fromMs));
  const nowMs = scope.now().getTime();
  if (ending.kind !== 'callback') {
    const delayMs = retryDelayMs(agent.settings.retryPolicy, conversation.callsCounted);
    return { scheduledAt: open(nowMs + delayMs), timeZone: zone };
  }
  const { rawText, at } = ending;
  const timeResolved = at !== null && at.getTime() > nowMs;
  const when = timeResolved
    ? { scheduledAt: at, timeZone: null }
    : { scheduledAt: open(nowMs + DAY_MS), timeZone: zone };
  return { ...when, request: { rawText, timeResolved } };
}

/** The attempt after this one; after none, the first. */
export const followUp = (
  scope: Scope,
  conversation: Conversation,
  last: Pick<Attempt, 'number'>,
  { scheduledAt, timeZone }: Pick<Attempt, 'scheduledAt' | 'timeZone'>,
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
