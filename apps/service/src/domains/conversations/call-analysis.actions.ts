import { conflict, notFound } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { holdContacts, rateContacts } from '../contacts/contact.actions.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import {
  type AnalysisResult,
  analysisEvent,
  analysisLifecycle,
  type CallAnalysis,
  codeOf,
  completedEvent,
  pauseMs,
  statusOf,
} from './call-analysis.model.ts';
import {
  type AnalysisCapacity,
  type AttemptInBrief,
  analysesOf,
  attemptsInBrief,
  type ClaimedAnalysis,
  claimDue,
  claimOne,
  findAnalysable,
  holdConversations,
  insertMissing,
  isCallKnown,
  latestOfContacts,
  lockResults,
  type StoredOutcome,
  sealOutcomes,
  storeOutcomes,
  takeUnpublished,
} from './call-analysis.store.ts';

import type { Conversation } from './conversation.model.ts';
import { completions } from './settlement.model.ts';

export type { AnalysisCapacity, ClaimedAnalysis };

/** Calls for this process to analyse. It has so long: afterwards they are due again, and it writes nothing any more. */
export const claimAnalyses = (
  everywhere: Everywhere,
  capacity: AnalysisCapacity,
  leaseMs: number,
): Promise<ClaimedAnalysis[]> => claimDue(everywhere, capacity, after(everywhere, leaseMs));

/** One call, to be analysed again; or for the first time, when an earlier version held it. */
export async function claimAgain(
  everywhere: Everywhere,
  id: string,
  leaseMs: number,
): Promise<ClaimedAnalysis> {
  const found = isUuid(id) ? await findAnalysable(everywhere, id, completions) : undefined;
  if (!found) throw isUuid(id) && (await isCallKnown(everywhere, id)) ? unanalysable() : notFound('Call');
  const { attemptId, companyId } = found;
  await insertMissing(everywhere.within(companyId, actor), attemptId);
  const claimed = await claimOne(everywhere, attemptId, after(everywhere, leaseMs));
  if (!claimed) throw conflict('This call has no stored data to analyse');
  return claimed;
}

const unanalysable = () =>
  conflict('The call has no analysis: only calls that somebody answered, and that completed, are analysed');

const after = (everywhere: Everywhere, ms: number) => new Date(everywhere.now().getTime() + ms);
const actor = { kind: 'system', id: 'analysis' } as const;

/** The result of analysing a call. */
export type AnalysisOutcome =
  | { readonly kind: 'found'; readonly result: AnalysisResult }
  /** `isFinal`: another try would not help. */
  | { readonly kind: 'failed'; readonly message: string; readonly isFinal: boolean }
  /** It was not begun, or not brought to its end: whoever comes next does it. */
  | { readonly kind: 'postponed' };

export interface AnalysedCall {
  readonly claimed: ClaimedAnalysis;
  readonly outcome: AnalysisOutcome;
}

/**
 * What analyses of one company lead to, in one transaction: results, their events, and the contacts' ratings.
 * Rows are taken in the order contact, conversation, as everywhere. Answers the analyses that are over by this.
 */
export async function concludeAnalyses(
  everywhere: Everywhere,
  companyId: CompanyId,
  calls: readonly AnalysedCall[],
): Promise<CallAnalysis[]> {
  await everywhere.texts.prepare(
    calls.filter(({ outcome }) => outcome.kind === 'found').map(({ claimed }) => claimed.attemptId),
  );
  return everywhere.transaction(async (inside) => {
    const scope = inside.within(companyId, actor);
    const ratings = ratingsOf(calls);
    const conversationIds = calls.map(({ claimed }) => claimed.conversationId);
    const outcomes = await sealOutcomes(
      scope,
      calls.map((call) => storedOutcome(scope, call)),
    );
    // Sent together, in this order.
    const [, conversations, , attempts, stored, latest] = await Promise.all([
      ratings.size > 0 && holdContacts(scope, contactsOf(calls, ratings)),
      holdConversations(scope, conversationIds),
      conversationIds.length > 1 && lockResults(scope, conversationIds),
      attemptsInBrief(scope, conversationIds),
      storeOutcomes(scope, outcomes),
      ratings.size > 0 ? latestOfContacts(scope, [...ratings.keys()]) : [],
    ]);
    const over = stored
      .filter(({ attemptId, status }) => isOverBy(calls, attemptId, status))
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const isWritten = new Set(over.map(({ attemptId }) => attemptId));
    const rated = new Map(
      latest
        .filter(({ attemptId }) => isWritten.has(attemptId))
        .map(({ attemptId }) => [contactOf(calls, attemptId), ratings.get(attemptId) as number]),
    );
    const brief = Map.groupBy(attempts, ({ conversationId }) => conversationId);
    const events = over.flatMap((analysis) =>
      eventsOf(
        conversations.find(({ id }) => id === analysis.conversationId) as Held,
        analysis,
        brief.get(analysis.conversationId) ?? [],
        calls,
      ),
    );
    await Promise.all([emit(scope, ...events), rated.size > 0 && rateContacts(scope, rated)]);
    return over;
  });
}

