import { notFound } from '@parley/kernel/failure.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { findAttemptAnywhere } from './call-attempt.store.ts';
import { appendParts, type JournalPart, journaledAttempts, partsOf } from './call-journal.store.ts';
import { missing } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';

export type { JournalPart };

/** Of many calls at once, as they go on. */
export async function appendJournals(everywhere: Everywhere, parts: readonly JournalPart[]): Promise<void> {
  if (parts.length > 0) await appendParts(everywhere, parts);
}

/** Everything kept of a call so far, in its order. */
export async function readJournal(scope: Scope, attemptId: string): Promise<unknown[]> {
  return (await partsOf(scope, attemptId)).flatMap(({ entries }) => entries);
}

/** The calls of a conversation of which a journal was kept, in their order. */
export async function journaledCalls(scope: Scope, conversationId: string): Promise<string[]> {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  return (await journaledAttempts(scope, conversationId)).map(({ id }) => id);
}

/** Whose call it was, for those who have only its id. */
export async function findCall(everywhere: Everywhere, attemptId: string) {
  const found = await findAttemptAnywhere(everywhere, attemptId);
  if (!found) throw notFound('Call attempt');
  return found;
}
