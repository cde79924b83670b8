import { Type } from 'typebox';
import { Analytics, analysisOf } from './analysis.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** On every event about a conversation. `runId` is there also when no run produced it. */
const anchor = {
  conversationId: Uuid(),
  contactId: Uuid(),
  jobId: Nullable(Uuid()),
  runId: Nullable(Uuid()),
};

const attempt = { ...anchor, callAttemptId: Uuid() };

export const StartedData = Strict({ ...attempt, status: Type.Literal('IN_PROGRESS') });
export const CompletedData = Strict({ ...attempt, status: Type.Literal('COMPLETED') });
export const FailedData = Strict({ ...attempt, status: Type.Literal('FAILED') });

const rescheduleReasons = [
  'CANDIDATE_REQUEST',
  'NO_ANSWER',
  'BUSY',
  'VOICEMAIL',
  'TECHNICAL_FAILURE',
  'API_REQUEST',
  'ADMIN',
] as const;

export const RescheduledData = Strict({
  ...anchor,
  status: Type.Literal('RESCHEDULED'),
  reason: OneOf(rescheduleReasons),
  previousAttempt: Strict({
    callAttemptId: Uuid(),
    status: Type.String(),
    endedReason: Type.Optional(Type.String({ description: 'For diagnosis; may be absent.' })),
    durationSeconds: Type.Integer({ description: '0 for an attempt that was not answered.' }),
    attemptNumber: Type.Integer({ minimum: 1 }),
  }),
  nextAttempt: Strict({
    callAttemptId: Uuid(),
    scheduledAt: Timestamp(),
    attemptNumber: Type.Integer({ minimum: 1 }),
  }),
  retryCount: Type.Integer({ minimum: 0 }),
  maxAttempts: Type.Optional(Type.Integer({ description: 'Only on automatic retries.' })),
  candidateRequest: Type.Optional(
    Strict(
      {
        rawText: Type.String(),
        timeResolved: Type.Boolean({
          description:
            'False when no time was understood: a default slot was used, and the contact does not expect a call then.',
        }),
      },
      { description: 'Only when `reason` is `CANDIDATE_REQUEST`.' },
    ),
  ),
});

const cancelReasons = ['MAX_ATTEMPTS_EXCEEDED', 'CANDIDATE_NOT_INTERESTED', 'USER_REQUEST', 'ADMIN'] as const;

export const CancelledData = Strict({
  ...anchor,
  status: Type.Literal('CANCELLED'),
  reason: OneOf(cancelReasons),
  reasonDetail: Nullable(Type.String()),
  lastCallAttemptId: Type.Optional(Uuid({ description: 'Absent when no call was placed.' })),
  attemptsMade: Type.Integer({ minimum: 0 }),
  cancelledBy: Nullable(Type.String()),
});

const analysed = {
  ...attempt,
  callAttempts: Type.Array(
    Strict({
      id: Uuid(),
      direction: OneOf(['OUTBOUND', 'INBOUND']),
      status: Type.String(),
      recordingUrl: Nullable(Type.String()),
      duration: Nullable(Type.Integer()),
      calledAt: Nullable(Timestamp()),
    }),
  ),
  analysisPdfBase64: Nullable(
    Type.String({ description: 'The analysis as a PDF in Base64; null when there is none.' }),
  ),
};

export const AnalysisCompletedData = Strict({
  ...analysed,
  status: Type.String({ description: 'The status of the conversation.' }),
  analysis: analysisOf('EventAnalysis', Type.Literal('COMPLETED')),
  analytics: Type.Optional(Analytics),
});

export const AnalysisFailedData = Strict({
  ...analysed,
  status: Type.Literal('FAILED'),
  errorMessage: Type.String(),
});
