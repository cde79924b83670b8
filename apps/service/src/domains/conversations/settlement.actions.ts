import type { TranscriptLine } from '@parley/contract/conversation.ts';
import { Failure } from '@parley/kernel/failure.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { admit, asked, type Ledger, withLedger } from '../billing/ledger.actions.ts';
import { minutesOf } from '../billing/price.model.ts';
import { holdContact, markDoNotCall } from '../contacts/contact.actions.ts';
import { emit, noteChanges } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import { insertAnalyses } from './call-analysis.store.ts';
import type { Attempt } from './call-attempt.model.ts';
import {
  countCalls,
  discardRecordings,
  insertAttempts,
  lockAttempts,
  saveAttempts,
} from './call-attempt.store.ts';

import { appendJournals } from './call-journal.actions.ts';
import { type Conversation, isOver } from './conversation.model.ts';
import { findConversation, lockConversations, saveConversations } from './conversation.store.ts';
import { takeOffLine } from './dispatch.store.ts';
import { nextStepOf } from './next-step.actions.ts';
import { invite } from './online-invitation.actions.ts';
import { type Ending, meaningOf } from './settlement.model.ts';

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
  /** What it took of language models; absent or null: nothing. */
  readonly thinking?: unknown;
  /** What each reply took; absent or null: it was not spoken. */
  readonly turns?: unknown;
  /** Absent or null: there is no recording of it. */
  readonly recordingKey?: string | null;
  /** What of its journal was not kept yet. */
  readonly journal?: { readonly part: number; readonly entries: readonly unknown[] };
}

export type Settled =
  | { readonly kind: 'settled'; readonly conversation: Conversation }
  /** Somebody else settled it: this worker was taken for dead, or another one closed it uncalled as well. */
  | { readonly kind: 'settled before' }
  /** The conversation was deleted during the call: nothing is kept. */
  | { readonly kind: 'deleted' };

/**
 * What an ended call leads to, in one transaction: the attempt, the conversation, the next attempt, the ledger,
 * and the event or the analysis that it waits for. Rows are taken in the order contact, conversation, attempt,
 * account, as everywhere.
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
    const outcomes = new Map<EndedCall, Outcome>();
    for (const { call, isMine, before, attempt } of await take(inside, scope, inOrder))
      outcomes.set(call, isMine ? await outcomeOf(scope, call, before, attempt) : settledBefore(attempt));
    await write(inside, scope, outcomes);
    // The account comes last: while it is taken the whole company waits.
    await pay(ledger, scope, outcomes);
    await countEnded(scope, outcomes);
    return calls.map((call) => (outcomes.get(call) as Outcome).settled);
  });
}

interface Outcome {
  readonly settled: Settled;
  /** Its minutes are to be charged or given back. */
  readonly isOwed: boolean;
  /** Nobody has, or will have, the recording that was made of it. */
  readonly isUnheard?: boolean;
  /** What there is to write; nothing for a conversation that was deleted or settled before. */
  readonly after?: {
    readonly attempt: Attempt;
    readonly conversation: Conversation;
    /** None for a completion: the analysis of the call publishes it. */
    readonly event: NewEvent | null;
    readonly isAnalysed: boolean;
    /** The next attempt, for which minutes are wanted. */
    readonly next?: { readonly attempt: Attempt; readonly minutes: number };
  };
}

/**
 * Whoever settled it may have done so before there was a recording. An attempt that is not over may be another try,
 * whose recording has the same parts.
 */
const settledBefore = (attempt: Attempt | undefined): Outcome => ({
  settled: { kind: 'settled before' },
  isOwed: false,
  isUnheard:
    attempt === undefined ||
    (attempt.recordingKey === null && attempt.status !== 'SCHEDULED' && attempt.status !== 'IN_PROGRESS'),
});

