import { conflict } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { askToEnd, findLive } from './call-attempt.store.ts';
import { missing } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';

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

const noCall = () => conflict('No call of this conversation is on the line');