type Held = Pick<Conversation, 'id' | 'contactId' | 'jobId' | 'runId' | 'status'>;

const callOf = (calls: readonly AnalysedCall[], attemptId: string): AnalysedCall =>
  calls.find(({ claimed }) => claimed.attemptId === attemptId) as AnalysedCall;

const contactOf = (calls: readonly AnalysedCall[], attemptId: string): string =>
  callOf(calls, attemptId).claimed.contactId;

/** By call, of those that could be rated: one that could not says nothing about the contact. */
const ratingsOf = (calls: readonly AnalysedCall[]): Map<string, number> =>
  new Map(
    calls.flatMap(({ claimed, outcome }) => {
      const rating = outcome.kind === 'found' ? outcome.result.general.overallRating : null;
      return rating === null ? [] : [[claimed.attemptId, Math.round(rating)] as const];
    }),
  );

const contactsOf = (calls: readonly AnalysedCall[], ratings: ReadonlyMap<string, number>): string[] => [
  ...new Set([...ratings.keys()].map((attemptId) => contactOf(calls, attemptId))),
];

/** Whether this ended it: not when it waits for another try, nor when it keeps what it had before. */
const isOverBy = (calls: readonly AnalysedCall[], attemptId: string, status: number): boolean =>
  status === codeOf(callOf(calls, attemptId).outcome.kind === 'found' ? 'COMPLETED' : 'FAILED');

function storedOutcome(scope: Scope, { claimed, outcome }: AnalysedCall): StoredOutcome {
  const { attemptId, lease, tries } = claimed;
  const reached = (move: 'complete' | 'wait' | 'fail') =>
    codeOf(next(analysisLifecycle, 'The analysis', 'RUNNING', move));
  const row = { attemptId, lease, dueAt: scope.now(), result: null, error: null };
  if (outcome.kind === 'postponed') return { ...row, status: reached('wait') };
  if (outcome.kind === 'found') return { ...row, status: reached('complete'), result: outcome.result };
  const delayMs = outcome.isFinal ? undefined : pauseMs(tries);
  const failed = { ...row, error: outcome.message };
  return delayMs === undefined
    ? { ...failed, status: reached('fail') }
    : { ...failed, status: reached('wait'), dueAt: new Date(scope.now().getTime() + delayMs) };
}

function eventsOf(
  conversation: Held,
  analysis: CallAnalysis & { readonly wasCompletionPublished: boolean },
  attempts: readonly AttemptInBrief[],
  calls: readonly AnalysedCall[],
): NewEvent[] {
  const { outcome } = callOf(calls, analysis.attemptId);
  const message = outcome.kind === 'failed' ? outcome.message : '';
  return [
    ...(analysis.wasCompletionPublished ? [] : [completedEvent(conversation, analysis.attemptId)]),
    analysisEvent(conversation, analysis, attempts.map(inEvent), message),
  ];
}

const inEvent = (attempt: AttemptInBrief) => ({
  id: attempt.id,
  direction: attempt.direction,
  status: attempt.status,
  // Its key: an address would be out of date when the event is sent late, and is put in then.
  recordingUrl: attempt.recordingKey,
  duration: attempt.durationSeconds,
  calledAt: attempt.calledAt?.toISOString() ?? null,
});

/**
 * Called before a finished conversation changes again. If its completion is not published yet, because the analysis is
 * still to come, this publishes it now. The caller holds the lock on the conversation.
 */
export async function publishCompletion(scope: Scope, conversation: Conversation): Promise<void> {
  const unpublished = await takeUnpublished(scope, conversation.id);
  if (unpublished) await emit(scope, completedEvent(conversation, unpublished.attemptId));
}

/** What was found out about each call of these conversations, oldest first: a conversation itself shows only the latest. */
export async function analysesOfConversations(scope: Scope, conversationIds: readonly string[]) {
  const analyses = Map.groupBy(
    await analysesOf(scope, conversationIds),
    ({ conversationId }) => conversationId,
  );
  return (id: string) =>
    (analyses.get(id) ?? [])
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .map(({ attemptId, status, result, createdAt, updatedAt }) => ({
        callAttemptId: attemptId,
        status: statusOf(status),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        ...result,
      }));
}
