import type { AttemptConsent, TranscriptLine } from '@parley/contract/conversation.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { hasWords, sealCalls } from '../../storage/call-texts.ts';
import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { admit, asked, type Ledger, withLedger } from '../billing/ledger.actions.ts';
import { minutesOf } from '../billing/price.model.ts';
import { holdContact, markDoNotCall } from '../contacts/contact.actions.ts';
import { emit, noteChanges } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import { insertAnalyses } from './call-analysis.store.ts';
import { type Attempt, type AttemptWithoutWords, isRecordingKept } from './call-attempt.model.ts';
import {
  countCalls,
  deleteAttempt,
  discardRecordings,
  insertAttempts,
  isReclaimed,
  lockAttempts,
  lockAttemptsOf,
  noteCalledAt,
  saveAttempts,
  saveSealedAttempts,
} from './call-attempt.store.ts';

import { appendJournals } from './call-journal.actions.ts';
import { type Conversation, isOver } from './conversation.model.ts';
import { findConversation, lockConversations, saveConversations } from './conversation.store.ts';
import { knownClaims, lostDialAt } from './dial-ledger.store.ts';
import { type ClaimOf, takeOffLine } from './dispatch.store.ts';
import { seekRecordings } from './lost-recording.store.ts';
import { inviteBack } from './message.actions.ts';
import { nextStepOf } from './next-step.actions.ts';
import { unlockNumberOf } from './number-wait.store.ts';
import { type Ending, meaningOf } from './settlement.model.ts';

