import type { ReplayView } from '@parley/contract/conversation.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { journaledCalls } from '../domains/conversations/call-journal.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import { replayCall } from './replay-call.ts';

/** A call of the conversation, by default the last, conducted again by its own plan. Nobody is called. */
export async function replayConversation(
  everywhere: Everywhere,
  scope: Scope,
  conversationId: string,
  wanted: string | undefined,
): Promise<ReplayView> {
  const calls = await journaledCalls(scope, conversationId);
  const attemptId = wanted === undefined ? calls.at(-1) : calls.find((id) => id === wanted.toLowerCase());
  if (attemptId === undefined && wanted !== undefined) throw notFound('Call attempt');
  if (attemptId === undefined)
    throw conflict('No call of this conversation was answered: there is nothing to replay');
  const { replay, decisions } = await replayCall(everywhere, attemptId, 'its plan');
  if (replay.kind === 'same') {
    const words = `Identical: all ${decisions} decisions were reproduced.`;
    return { attemptId, same: true, words, differences: [] };
  }
  const { at, before, was, is } = replay;
  return {
    attemptId,
    same: false,
    words: `The replay diverges at entry ${at} of the journal: the decision is different now.`,
    differences: [{ at, before: [...before], was, is }],
  };
}
