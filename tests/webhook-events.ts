import { emit } from '../src/domains/events/event.actions.ts';
import type { NewEvent } from '../src/domains/events/event.model.ts';
import type { Scope } from '../src/storage/scope.ts';

const CONTACT = '01957a2e-7c00-7000-8000-0000000000c1';

/** An event that can be told from others by its attempt. */
export const started = (conversationId: string, callAttemptId: string): NewEvent => ({
  type: 'conversation.started',
  subjectId: conversationId,
  data: {
    conversationId,
    contactId: CONTACT,
    jobId: null,
    runId: null,
    callAttemptId,
    status: 'IN_PROGRESS',
  },
});

/** Tells of attempts 1, 2, … of a conversation, one after the other; returns their ids. */
export async function tell(scope: Scope, conversationId: string, count: number): Promise<string[]> {
  const attempts = Array.from({ length: count }, () => scope.newId());
  for (const attempt of attempts) await emit(scope, started(conversationId, attempt));
  return attempts;
}
