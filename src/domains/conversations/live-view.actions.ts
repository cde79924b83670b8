import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../../storage/scope.ts';
import { latestAttempt } from './call-attempt.store.ts';
import { partsOf } from './call-journal.store.ts';
import { missing } from './conversation.actions.ts';
import { isOver } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';
import type { ReadEntry, Shown } from './live-view.model.ts';

/**
 * Looked at so often while somebody watches: words reach the watcher within half a second, and calls that nobody
 * watches cost nothing.
 */
const LOOK_MS = 250;

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

async function* watch(
  scope: Scope,
  id: string,
  readEntry: ReadEntry,
  closing: AbortSignal,
): AsyncGenerator<Shown> {
  let shownStatus = '';
  let attemptId: string | null = null;
  let part = 0;
  while (!closing.aborted) {
    // The status first: what was said before it changed is in the journal by then.
    const conversation = await findConversation(scope, id);
    if (!conversation) return;
    const attempt = await latestAttempt(scope, id);
    if (attempt && attempt.id !== attemptId) [attemptId, part] = [attempt.id, 0];
    const status = {
      status: conversation.status,
      callAttemptId: attemptId,
      attemptStatus: attempt?.status ?? null,
    };
    if (attemptId !== null) {
      for (const { part: number, entries } of await partsOf(scope, attemptId, part)) {
        part = number + 1;
        for (const entry of entries) {
          const heard = readEntry(entry);
          if (heard) yield { event: heard.event, data: { callAttemptId: attemptId, ...heard.data } };
        }
      }
    }
    const isEnd = isOver(conversation.status);
    const key = JSON.stringify(status);
    if (key !== shownStatus) yield { event: 'status', data: status };
    shownStatus = key;
    if (isEnd) {
      yield { event: 'end', data: status };
      return;
    }
    await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => {});
  }
}
