import { type Static, type TObject, Type } from 'typebox';
import { Analytics, analysisOf } from './analysis.ts';
import { AlarmFindings } from './run-settings.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';
import { EnrichCompletedData, RequestFailedData, SourcingCompletedData } from './sourcing.ts';

/** In every event about a conversation. `runId` is present even without a run. */
const anchor = {
  conversationId: Uuid(),
  contactId: Uuid(),
  jobId: Nullable(Uuid()),
  runId: Nullable(Uuid()),
};

const attempt = { ...anchor, callAttemptId: Uuid() };

const StartedData = Strict({ ...attempt, status: Type.Literal('IN_PROGRESS') });
const CompletedData = Strict({ ...attempt, status: Type.Literal('COMPLETED') });
const FailedData = Strict({ ...attempt, status: Type.Literal('FAILED') });

const rescheduleReasons = [
  'CANDIDATE_REQUEST',
  'NO_ANSWER',
  'BUSY',
  'VOICEMAIL',
  'TECHNICAL_FAILURE',
  'API_REQUEST',
  'ADMIN',
] as const;

const RescheduledData = Strict({
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
            'False if no time was understood: a default time was used, and the contact does not expect a call then.',
        }),
      },
      { description: 'Only when `reason` is `CANDIDATE_REQUEST`.' },
    ),
  ),
});

const cancelReasons = ['MAX_ATTEMPTS_EXCEEDED', 'CANDIDATE_NOT_INTERESTED', 'USER_REQUEST', 'ADMIN'] as const;

const CancelledData = Strict({
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
    Type.String({
      description: 'The analysis as a PDF in Base64; null when there is none, or with `attachPdf: false`.',
    }),
  ),
};

const AnalysisCompletedData = Strict({
  ...analysed,
  status: Type.String({ description: 'The status of the conversation.' }),
  analysis: analysisOf('EventAnalysis', Type.Literal('COMPLETED')),
  analytics: Type.Optional(Analytics),
});

const AnalysisFailedData = Strict({
  ...analysed,
  status: Type.Literal('FAILED'),
  errorMessage: Type.String(),
});

const RunAlarmData = Strict({
  runId: Uuid(),
  name: Type.String({ description: 'Of the run.' }),
  isPaused: Type.Boolean({ description: 'The run was paused because of it.' }),
  findings: AlarmFindings,
});

const companyAlarmReasons = ['NEW_COUNTRY', 'MINUTES_PER_HOUR', 'MINUTES_PER_DAY', 'TRUNK_DOWN'] as const;

const CompanyAlarmData = Strict({
  companyId: Uuid(),
  reason: OneOf(companyAlarmReasons),
  country: Nullable(Type.String({ description: 'ISO 3166 code, with `NEW_COUNTRY`.', example: 'CH' })),
  limit: Nullable(Type.Integer({ description: 'The limit that was reached, where there is one.' })),
  trunk: Nullable(
    Strict(
      {
        id: Uuid(),
        name: Type.String(),
        problem: Type.String({ description: 'What keeps calls from it.', example: 'does not answer' }),
      },
      { description: 'With `TRUNK_DOWN`. Null: it is a trunk of the operator.' },
    ),
  ),
});

/** Which way nothing comes through. */
export const audioDirections = ['FROM_CONTACT', 'TO_CONTACT'] as const;
export type AudioDirection = (typeof audioDirections)[number];

const OneWayAudioData = Strict({
  ...attempt,
  direction: OneOf(audioDirections, {
    description:
      '`FROM_CONTACT`: nothing comes from the contact. `TO_CONTACT`: the contact hears nothing of the agent.',
  }),
});

const PingData = Strict({ message: Type.String() });

/**
 * Every event of the service, defined once for the outbox, webhooks, the OpenAPI document and the SDK. Data is
 * stored with the neutral names; `spoken` translates it.
 */
