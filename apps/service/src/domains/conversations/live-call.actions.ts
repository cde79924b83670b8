import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard, Shown } from '@parley/contract/live-view.ts';
import { conflict } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { askToEnd, findLive, latestAttempt } from './call-attempt.store.ts';
import { partsOf } from './call-journal.store.ts';
import { missing } from './conversation.actions.ts';
import { isOver } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';

/**
 * Looked at so often while somebody watches: words reach the watcher within half a second, and calls that nobody
 * watches cost nothing.
 */
const LOOK_MS = 250;

/** Reads an entry of the journal, which only those who hold calls understand. */
export type ReadEntry = (entry: unknown) => Heard | undefined;

/** The conversation as it happens, until it is over, deleted, or the watcher has gone. */
export async function watchConversation(
  scope: Scope,
  id: string,
  readEntry: ReadEntry,
  closing: AbortSignal,
): Promise<AsyncIterable<Shown>> {
  if (!(await findConversation(scope, id))) throw await missing(scope, id);
  return watch(scope, id, readEntry, closing);
}

/** How far the journal of a call has been shown. */
interface Bookmark {
  readonly attemptId: string;
  part: number;
}

async function* watch(
  scope: Scope,
  id: string,
  readEntry: ReadEntry,
  closing: AbortSignal,
): AsyncGenerator<Shown> {
  let shownStatus = '';
  let bookmark: Bookmark | undefined;
  while (!closing.aborted) {
    // The status first: what was said before it changed is in the journal by then.
    const conversation = await findConversation(scope, id);
    if (!conversation) return;
    const attempt = await latestAttempt(scope, id);
    // Attempts go only with their conversation, which was deleted between the two reads.
    if (!attempt && !(await findConversation(scope, id))) return;
    if (bookmark && bookmark.attemptId !== attempt?.id) yield* unshown(scope, bookmark, readEntry);
    if (bookmark?.attemptId !== attempt?.id) bookmark = attempt && { attemptId: attempt.id, part: 0 };
    if (bookmark) yield* unshown(scope, bookmark, readEntry);
    const status = {
      status: conversation.status,
      callAttemptId: attempt?.id ?? null,
      attemptStatus: attempt?.status ?? null,
    };
    const key = JSON.stringify(status);
    if (key !== shownStatus) yield { event: 'status', data: status };
    shownStatus = key;
    if (isOver(conversation.status)) {
      yield { event: 'end', data: status };
      return;
    }
    await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => {});
  }
}

async function* unshown(scope: Scope, bookmark: Bookmark, readEntry: ReadEntry): AsyncGenerator<Shown> {
  const { attemptId } = bookmark;
  for (const { part, entries } of await partsOf(scope, attemptId, bookmark.part)) {
    bookmark.part = part + 1;
    for (const entry of entries) {
      const heard = readEntry(entry);
      if (heard) yield { event: heard.event, data: { callAttemptId: attemptId, ...heard.data } };
    }
  }
}

/**
 * Has the live call of a conversation brought to its end, whichever process holds it: the agent says its last message
 * and hangs up. A call that nobody has answered yet is given up.
 */
export async function endCall(scope: Scope, conversationId: string): Promise<{ attemptId: string }> {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  const asked = await askToEnd(scope, conversationId);
  if (!asked) throw noCall();
  return { attemptId: asked.attemptId };
}

/** The call of a conversation that is on the line now. */
export async function liveCallOf(scope: Scope, conversationId: string): Promise<string> {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  const live = await findLive(scope, conversationId);
  if (!live) throw noCall();
  return live.attemptId;
}

export const isOnLine = async (scope: Scope, conversationId: string, attemptId: string): Promise<boolean> =>
  (await findLive(scope, conversationId))?.attemptId === attemptId;

const noCall = () => conflict('No call of this conversation is live');
