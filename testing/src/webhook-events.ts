import { emit } from '@parley/service/domains/events/event.actions.ts';
import type { NewEvent } from '@parley/service/domains/events/event.model.ts';
import type { Scope } from '@parley/service/storage/scope.ts';

const CONTACT = '01957a2e-7c00-7000-8000-0000000000c1';

/** An event that is recognised by its attempt. */
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

/** The event of a finished analysis. */
export function analysed(
  conversationId: string,
  callAttemptId: string,
  status: 'COMPLETED' | 'FAILED',
): NewEvent {
  const at = '2026-03-01T12:00:00.000Z';
  const about = {
    conversationId,
    contactId: CONTACT,
    jobId: null,
    runId: null,
    callAttemptId,
    callAttempts: [],
    analysisPdfBase64: null,
  };
  if (status === 'FAILED')
    return {
      type: 'analysis.failed',
      subjectId: conversationId,
      data: { ...about, status, errorMessage: 'It could not be done' },
    };
  const general = {
    createdAt: at,
    updatedAt: at,
    status,
    overallRating: 80,
    scoringIncompleteReason: null,
    companyFitRating: null,
    education: null,
    experience: null,
    strongPoints: [],
    weakPoints: [],
    evaluation: [],
  };
  return {
    type: 'analysis.completed',
    subjectId: conversationId,
    data: { ...about, status, analysis: { id: callAttemptId, general, specific: null } },
  };
}

/** Emits `conversation.started` for so many attempts of a conversation, one after the other; returns their ids. */
export async function emitStarted(scope: Scope, conversationId: string, count: number): Promise<string[]> {
  const attempts = Array.from({ length: count }, () => scope.newId());
  for (const attempt of attempts) await emit(scope, started(conversationId, attempt));
  return attempts;
}