/** Takes the calls off the line, and their rows; sent together, in this order. */
async function take(everywhere: Everywhere, scope: Scope, calls: readonly EndedCall[]) {
  const held = calls.flatMap(({ attemptId, workerId }) => (workerId ? [{ attemptId, workerId }] : []));
  const [offLine, conversations, attempts] = await Promise.all([
    takeOffLine(everywhere, held),
    lockConversations(
      scope,
      calls.map(({ conversationId }) => conversationId),
    ),
    lockAttempts(
      scope,
      calls.map(({ attemptId }) => attemptId),
    ),
  ]);
  const [conversationOf, attemptOf] = [byId(conversations), byId(attempts)];
  return calls.map((call) => ({
    call,
    // Of a call that comes twice the second finds it gone.
    isMine: call.workerId === undefined || offLine.delete(call.attemptId),
    before: conversationOf.get(call.conversationId),
    attempt: attemptOf.get(call.attemptId),
  }));
}

const byId = <One extends { readonly id: string }>(all: readonly One[]) =>
  new Map(all.map((one) => [one.id, one]));

/** Before the conversation is taken, as whoever deletes a contact takes them. */
async function respectOptOut(scope: Scope, conversationId: string): Promise<void> {
  const contactId = (await findConversation(scope, conversationId))?.contactId;
  if (contactId !== undefined && (await holdContact(scope, contactId))) await markDoNotCall(scope, contactId);
}

async function outcomeOf(
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: Attempt | undefined,
): Promise<Outcome> {
  if (!before || !attempt) return { settled: { kind: 'deleted' }, isOwed: true, isUnheard: true };
  if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS'))
    return settledBefore(attempt);
  const meaning = meaningOf(call.ending.kind);
  const ended: Attempt = {
    ...attempt,
    status: meaning.status,
    reasonCode: meaning.reasonCode,
    notes: call.notes,
    durationSeconds: call.durationSeconds,
    transcript: call.transcript,
    findings: call.findings,
    thinking: call.thinking,
    turns: call.turns,
    recordingKey: call.recordingKey ?? attempt.recordingKey,
    updatedAt: scope.now(),
  };
  const counted: Conversation = {
    ...before,
    callsCounted: before.callsCounted + (meaning.leadsTo === 'callback' ? 0 : 1),
    callbacks: before.callbacks + (meaning.leadsTo === 'callback' ? 1 : 0),
    durationMinutes: (before.durationMinutes ?? 0) + minutesCharged(call),
    updatedAt: scope.now(),
  };
  const sequel = await nextStepOf(scope, counted, ended, call.ending);
  const after: Conversation = {
    ...counted,
    status: sequel.status,
    scheduledAt: sequel.next?.scheduledAt ?? counted.scheduledAt,
    finishedAt: isOver(sequel.status) ? scope.now() : null,
  };
  const { event, isAnalysed = false, next: following, minutes } = sequel;
  return {
    settled: { kind: 'settled', conversation: after },
    // A test conversation consumes nothing, however often it is called.
    isOwed: !before.isTest,
    after: {
      attempt: ended,
      conversation: after,
      event,
      isAnalysed,
      ...(following ? { next: { attempt: following, minutes } } : {}),
    },
  };
}

