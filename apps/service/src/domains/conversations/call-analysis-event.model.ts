import type { NewEvent } from '../events/event.model.ts';
import { type CallAnalysis, statusOf, viewAnalysis, viewAnalytics } from './call-analysis.model.ts';
import type { Conversation } from './conversation.model.ts';

type Anchor = Pick<Conversation, 'id' | 'contactId' | 'jobId' | 'runId'>;

const anchorOf = ({ id, contactId, jobId, runId }: Anchor, callAttemptId: string) => ({
  conversationId: id,
  contactId,
  jobId,
  runId,
  callAttemptId,
});

/** Tells that a conversation is completed, by this call. */
export const completedEvent = (conversation: Anchor, attemptId: string): NewEvent => ({
  type: 'conversation.completed',
  subjectId: conversation.id,
  data: { ...anchorOf(conversation, attemptId), status: 'COMPLETED' },
});

type AnalysisData = Extract<NewEvent, { type: 'analysis.completed' }>['data'];

/** Tells what came of an analysis that is over. The PDF is put in when the event is sent. */
export function analysisEvent(
  conversation: Anchor & Pick<Conversation, 'status'>,
  analysis: CallAnalysis,
  callAttempts: AnalysisData['callAttempts'],
  errorMessage: string,
): NewEvent {
  const about = { ...anchorOf(conversation, analysis.attemptId), callAttempts, analysisPdfBase64: null };
  const subjectId = conversation.id;
  if (statusOf(analysis.status) === 'FAILED')
    return { type: 'analysis.failed', subjectId, data: { ...about, status: 'FAILED', errorMessage } };
  const analytics = viewAnalytics(analysis);
  return {
    type: 'analysis.completed',
    subjectId,
    data: {
      ...about,
      status: conversation.status,
      analysis: viewAnalysis(analysis, 'COMPLETED' as const),
      ...(analysis.isCustom && analytics ? { analytics } : {}),
    },
  };
}
