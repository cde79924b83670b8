import type { AttemptAudio } from '@parley/contract/conversation.ts';
import type { Scope } from '../../storage/scope.ts';
import { attemptsOf, lockAttempts, saveAttempts } from './call-attempt.store.ts';

/** How the audio of a call was, known only after it was settled: the agent had left, and the contact went on talking to somebody else. */
export const keepLateAudio = (
  scope: Scope,
  { conversationId, attemptId }: { readonly conversationId: string; readonly attemptId: string },
  audio: AttemptAudio,
): Promise<void> =>
  scope.transaction(async (inside) => {
    await lockAttempts(inside, [attemptId]);
    const attempt = (await attemptsOf(inside, [conversationId])).find(({ id }) => id === attemptId);
    // Nothing was found out, or it was erased meanwhile.
    if (!attempt?.findings) return;
    await saveAttempts(inside, [
      { ...attempt, findings: { ...(attempt.findings as object), audio }, updatedAt: inside.now() },
    ]);
  });