/** A call that is over, and what is known of it. */
export interface EndedCall extends ClaimOf {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  /** Who held it; undefined for one that was never dialled. */
  readonly workerId: string | undefined;
  readonly ending: Ending;
  /** They asked never to be called again, whatever became of the call. An ending by that says it, too. */
  readonly hasOptedOut?: boolean;
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
  /** There may be a recording, and nobody may keep it. It is deleted a day after `notBefore`: until then the call itself may end and own it. */
  readonly isRecordingAbandoned?: boolean;
  /** There may be a recording, and it may be kept, but the store did not answer: it is looked for later. */
  readonly isRecordingSought?: boolean;
  /** What was decided in it about the recording; absent or null: nothing. */
  readonly recordingConsent?: AttemptConsent | null;
  /** The next call is not placed, and nobody dials the number, before then; absent or null: at once. */
  readonly notBefore?: Date | null | undefined;
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
export async function settleTogether(
  everywhere: Everywhere,
  calls: readonly EndedCall[],
): Promise<Settled[]> {
  await everywhere.texts.prepare(
    calls
      .filter((call) => hasWords(call) || (call.journal?.entries.length ?? 0) > 0)
      .map(({ attemptId }) => attemptId),
  );
  return withLedger((ledger) => settleBy(ledger, everywhere, calls));
}

function settleBy(ledger: Ledger, everywhere: Everywhere, calls: readonly EndedCall[]): Promise<Settled[]> {
  return everywhere.transaction(async (inside) => {
    const { companyId } = calls[0] as EndedCall;
    const scope = inside.within(companyId, { kind: 'system', id: 'settlement' });
    // As everybody does who takes several: contacts first, then conversations in the order of their ids.
    const inOrder = [...calls].sort((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
    for (const call of inOrder)
      if (call.ending.kind === 'opt_out' || call.hasOptedOut) await respectOptOut(scope, call.conversationId);
    const outcomes = new Map<EndedCall, Outcome>();
    for (const { call, isMine, before, attempt } of await take(inside, scope, inOrder))
      outcomes.set(
        call,
        await (isMine
          ? outcomeOf(scope, call, before, attempt)
          : lateOutcome(inside, scope, call, before, attempt)),
      );
    await write(inside, scope, outcomes);
    // The account comes last: while it is taken the whole company waits.
    await pay(ledger, scope, outcomes);
    await countEnded(scope, outcomes);
    return calls.map((call) => (outcomes.get(call) as Outcome).settled);
  });
}

interface Outcome {
  readonly settled: Settled;
  /** The next call, which was scheduled because this one counted as lost, and is not needed any more. */
  readonly superseded?: string;
  /** How it was settled and counted before. */
  readonly replaced?: AttemptWithoutWords;
  /** Its minutes were given back, and no other call holds any: under this id they are held again, to be charged. */
  readonly heldAgainAs?: string;
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
const settledBefore = (attempt: AttemptWithoutWords | undefined): Outcome => ({
  settled: { kind: 'settled before' },
  isOwed: false,
  isUnheard:
    attempt === undefined ||
    (attempt.recordingKey === null && attempt.status !== 'SCHEDULED' && attempt.status !== 'IN_PROGRESS'),
});

/** Takes the calls off the line, and their rows; sent together, in this order. */
async function take(everywhere: Everywhere, scope: Scope, calls: readonly EndedCall[]) {
  const held = calls.flatMap(({ workerId, ...call }) => (workerId ? [{ ...call, workerId }] : []));
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

function endedAttempt(scope: Scope, call: EndedCall, attempt: AttemptWithoutWords): Attempt {
  const { status, reasonCode } = meaningOf(call.ending.kind);
  return {
    ...attempt,
    status,
    reasonCode,
    notes: call.notes,
    durationSeconds: call.durationSeconds,
    transcript: call.transcript,
    findings: call.findings,
    thinking: call.thinking,
    turns: call.turns,
    recordingKey: isRecordingKept(call.recordingConsent) ? (call.recordingKey ?? attempt.recordingKey) : null,
    recordingConsent: call.recordingConsent ?? null,
    updatedAt: scope.now(),
  };
}

async function outcomeOf(
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: AttemptWithoutWords | undefined,
): Promise<Outcome> {
  if (!before || !attempt) return { settled: { kind: 'deleted' }, isOwed: true, isUnheard: true };
  if (attempt.status !== (call.workerId === undefined ? 'SCHEDULED' : 'IN_PROGRESS'))
    return settledBefore(attempt);
  const meaning = meaningOf(call.ending.kind);
  const ended = endedAttempt(scope, call, attempt);
  const counted: Conversation = {
    ...before,
    callsCounted: before.callsCounted + (meaning.leadsTo === 'callback' ? 0 : 1),
    callbacks: before.callbacks + (meaning.leadsTo === 'callback' ? 1 : 0),
    durationMinutes: (before.durationMinutes ?? 0) + minutesCharged(call),
    updatedAt: scope.now(),
  };
  const step = await nextStepOf(scope, counted, ended, call.ending, call.notBefore ?? undefined);
  const after: Conversation = {
    ...counted,
    status: step.status,
    scheduledAt: step.next?.scheduledAt ?? counted.scheduledAt,
    finishedAt: isOver(step.status) ? scope.now() : null,
  };
  const { event, isAnalysed = false, next: following, minutes } = step;
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

/**
 * The result of a call that somebody else settled: its worker counted as lost, or the database was restored. What is known
 * now is kept, and as long as nothing else has happened it counts as if it had come in time.
 */
async function lateOutcome(
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  before: Conversation | undefined,
  attempt: AttemptWithoutWords | undefined,
): Promise<Outcome> {
  if (!before || !attempt || call.ending.kind === 'lost') return settledBefore(attempt);
  // The dial ledger knows that this worker placed it, and the database had forgotten that.
  const dialledAt = await forgottenDialAt(everywhere, scope, call, attempt);
  if (dialledAt !== undefined) await noteCalledAt(scope, attempt.id, dialledAt);
  if (attempt.status === 'SCHEDULED' && dialledAt !== undefined)
    return outcomeOf(scope, call, before, { ...attempt, status: 'IN_PROGRESS', calledAt: dialledAt });
  if (attempt.status !== 'FAILED' || attempt.reasonCode !== 'LOST') return settledBefore(attempt);
  const isKept = call.recordingKey != null && isRecordingKept(call.recordingConsent);
  if (isKept && !(await isReclaimed(everywhere, unmeasuredRecordingKey(attempt.id))))
    return {
      ...(await resultOfLost(scope, { ...call, recordingKey: null }, before, attempt, dialledAt)),
      isUnheard: true,
    };
  return resultOfLost(scope, call, before, attempt, dialledAt);
}

/** What the result of a call leads to that counted as lost. */
async function resultOfLost(
  scope: Scope,
  call: EndedCall,
  before: Conversation,
  attempt: AttemptWithoutWords,
  dialledAt: Date | undefined,
): Promise<Outcome> {
  await unlockNumberOf(scope, before.contactId);
  const { leadsTo } = meaningOf(call.ending.kind);
  const [next, ...further] = (await lockAttemptsOf(scope, [call.conversationId])).filter(
    ({ id }) => id > attempt.id,
  );
  // Closed as it came up, because nobody knew its result.
  const isClosedUnknown = before.status === 'FAILED' && next === undefined && dialledAt !== undefined;
  const isUntouched = !isOver(before.status) && next?.status === 'SCHEDULED' && further.length === 0;
  // Whoever was not reached is called again as it stands.
  if (!(isUntouched || isClosedUnknown) || leadsTo === 'retry' || leadsTo === 'technical') {
    await saveAttempts(scope, [endedAttempt(scope, call, attempt)]);
    return { settled: { kind: 'settled before' }, isOwed: false };
  }
  const onLine = { ...before, status: 'IN_PROGRESS' as const, callsCounted: before.callsCounted - 1 };
  const calledAt = attempt.calledAt ?? dialledAt ?? null;
  const outcome = await outcomeOf(scope, call, onLine, { ...attempt, status: 'IN_PROGRESS', calledAt });
  return {
    ...outcome,
    replaced: attempt,
    ...(next ? { superseded: next.id } : {}),
    // An invitation to a web call holds no minutes, nor does a call that was refused them.
    ...(next?.isAdmitted ? {} : { heldAgainAs: scope.newId() }),
  };
}

/** When the call was dialled, if the database has forgotten that. A result may come before the ledgers are compared. */
async function forgottenDialAt(
  everywhere: Everywhere,
  scope: Scope,
  call: EndedCall,
  attempt: AttemptWithoutWords,
): Promise<Date | undefined> {
  const { conversationId, ledgerId, claim, durationSeconds } = call;
  const dialledAt = await lostDialAt(scope, conversationId, attempt.number);
  if (dialledAt !== undefined || attempt.status !== 'SCHEDULED' || !ledgerId || !claim) return dialledAt;
  const known = (await knownClaims(everywhere, [ledgerId])).get(ledgerId) ?? 0;
  if (claim <= known) return undefined;
  return new Date(scope.now().getTime() - (durationSeconds ?? 0) * 1000);
}

/** So long a process that is cut off from the database may take to settle its calls. */
const RESULT_LATE_MS = 24 * 3_600_000;

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
  // Whatever becomes of this process, what was recorded against somebody's will is deleted: it belongs to nobody.
  const orphans = [...outcomes].flatMap(([{ recordingKey, recordingConsent }, { isUnheard }]) =>
    recordingKey && (isUnheard || !isRecordingKept(recordingConsent)) ? [recordingKey] : [],
  );
  const abandoned = [...outcomes].flatMap(([call, { after, isUnheard }]) =>
    call.isRecordingAbandoned && (after || isUnheard) ? [call] : [],
  );
  const sought = [...outcomes].flatMap(([call, { after, isUnheard }]) =>
    call.isRecordingSought && (after || isUnheard) ? [call.attemptId] : [],
  );
  const ended = await sealCalls(
    scope,
    written.map(({ after }) => after.attempt),
  );
  for (const { superseded } of outcomes.values()) if (superseded) await deleteAttempt(scope, superseded);
  await Promise.all([
    ...(orphans.length > 0 ? [discardRecordings(everywhere, orphans)] : []),
    ...abandoned.map(({ attemptId, notBefore }) =>
      discardRecordings(
        everywhere,
        [unmeasuredRecordingKey(attemptId)],
        new Date((notBefore ?? scope.now()).getTime() + RESULT_LATE_MS),
      ),
    ),
    ...(sought.length > 0 ? [seekRecordings(everywhere, sought)] : []),
    saveSealedAttempts(scope, ended),
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
      conversation.type === 'ONLINE' && next ? [inviteBack(scope, conversation)] : [],
    ),
  ]);
}

/**
 * For the pages that show days: sent along with the commit, and after the account. Whoever holds that has these rows to
 * itself, so that nobody who settles calls waits for them. A test consumes nothing.
 */
async function countEnded(scope: Scope, outcomes: ReadonlyMap<EndedCall, Outcome>): Promise<void> {
  const ended = [...outcomes].flatMap(([call, { after, replaced }]) => {
    if (after === undefined || after.conversation.isTest) return [];
    const { agentId } = after.conversation;
    const counted = (
      { status, reasonCode, calledAt, updatedAt }: AttemptWithoutWords,
      calls: number,
      minutes: number,
    ) => (calledAt === null ? [] : [{ agentId, status, reasonCode, at: updatedAt, calls, minutes }]);
    return [
      ...counted(after.attempt, 1, minutesCharged(call)),
      // A lost call costs nothing.
      ...(replaced ? counted(replaced, -1, 0) : []),
    ];
  });
  if (ended.length > 0) await countCalls(scope, ended);
}

/** What the next call holds is asked for after this one's rest was given back; the others go along with the commit. */
async function pay(ledger: Ledger, scope: Scope, outcomes: ReadonlyMap<EndedCall, Outcome>): Promise<void> {
  // The minutes of a call that counted as lost were given back, and held again for the next one: that hold pays.
  const owed = [...outcomes].flatMap(([call, outcome]): [EndedCall, Outcome][] =>
    outcome.isOwed
      ? [[{ ...call, attemptId: outcome.heldAgainAs ?? outcome.superseded ?? call.attemptId }, outcome]]
      : [],
  );
  for (const [call, { heldAgainAs }] of owed)
    if (heldAgainAs !== undefined && minutesCharged(call) > 0)
      await isAffordable(scope, call.attemptId, minutesCharged(call));
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
