import { hasWords, sealCalls } from '../../storage/call-texts.ts';
import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type Ledger, withLedger } from '../billing/ledger.actions.ts';
import { holdContact, markDoNotCall } from '../contacts/contact.actions.ts';
import { emit, noteChanges } from '../events/event.actions.ts';
import { insertAnalyses } from './call-analysis.store.ts';
import { type AttemptWithoutWords, isRecordingKept } from './call-attempt.model.ts';
import {
  countCalls,
  deleteAttempt,
  discardRecordings,
  insertAttempts,
  lockAttempts,
  saveSealedAttempts,
} from './call-attempt.store.ts';
import { appendJournals } from './call-journal.actions.ts';
import { findConversation, lockConversations, saveConversations } from './conversation.store.ts';
import { takeOffLine } from './dispatch.store.ts';
import { seekRecordings } from './lost-recording.store.ts';
import { inviteBack } from './message.actions.ts';
import {
  type EndedCall,
  lateOutcome,
  minutesCharged,
  type Outcome,
  outcomeOf,
  type Settled,
} from './settlement-outcome.actions.ts';
import { pay } from './settlement-payment.actions.ts';

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
