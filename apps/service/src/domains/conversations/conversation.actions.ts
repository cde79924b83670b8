import type { ConversationView } from '@parley/contract/conversation.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { belongsToAnother, notFound } from '@parley/kernel/failure.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { release } from '../billing/ledger.actions.ts';
import { forgetEvents, noteChanges } from '../events/event.actions.ts';
import { type ShownAnalysis, shownAnalysis } from './call-analysis.model.ts';
import { analysesOf } from './call-analysis.store.ts';
import { type Attempt, type RecordingUrl, viewAttempt } from './call-attempt.model.ts';
import { attemptsOf, lockAttemptsOf } from './call-attempt.store.ts';
import { type Conversation, type OnlineLinks, viewConversation, viewRow } from './conversation.model.ts';
import {
  type ConversationFilter,
  countConversations,
  deleteConversations,
  findConversation,
  foldCounts,
  isAnothers,
  listConversations,
  listRows,
  lockConversation,
  lockConversationsOf,
  markSimulated,
} from './conversation.store.ts';
import { correctionsOf } from './correction.store.ts';

/** What a view needs beside the rows. */
export interface ConversationLinks extends OnlineLinks {
  readonly recordingUrl: RecordingUrl;
}

export async function readConversation(scope: Scope, id: string, links: ConversationLinks) {
  // At one moment: a call that is over belongs to a conversation that knows it.
  const [conversation, [attempts, analyses, corrections]] = await scope.snapshot((inside) =>
    Promise.all([findConversation(inside, id), recordsOf(inside, [id])]),
  );
  if (!conversation) throw await missing(scope, id);
  return view(conversation, attempts, shownAnalysis(attempts, analyses, corrections, scope.now()), links);
}

export async function listCompanyConversations(
  scope: Scope,
  { page, limit, cursor, ...filter }: Paging & ConversationFilter,
  links: ConversationLinks,
) {
  const paging = { page, limit, cursor };
  const slice = cut(paging);
  const [total, conversations] = await Promise.all([
    countConversations(scope, filter, slice),
    listConversations(scope, filter, slice),
  ]);
  const [allAttempts, allAnalyses, allCorrections] = await recordsOf(scope, ids(conversations));
  const attempts = Map.groupBy(allAttempts, ({ conversationId }) => conversationId);
  const analyses = Map.groupBy(allAnalyses, ({ conversationId }) => conversationId);
  const corrections = Map.groupBy(allCorrections, ({ conversationId }) => conversationId);
  const rows = conversations.map((one) => {
    const own = attempts.get(one.id) ?? [];
    const found = analyses.get(one.id) ?? [];
    return view(one, own, shownAnalysis(own, found, corrections.get(one.id) ?? [], scope.now()), links);
  });
  return paged(paging, total, await Promise.all(rows));
}

/** What conversations show beside their own rows: asked once for all of them. */
const recordsOf = (scope: Scope, conversationIds: readonly string[]) =>
  Promise.all([
    attemptsOf(scope, conversationIds),
    analysesOf(scope, conversationIds),
    correctionsOf(scope, conversationIds),
  ]);

export async function view(
  conversation: Conversation,
  attempts: readonly Attempt[],
  analysis: ShownAnalysis,
  links: ConversationLinks,
): Promise<ConversationView> {
  const shown = await Promise.all(attempts.map((attempt) => viewAttempt(attempt, links.recordingUrl)));
  return viewConversation(conversation, shown, analysis, links);
}

/** The conversation, locked; another company's is forbidden, one that is gone is not found. */
export async function lockOwnConversation(scope: Scope, id: string): Promise<Conversation> {
  const conversation = await lockConversation(scope, id);
  if (!conversation) throw await missing(scope, id);
  return conversation;
}

export async function removeConversation(scope: Scope, id: string) {
  await scope.transaction(async (inside) => {
    await removeLocked(inside, ids([await lockOwnConversation(inside, id)]));
  });
  return { id, deleted: true as const };
}

/** From here on no call of the run's conversations that are not over leaves the machine. */
export const simulateOpen = (scope: Scope, runId: string): Promise<number> => markSimulated(scope, runId);

/** Before a contact goes: all conversations about it. Test calls in which somebody talked as the contact are among them. */
export async function removeConversationsOfContact(
  scope: Scope,
  contactId: string,
  beforeRemoval: (conversationIds: readonly string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const conversationIds = ids(await lockConversationsOf(scope, { contactId }));
  await beforeRemoval(conversationIds);
  await removeLocked(scope, conversationIds);
}

/** Before a job goes, with all its conversations. */
export async function removeConversationsOfJob(scope: Scope, jobId: string): Promise<void> {
  await removeLocked(scope, ids(await lockConversationsOf(scope, { jobId })));
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Everything that was recorded goes, and what was held for calls that never came is given back. A call that is on
 * the line goes on to its natural end, keeps its hold until then, and leaves nothing behind.
 */
async function removeLocked(scope: Scope, conversationIds: readonly string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const attempts = await lockAttemptsOf(scope, conversationIds);
  // A web call that was left keeps its minutes; one that nobody opened holds them under the id of its conversation.
  const idle = attempts.filter(({ status }) => status !== 'IN_PROGRESS');
  await deleteConversations(scope, conversationIds);
  await forgetEvents(scope, conversationIds);
  await noteChanges(
    scope,
    'conversation',
    conversationIds.map((id) => ({ id })),
  );
  await release(scope, [...ids(idle), ...conversationIds]);
}

/** Another company's conversation is forbidden; one that never was, or is gone, is not found. */
export const missing = async (scope: Scope, id: string) =>
  (await isAnothers(scope, id))
    ? belongsToAnother('This conversation belongs to another company')
    : notFound('Conversation');

const FOLDED_AT_ONCE = 10_000;

/** Makes one row again of what every connection has counted by itself. */
export const foldConversationCounts = (everywhere: Everywhere): Promise<number> =>
  foldCounts(everywhere, FOLDED_AT_ONCE);

export async function listConversationRows(
  scope: Scope,
  { page, limit, cursor, ...filter }: Paging & ConversationFilter,
) {
  const paging = { page, limit, cursor };
  const slice = cut(paging);
  const [total, rows] = await Promise.all([
    countConversations(scope, filter, slice),
    listRows(scope, filter, slice),
  ]);
  return paged(paging, total, rows.map(viewRow));
}