/** Of all calls at once: a statement costs more than its rows. Sent together, in this order. */
async function write(
  everywhere: Everywhere,
  scope: Scope,
  outcomes: ReadonlyMap<EndedCall, Outcome>,
): Promise<void> {
  const written = [...outcomes].flatMap(([call, { after }]) => (after ? [{ call, after }] : []));
  const parts = written.flatMap(({ call: { attemptId, companyId, journal } }) =>
    journal && journal.entries.length > 0 ? [{ ...journal, attemptId, companyId }] : [],
  );
  const orphans = [...outcomes].flatMap(([{ recordingKey }, { isUnheard }]) =>
    isUnheard && recordingKey ? [recordingKey] : [],
  );
  await Promise.all([
    ...(orphans.length > 0 ? [discardRecordings(everywhere, orphans)] : []),
    saveAttempts(
      scope,
      written.map(({ after }) => after.attempt),
    ),
    saveConversations(
      scope,
      written.map(({ after }) => after.conversation),
    ),
    emit(scope, ...written.flatMap(({ after }) => after.event ?? [])),
    // Webhooks receive a completion with its analysis; a page that shows the call as live must not wait for that.
    noteChanges(
      scope,
      'conversation',
      written
        .flatMap(({ after: { event, conversation } }) => (event === null ? [conversation] : []))
        .map(({ id, status }) => ({ id, status })),
    ),
    insertAnalyses(
      scope,
      written.flatMap(({ call: { attemptId }, after: { isAnalysed, conversation, event } }) =>
        isAnalysed ? [{ attemptId, conversation, isCompletion: event === null }] : [],
      ),
    ),
    appendJournals(everywhere, parts),
    insertAttempts(
      scope,
      written.flatMap(({ after }) => after.next?.attempt ?? []),
    ),
    ...written.flatMap(({ after: { conversation, next } }) =>
      conversation.type === 'ONLINE' && next ? [invite(scope, conversation, next.attempt)] : [],
    ),
  ]);
}

/**
 * For the pages that show days: sent along with the commit, and after the account. Whoever holds that has these rows to
 * itself, so that nobody who settles calls waits for them. A test consumes nothing.
 */
async function countEnded(scope: Scope, outcomes: ReadonlyMap<EndedCall, Outcome>): Promise<void> {
  const ended = [...outcomes].flatMap(([call, { after }]) =>
    after === undefined || after.conversation.isTest || after.attempt.calledAt === null
      ? []
      : [
          {
            agentId: after.conversation.agentId,
            status: after.attempt.status,
            reasonCode: after.attempt.reasonCode,
            minutes: minutesCharged(call),
          },
        ],
  );
  if (ended.length > 0) await countCalls(scope, ended);
}

/** What the next call holds is asked for after this one's rest was given back; the others go along with the commit. */
async function pay(ledger: Ledger, scope: Scope, outcomes: ReadonlyMap<EndedCall, Outcome>): Promise<void> {
  const owed = [...outcomes].filter(([, { isOwed }]) => isOwed);
  for (const [call, { after }] of owed) {
    if (!isHeldFor(after)) continue;
    await payFor(asked, scope, [call]);
    await holdNext(scope, after.next.attempt, after.next.minutes);
  }
  await payFor(
    ledger,
    scope,
    owed.flatMap(([call, { after }]) => (isHeldFor(after) ? [] : [call])),
  );
}

type Held = NonNullable<Outcome['after']> & Required<Pick<NonNullable<Outcome['after']>, 'next'>>;

const isHeldFor = (after: Outcome['after']): after is Held => (after?.next?.minutes ?? 0) > 0;

async function payFor(ledger: Ledger, scope: Scope, calls: readonly EndedCall[]): Promise<void> {
  const [charged, free] = [calls.filter(isCharged), calls.filter((call) => !isCharged(call))];
  if (charged.length > 0)
    await ledger.charge(
      scope,
      charged.map((call) => ({ attemptId: call.attemptId, minutes: minutesCharged(call) })),
    );
  if (free.length > 0)
    await ledger.release(
      scope,
      free.map(({ attemptId }) => attemptId),
    );
}

/** After what the last call did not use has been given back. */
async function holdNext(scope: Scope, following: Attempt, minutes: number): Promise<void> {
  if (!(await isAffordable(scope, following.id, minutes)))
    await saveAttempts(scope, [{ ...following, isAdmitted: false }]);
}

const isCharged = ({ ending }: EndedCall): boolean => meaningOf(ending.kind).isCharged;

const minutesCharged = (call: EndedCall): number =>
  isCharged(call) ? minutesOf(call.durationSeconds ?? 0) : 0;

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
