import type { CallPathView } from '@parley/contract/flow-path.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { attemptsWithoutWords, findAttemptAnywhere } from './call-attempt.store.ts';
import {
  appendParts,
  type JournalPart,
  journaledAmong,
  journaledAttempts,
  partsOf,
} from './call-journal.store.ts';
import { missing } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';

export type { JournalPart };

/** Of many calls at once, as they go on. */
export async function appendJournals(everywhere: Everywhere, parts: readonly JournalPart[]): Promise<void> {
  if (parts.length === 0) return;
  await everywhere.texts.prepare(parts.map(({ attemptId }) => attemptId));
  await appendParts(everywhere, parts);
}

/** Everything kept of a call so far, in its order. */
export async function readJournal(scope: Scope, attemptId: string): Promise<unknown[]> {
  return (await partsOf(scope, attemptId)).flatMap(({ entries }) => entries);
}

/** Those of these calls of which a journal was kept. */
export async function callsWithJournal(scope: Scope, attemptIds: readonly string[]): Promise<Set<string>> {
  return new Set((await journaledAmong(scope, attemptIds)).map(({ id }) => id));
}

const PARTS_AT_ONCE = 50;

/** As `readJournal`, some parts at a time: the journal of a long call need not be in memory. A part that nobody can read says so. */
export async function* journalInPages(scope: Scope, attemptId: string): AsyncGenerator<unknown[]> {
  let from = 0;
  for (let read = PARTS_AT_ONCE; read === PARTS_AT_ONCE; ) {
    const parts = await partsOf(scope, attemptId, from, PARTS_AT_ONCE);
    yield parts.flatMap(({ part, entries, isReadable }) =>
      isReadable ? entries : [{ kind: 'unreadable', part }],
    );
    read = parts.length;
    from = (parts.at(-1)?.part ?? from) + 1;
  }
}

/** As `readJournal`, and whether everything that is there could be read. */
export async function readJournalLeft(scope: Scope, attemptId: string) {
  const parts = await partsOf(scope, attemptId);
  return {
    entries: parts.flatMap(({ entries }) => entries),
    isReadable: parts.every(({ isReadable }) => isReadable),
  };
}

/** The calls of a conversation of which a journal was kept, in their order. */
export async function journaledCalls(scope: Scope, conversationId: string): Promise<string[]> {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  return (await journaledAttempts(scope, conversationId)).map(({ id }) => id);
}

/** The path of a call through the flow, read by whoever knows plans. */
export type ReadCallPath = (scope: Scope, conversationId: string, attemptId: string) => Promise<CallPathView>;

/** One call of a conversation: with which agent it was made, and what was kept of it. */
export async function journaledCall(scope: Scope, conversationId: string, attemptId: string) {
  const conversation = await findConversation(scope, conversationId);
  if (!conversation) throw await missing(scope, conversationId);
  const attempt = (await attemptsWithoutWords(scope, [conversation.id])).find(
    ({ id }) => id === attemptId.toLowerCase(),
  );
  if (!attempt) throw notFound('Call attempt');
  const { agentId, agentVersionId } = conversation;
  return { attemptId: attempt.id, agentId, agentVersionId, entries: await readJournal(scope, attempt.id) };
}

/** Whose call it was, for those who have only its id. */
export async function findCall(everywhere: Everywhere, attemptId: string) {
  const found = await findAttemptAnywhere(everywhere, attemptId);
  if (!found) throw notFound('Call attempt');
  return found;
}
