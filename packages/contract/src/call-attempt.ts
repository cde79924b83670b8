import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

export const attemptStatuses = [
  'SCHEDULED',
  'IN_PROGRESS',
  'COMPLETED',
  'BUSY',
  'NO_ANSWER',
  'VOICEMAIL',
  'FAILED',
  'CANCELLED',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

const reasonCodes = [
  'NO_ANSWER',
  'BUSY',
  'VOICEMAIL',
  'DECLINED',
  'INVALID_NUMBER',
  'CARRIER_ERROR',
  'AGENT_ERROR',
  'LOST',
  'HUNG_UP',
  'CALLBACK_REQUESTED',
  'NOT_INTERESTED',
  'HANDED_OFF',
  'MAX_DURATION',
  'OPT_OUT',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const TranscriptLine = Strict({
  speaker: OneOf(['AI', 'CONTACT']),
  text: Type.String(),
  startTime: Type.Number({ description: 'Seconds since the call was answered.' }),
  endTime: Type.Number(),
  language: Type.String({ example: 'en' }),
});

export type TranscriptLine = Static<typeof TranscriptLine>;

export const AttemptView = Named(
  'CallAttempt',
  Strict({
    id: Uuid(),
    direction: OneOf(['OUTBOUND', 'INBOUND'], {
      description: '`INBOUND`: the contact opened a web call or called back.',
    }),
    status: OneOf(attemptStatuses),
    reasonCode: Nullable(OneOf(reasonCodes, { description: 'Null on a plain completion.' })),
    notes: Nullable(Type.String({ description: 'What the telephone network said, for diagnosis.' })),
    retryNumber: Type.Integer({ minimum: 0, description: '0 for the first attempt.' }),
    recordingUrl: Nullable(
      Type.String({
        description:
          'Signed; works for an hour. The recording of a simulated call is spoken from its transcript when it is first fetched.',
      }),
    ),
    duration: Nullable(Type.Integer({ description: 'Seconds since it was answered.' })),
    scheduledAt: Timestamp(),
    calledAt: Nullable(Timestamp()),
    transcript: Type.Array(TranscriptLine),
  }),
);
export type AttemptView = Static<typeof AttemptView>;

export const MOST_DAYS_AHEAD = 30;
