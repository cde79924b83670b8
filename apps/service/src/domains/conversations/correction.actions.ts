import {
  type CommentView,
  type CorrectionView,
  MAX_COMMENTS,
  MAX_CORRECTIONS,
  type NewComment,
  type NewCorrection,
  type TestCaseOfConversation,
} from '@parley/contract/correction.ts';
import type { TestCaseView } from '@parley/contract/test-case.ts';
import { conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { findAgentVersion } from '../agents/agent.actions.ts';
import { createTestCase } from '../agents/test-case.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { type AnalysisResult, type CallAnalysis, latestShown } from './call-analysis.model.ts';
import { analysesInBrief, analysesOf } from './call-analysis.store.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { lockOwnConversation, missing } from './conversation.actions.ts';
import type { Conversation } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';
import { testCaseOf } from './conversation-test-case.model.ts';
import {
  findResult,
  valueViolations,
  viewComment,
  viewCorrections,
  withCorrections,
} from './correction.model.ts';
import {
  commentsOf,
  correctionsOf,
  deleteComment,
  deleteCorrection,
  insertComment,
  insertCorrection,
} from './correction.store.ts';

/** Oldest first. */
export async function listCorrections(scope: Scope, id: string): Promise<{ data: CorrectionView[] }> {
  await ownConversation(scope, id);
  return { data: viewCorrections(await correctionsOf(scope, [id])) };
}

async function ownConversation(scope: Scope, id: string): Promise<Conversation> {
  const conversation = await findConversation(scope, id);
  if (!conversation) throw await missing(scope, id);
  return conversation;
}

/** Shows another value in place of one that the analysis of the last call found. */
export function correctResult(scope: Scope, id: string, wanted: NewCorrection): Promise<CorrectionView> {
  return withShownResults(scope, id, async (inside, conversation, { attemptId, analytics }) => {
    const key = wanted.kind === 'answer' ? wanted.key.toLowerCase() : wanted.key;
    const result = findResult(analytics, wanted.kind, key);
    if (!result) throw invalid([`key names no ${wanted.kind} of this conversation: ${wanted.key}`]);
    const violations = valueViolations(wanted, result, await optionsOf(inside, conversation, key));
    if (violations.length > 0) throw invalid(violations);
    const before = await correctionsOf(inside, [id]);
    if (before.length >= MAX_CORRECTIONS)
      throw conflict(`A conversation has at most ${MAX_CORRECTIONS} corrections: withdraw some first`);
    await insertCorrection(inside, {
      id: inside.newId(),
      conversationId: conversation.id,
      attemptId,
      kind: wanted.kind,
      key,
      label: result.label,
      original: result.original,
      value: wanted.value,
      note: wanted.note ?? null,
      createdAt: inside.now(),
    });
    await noteCorrected(inside, conversation);
    return viewCorrections(await correctionsOf(inside, [id])).at(-1) as CorrectionView;
  });
}

/** Open pages read it again, and the counts of its run, which are as corrected. */
async function noteCorrected(scope: Scope, { id, runId }: Conversation): Promise<void> {
  await noteChange(scope, 'conversation', id);
  if (runId !== null) await noteChange(scope, 'run', runId);
}

/** Locks the conversation. Its results are opened before: for that a key may have to come from a KMS. */
async function withShownResults<Result>(
  scope: Scope,
  id: string,
  work: (inside: Scope, conversation: Conversation, shown: ShownResults) => Promise<Result>,
): Promise<Result> {
  await ownConversation(scope, id);
  const shown = await shownResults(scope, id);
  return scope.transaction(async (inside) => {
    const conversation = await lockOwnConversation(inside, id);
    if (versionOf(await analysesInBrief(inside, id)) !== shown.version)
      throw conflict('The results of this conversation have just changed: look at them again');
    return work(inside, conversation, shown);
  });
}

type ShownResults = Awaited<ReturnType<typeof shownResults>>;

/** Another one after each change of the analyses of a conversation. */
const versionOf = (analyses: readonly Pick<CallAnalysis, 'attemptId' | 'status' | 'updatedAt'>[]): string =>
  analyses
    .map(({ attemptId, status, updatedAt }) => `${attemptId} ${status} ${updatedAt.getTime()}`)
    .sort()
    .join();

/** The results that the conversation shows, as the analysis found them. */
async function shownResults(scope: Scope, id: string) {
  const [attempts, analyses] = await Promise.all([attemptsOf(scope, [id]), analysesOf(scope, [id])]);
  const latest = latestShown(attempts, analyses, scope.now());
  const analytics = latest?.isCustom ? latest.result?.analytics : null;
  if (!latest || !analytics)
    throw conflict(
      'The conversation has no results to correct: only calls of an agent with a flow have them',
    );
  const attempt = attempts.find(({ id: attemptId }) => attemptId === latest.attemptId);
  return { attemptId: latest.attemptId, analytics, attempt, version: versionOf(analyses) };
}

/** What an extracted value may be, as far as the agent still says so. */
async function optionsOf(scope: Scope, { agentVersionId }: Conversation, key: string) {
  const agent = await findAgentVersion(scope, agentVersionId);
  return agent?.settings.analyticsConfig.extractionTargets.find((target) => target.key === key)?.options;
}

/** The result is again what the correction before it said, or the analysis. */
export async function withdrawCorrection(scope: Scope, id: string, correctionId: string) {
  await scope.transaction(async (inside) => {
    const conversation = await lockOwnConversation(inside, id);
    if ((await deleteCorrection(inside, id, correctionId)) === 0) throw notFound('Correction');
    await noteCorrected(inside, conversation);
  });
  return { id: correctionId, deleted: true as const };
}

/** Oldest first. */
export async function listComments(scope: Scope, id: string): Promise<{ data: CommentView[] }> {
  await ownConversation(scope, id);
  return { data: (await commentsOf(scope, [id])).map(viewComment) };
}

export function addComment(scope: Scope, id: string, { text }: NewComment): Promise<CommentView> {
  return scope.transaction(async (inside) => {
    const conversation = await lockOwnConversation(inside, id);
    if ((await commentsOf(inside, [id])).length >= MAX_COMMENTS)
      throw conflict(`A conversation has at most ${MAX_COMMENTS} comments: delete one first`);
    const comment = {
      id: inside.newId(),
      conversationId: conversation.id,
      text,
      createdAt: inside.now(),
    };
    await insertComment(inside, comment);
    await noteChange(inside, 'conversation', conversation.id);
    const stored = (await commentsOf(inside, [id])).find((one) => one.id === comment.id);
    if (!stored) throw new Error('The new comment could not be read back');
    return viewComment(stored);
  });
}

export async function removeComment(scope: Scope, id: string, commentId: string) {
  await scope.transaction(async (inside) => {
    await lockOwnConversation(inside, id);
    if ((await deleteComment(inside, id, commentId)) === 0) throw notFound('Comment');
    await noteChange(inside, 'conversation', id.toLowerCase());
  });
  return { id: commentId, deleted: true as const };
}

/** The results of a call as they are shown: with what somebody corrected. */
export async function correctedResult(
  scope: Scope,
  { conversationId, attemptId }: { readonly conversationId: string; readonly attemptId: string },
  result: AnalysisResult,
): Promise<AnalysisResult> {
  const corrections = await correctionsOf(scope, [conversationId]);
  const { analytics } = result;
  return analytics ? { ...result, analytics: withCorrections(analytics, attemptId, corrections) } : result;
}

interface CallResults {
  readonly conversationId: string;
  readonly attemptId: string | null;
  readonly results: Parameters<typeof withCorrections>[0] | null;
}

/** The same for many calls, asked for together. */
export async function correctAll<Call extends CallResults>(
  scope: Scope,
  calls: readonly Call[],
): Promise<Call[]> {
  const analysed = calls.filter(({ results }) => results !== null);
  const corrections = Map.groupBy(
    await correctionsOf(
      scope,
      analysed.map(({ conversationId }) => conversationId),
    ),
    ({ conversationId }) => conversationId,
  );
  return calls.map((call) => {
    const own = corrections.get(call.conversationId);
    return own && call.results && call.attemptId
      ? { ...call, results: withCorrections(call.results, call.attemptId, own) }
      : call;
  });
}

/** What people wrote about each of these conversations: part of the data about their contact. */
export async function remarksOf(scope: Scope, conversationIds: readonly string[]) {
  const [corrections, comments] = await Promise.all([
    correctionsOf(scope, conversationIds),
    commentsOf(scope, conversationIds),
  ]);
  return (id: string) => ({
    corrections: viewCorrections(corrections.filter(({ conversationId }) => conversationId === id)),
    comments: comments.filter(({ conversationId }) => conversationId === id).map(viewComment),
  });
}

/**
 * A test case of the agent: the contact says what it said in the last call, and the corrected results are what must
 * come of it.
 */
export function makeTestCase(
  scope: Scope,
  id: string,
  { name }: TestCaseOfConversation,
): Promise<TestCaseView> {
  return withShownResults(scope, id, async (inside, conversation, { attemptId, analytics, attempt }) => {
    const corrections = await correctionsOf(inside, [id]);
    const wanted = testCaseOf({
      name: name ?? `Call of ${(attempt?.calledAt ?? conversation.createdAt).toISOString().slice(0, 10)}`,
      transcript: attempt?.transcript ?? [],
      reasonCode: attempt?.reasonCode ?? null,
      findings: attempt?.findings,
      results: withCorrections(analytics, attemptId, corrections),
    });
    if (wanted.turns.length === 0) throw conflict('The contact said nothing in this call');
    return createTestCase(inside, conversation.agentId, wanted, conversation.id);
  });
}