export const eventCatalog = {
  'conversation.started': {
    data: StartedData,
    registration: 'INTERVIEW_STARTED',
    about: 'A call attempt began; once per attempt.',
  },
  'conversation.completed': {
    data: CompletedData,
    registration: 'INTERVIEW_COMPLETED',
    about: 'The conversation finished and its analysis is available or has failed.',
  },
  'conversation.failed': {
    data: FailedData,
    registration: 'INTERVIEW_FAILED',
    about: 'The conversation ended by a technical failure.',
  },
  'conversation.rescheduled': {
    data: RescheduledData,
    registration: 'INTERVIEW_RESCHEDULED',
    about: 'A follow-up attempt was scheduled.',
  },
  'conversation.cancelled': {
    data: CancelledData,
    registration: 'INTERVIEW_CANCELLED',
    about: 'The conversation ended without completing.',
  },
  'analysis.completed': {
    data: AnalysisCompletedData,
    registration: 'ANALYSIS_COMPLETED',
    about: 'The analysis of a call attempt finished.',
  },
  'analysis.failed': {
    data: AnalysisFailedData,
    registration: 'ANALYSIS_FAILED',
    about: 'The analysis of a call attempt failed.',
  },
  'sourcing.completed': {
    data: SourcingCompletedData,
    registration: 'SOURCING_COMPLETED',
    about: 'A sourcing run finished with scored candidates.',
  },
  'sourcing.failed': {
    data: RequestFailedData,
    registration: 'SOURCING_FAILED',
    about: 'A sourcing run ended with an error.',
  },
  'enrich.completed': {
    data: EnrichCompletedData,
    registration: 'ENRICH_COMPLETED',
    about: 'An enrichment run completed; some profiles may have failed.',
  },
  'enrich.failed': {
    data: RequestFailedData,
    registration: 'ENRICH_FAILED',
    about: 'An enrichment run ended before any profile was processed.',
  },
  'run.alarm': {
    data: RunAlarmData,
    registration: 'RUN_ALARM',
    about: 'A run crossed an alarm limit of its settings.',
  },
  'company.alarm': {
    data: CompanyAlarmData,
    registration: 'COMPANY_ALARM',
    about:
      "Calls over trunks that may be fraud (the first one to a country, a limit of minutes is reached), or a trunk is down: the company's own, or one of the operator for which its calls wait.",
  },
  'call.one_way_audio': {
    data: OneWayAudioData,
    registration: 'ONE_WAY_AUDIO',
    about:
      'For some seconds no audio has come from the contact of a telephone call, or none of the agent has arrived there; once per attempt and direction. That the agent was not heard from the first word on is known when the call ends.',
  },
  ping: { data: PingData, registration: 'PING', about: 'A test of the connection.' },
} as const satisfies Record<string, { data: TObject; registration: string; about: string }>;

export type EventType = keyof typeof eventCatalog;
export const eventTypes = Object.keys(eventCatalog) as EventType[];
export type EventData<Type extends EventType> = Static<(typeof eventCatalog)[Type]['data']>;

export type Vocabulary = 'NEUTRAL' | 'LEGACY';

const legacyKeys: Readonly<Record<string, string>> = {
  conversationId: 'interviewId',
  contactId: 'candidateId',
};

/** The name of an event in a vocabulary. */
export const eventName = (type: EventType, vocabulary: Vocabulary): string =>
  vocabulary === 'LEGACY' ? type.replace(/^conversation\./, 'interview.') : type;

/** The data of an event with the names of a vocabulary. Only the two ids differ, and only at the top. */
export function spoken(
  data: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
): Record<string, unknown> {
  if (vocabulary === 'NEUTRAL') return { ...data };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [legacyKeys[key] ?? key, value]));
}

/** The whole payload of an event, as a receiver gets it. */
export function payloadSchema(type: EventType, vocabulary: Vocabulary) {
  const { data } = eventCatalog[type];
  return Strict({
    event: Type.Literal(eventName(type, vocabulary)),
    timestamp: Timestamp(),
    deliveryId: Uuid({ description: 'The same over every retry.' }),
    data: Strict(spoken(data.properties, vocabulary) as typeof data.properties, {
      required: (data.required ?? []).map((key: string) =>
        vocabulary === 'LEGACY' ? (legacyKeys[key] ?? key) : key,
      ),
    }),
  });
}

/** Every payload under each of its names, for the OpenAPI document. */
export const documentedEvents = (): {
  name: string;
  about: string;
  registration: string;
  payload: TObject;
}[] =>
  eventTypes.flatMap((type) => {
    const { about, registration } = eventCatalog[type];
    const vocabularies: Vocabulary[] =
      eventName(type, 'LEGACY') === type ? ['NEUTRAL'] : ['NEUTRAL', 'LEGACY'];
    // Where an event has one name but two spellings of its ids, both are documented.
    const hasIds = Object.keys(eventCatalog[type].data.properties).some((key) => key in legacyKeys);
    const spellings: Vocabulary[] = hasIds ? ['NEUTRAL', 'LEGACY'] : vocabularies;
    return spellings.map((vocabulary) => ({
      name:
        spellings.length > vocabularies.length && vocabulary === 'LEGACY'
          ? `${type} (LEGACY)`
          : eventName(type, vocabulary),
      about,
      registration,
      payload: payloadSchema(type, vocabulary),
    }));
  });
