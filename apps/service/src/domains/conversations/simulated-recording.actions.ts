import type { TranscriptLine } from '@parley/contract/conversation.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { findAttemptAnywhere, findTranscript, holdAttempt } from './call-attempt.store.ts';

/** A call whose recording is spoken from its transcript. */
export interface TranscribedCall {
  readonly scope: Scope;
  readonly attemptId: string;
  readonly transcript: readonly TranscriptLine[];
  readonly durationSeconds: number;
}

/** Undefined: the call is gone, or its recording is another. */
export async function transcribedCall(
  everywhere: Everywhere,
  attemptId: string,
  recordingKey: string,
): Promise<TranscribedCall | undefined> {
  const found = await findAttemptAnywhere(everywhere, attemptId);
  if (!found) return undefined;
  const scope = everywhere.within(found.companyId, { kind: 'system', id: 'recording' });
  const attempt = await findTranscript(scope, attemptId);
  if (attempt?.recordingKey !== recordingKey) return undefined;
  const { transcript, durationSeconds } = attempt;
  return { scope, attemptId, transcript: transcript ?? [], durationSeconds: durationSeconds ?? 0 };
}

/** Does the work while nobody can delete the call; false, and nothing is done: it is deleted already. */
export const whileCallStands = (
  { scope, attemptId }: TranscribedCall,
  work: () => Promise<void>,
): Promise<boolean> =>
  scope.transaction(async (inside) => {
    const stands = (await holdAttempt(inside, attemptId)) !== undefined;
    if (stands) await work();
    return stands;
  });
