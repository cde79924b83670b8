import {
  documentedEvents,
  type EventType,
  eventCatalog,
  eventName,
  payloadSchema,
  spoken,
} from '@parley/contract/event.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import type { TObject, TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { Validator } from '../../http/validation.ts';

const uuid = (number: number): string => `01957a2e-7c00-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-01-31T12:00:00.000Z';

/** As in the contract, with every optional key: the ids of a conversation event in the LEGACY vocabulary. */
const ids = { interviewId: uuid(1), candidateId: uuid(2), jobId: uuid(3), runId: uuid(4) };
const attempt = { ...ids, callAttemptId: uuid(5) };
const callAttempts = [
  { id: uuid(5), direction: 'OUTBOUND', status: 'COMPLETED', recordingUrl: null, duration: 61, calledAt: AT },
];
const analysis = {
  id: uuid(6),
  general: {
    createdAt: AT,
    updatedAt: AT,
    status: 'COMPLETED',
    overallRating: 87,
    scoringIncompleteReason: null,
    companyFitRating: 'HIGH',
    education: null,
    experience: 'Ten years',
    strongPoints: ['Calm'],
    weakPoints: [],
    evaluation: [],
  },
  specific: null,
};
const analytics = {
  matchScore: 87,
  updatedAt: AT,
  fields: [
    { key: 'k', label: 'K', type: 'string', value: 'v', confidence: 0.5, evidence: null, evidenceTime: null },
  ],
  scoring: {
    total: 87,
    items: [
      {
        key: 'k',
        kind: 'QUESTION',
        label: 'K',
        score: 1,
        weightPercent: 100,
        importance: 'REQUIRED',
        reasoning: 'r',
      },
    ],
  },
  outcomes: [{ key: 'k', label: 'K', met: true, confidence: 1, evidence: 'yes', evidenceTime: 12.5 }],
  tags: [{ key: 'k', label: 'K', applied: false, reason: null }],
  qa: [{ id: uuid(7), question: 'q', answered: false, answer: null, evidence: null, evidenceTime: null }],
  evaluation: { strengths: [], concerns: [], objections: [], assessment: [] },
  sentiment: { overall: 'positive', score: 0.9, trajectory: 'improving', notes: null },
  summary: 's',
};
const previousAttempt = {
  callAttemptId: uuid(5),
  status: 'BUSY',
  endedReason: 'busy',
  durationSeconds: 0,
  attemptNumber: 1,
};
const nextAttempt = { callAttemptId: uuid(8), scheduledAt: AT, attemptNumber: 2 };
const experience = [{ role: 'Cook', company: null, duration: null, highlights: [] }];
const requestId = `req_${uuid(9)}`;

interface Example {
  readonly legacy: string;
  readonly neutral: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly optional?: readonly string[];
}

const examples: Record<EventType, Example> = {
  'conversation.started': {
    legacy: 'interview.started',
    neutral: 'conversation.started',
    data: { ...attempt, status: 'IN_PROGRESS' },
  },
  'conversation.completed': {
    legacy: 'interview.completed',
    neutral: 'conversation.completed',
    data: { ...attempt, status: 'COMPLETED' },
  },
  'conversation.failed': {
    legacy: 'interview.failed',
    neutral: 'conversation.failed',
    data: { ...attempt, status: 'FAILED' },
  },
  'conversation.rescheduled': {
    legacy: 'interview.rescheduled',
    neutral: 'conversation.rescheduled',
    data: {
      ...ids,
      status: 'RESCHEDULED',
      reason: 'CANDIDATE_REQUEST',
      previousAttempt,
      nextAttempt,
      retryCount: 1,
      maxAttempts: 3,
      candidateRequest: { rawText: 'tomorrow at three', timeResolved: true },
    },
    optional: ['maxAttempts', 'candidateRequest'],
  },
  'conversation.cancelled': {
    legacy: 'interview.cancelled',
    neutral: 'conversation.cancelled',
    data: {
      ...ids,
      status: 'CANCELLED',
      reason: 'MAX_ATTEMPTS_EXCEEDED',
      reasonDetail: null,
      lastCallAttemptId: uuid(5),
      attemptsMade: 3,
      cancelledBy: null,
    },
    optional: ['lastCallAttemptId'],
  },
  'analysis.completed': {
    legacy: 'analysis.completed',
    neutral: 'analysis.completed',
    data: {
      ...attempt,
      status: 'COMPLETED',
      analysis,
      analysisPdfBase64: 'JVBERi0=',
      callAttempts,
      analytics,
    },
    optional: ['analytics'],
  },
  'analysis.failed': {
    legacy: 'analysis.failed',
    neutral: 'analysis.failed',
    data: { ...attempt, status: 'FAILED', analysisPdfBase64: null, callAttempts, errorMessage: 'No model' },
  },
  'sourcing.completed': {
    legacy: 'sourcing.completed',
    neutral: 'sourcing.completed',
    data: {
      requestId,
      foundCount: 2,
      scoredCount: 1,
      candidates: [
        {
          profileId: 'p',
          name: 'N',
          professionalProfileUrl: null,
          matchScore: 50,
          rationale: 'r',
          skills: [],
          headline: null,
          location: null,
          currentCompany: null,
          currentRole: null,
          aiFitPoints: [],
          aiRedFlags: [],
          aiDetailedRationale: [{ title: 't', company: null, duration: null, relevanceExplanation: 'e' }],
          detailedExperience: experience,
          emails: [],
        },
      ],
    },
  },
  'sourcing.failed': {
    legacy: 'sourcing.failed',
    neutral: 'sourcing.failed',
    data: { requestId, errorCode: 'AGENT_ERROR', errorMessage: 'm' },
  },
  'enrich.completed': {
    legacy: 'enrich.completed',
    neutral: 'enrich.completed',
    data: {
      requestId,
      enrichedCount: 1,
      failedCount: 0,
      profiles: [
        {
          profileId: 'p',
          status: 'ENRICHED',
          emails: [],
          phones: [],
          detailedExperience: experience,
          failureReason: null,
        },
      ],
    },
  },
  'enrich.failed': {
    legacy: 'enrich.failed',
    neutral: 'enrich.failed',
    data: { requestId, errorCode: 'AGENT_ERROR', errorMessage: 'm' },
  },
  'run.alarm': {
    legacy: 'run.alarm',
    neutral: 'run.alarm',
    data: {
      runId: uuid(4),
      name: 'Spring',
      isPaused: true,
      findings: [{ reason: 'ANSWER_RATE', limit: 0.2, actual: 0.1 }],
    },
  },
  'company.alarm': {
    legacy: 'company.alarm',
    neutral: 'company.alarm',
    data: { companyId: uuid(5), reason: 'NEW_COUNTRY', country: 'FR', limit: null, trunk: null },
  },
  'call.one_way_audio': {
    legacy: 'call.one_way_audio',
    neutral: 'call.one_way_audio',
    data: { ...attempt, direction: 'FROM_CONTACT' },
  },
  ping: { legacy: 'ping', neutral: 'ping', data: { message: 'Hello' } },
};

const types = Object.keys(examples) as EventType[];
const vocabularies = ['LEGACY', 'NEUTRAL'] as const;
const cases = types.flatMap((type) => vocabularies.map((vocabulary) => [type, vocabulary] as const));

/** The example's data with the names that decisions give for the neutral vocabulary. */
function dataOf(type: EventType, vocabulary: (typeof vocabularies)[number]): Record<string, unknown> {
  const { interviewId, candidateId, ...rest } = examples[type].data;
  if (vocabulary === 'LEGACY' || interviewId === undefined) return { ...examples[type].data };
  return { conversationId: interviewId, contactId: candidateId, ...rest };
}

const checker = new Validator();
const validator = {
  body: (schema: TSchema) => (value: unknown) => checker.body(schema)(value).map(sentenceOf),
};
const envelope = (event: string, data: unknown) => ({ event, timestamp: AT, deliveryId: uuid(10), data });

test('the event catalogue has exactly the events of the contract, under their registration names', () => {
  expect(Object.values(eventCatalog).map(({ registration }) => registration)).toEqual([
    'INTERVIEW_STARTED',
    'INTERVIEW_COMPLETED',
    'INTERVIEW_FAILED',
    'INTERVIEW_RESCHEDULED',
    'INTERVIEW_CANCELLED',
    'ANALYSIS_COMPLETED',
    'ANALYSIS_FAILED',
    'SOURCING_COMPLETED',
    'SOURCING_FAILED',
    'ENRICH_COMPLETED',
    'ENRICH_FAILED',
    'RUN_ALARM',
    'COMPANY_ALARM',
    'ONE_WAY_AUDIO',
    'PING',
  ]);
  expect(Object.keys(eventCatalog)).toEqual(types);
});

test.each(types)('the event %s has its legacy and its neutral name', (type) => {
  expect(eventName(type, 'LEGACY')).toBe(examples[type].legacy);
  expect(eventName(type, 'NEUTRAL')).toBe(examples[type].neutral);
});

test.each(cases)(
  'the data of %s in the %s vocabulary has exactly the properties of the contract',
  (type, vocabulary) => {
    const check = validator.body(payloadSchema(type, vocabulary));
    const event = vocabulary === 'LEGACY' ? examples[type].legacy : examples[type].neutral;
    const data = dataOf(type, vocabulary);
    expect(check(envelope(event, data))).toEqual([]);
    for (const key of Object.keys(data)) {
      const { [key]: _left, ...without } = data;
      const optional = examples[type].optional?.includes(key) ?? false;
      expect(check(envelope(event, without)), key).toEqual(optional ? [] : [`data.${key} is required`]);
    }
    expect(check(envelope(event, { ...data, more: 1 }))).toEqual(['data.more is not a known property']);
  },
);

test.each(cases)(
  'a stored %s event is sent with the property names of the %s vocabulary',
  (type, vocabulary) => {
    expect(spoken(dataOf(type, 'NEUTRAL'), vocabulary)).toEqual(dataOf(type, vocabulary));
  },
);

test.each(types)('the data of a %s event is stored with neutral property names', (type) => {
  expect(validator.body(eventCatalog[type].data)(dataOf(type, 'NEUTRAL'))).toEqual([]);
});

test('translating an event does not change its stored data', () => {
  const data = Object.freeze({ conversationId: uuid(1), nested: Object.freeze({ contactId: uuid(2) }) });
  expect(spoken(data, 'LEGACY')).toEqual({ interviewId: uuid(1), nested: { contactId: uuid(2) } });
  expect(spoken(data, 'NEUTRAL')).not.toBe(data);
});

test.each(types.filter((type) => 'interviewId' in examples[type].data))(
  'the event %s always has a run id and a job id, which may be null',
  (type) => {
    const check = validator.body(payloadSchema(type, 'LEGACY'));
    expect(
      check(envelope(examples[type].legacy, { ...dataOf(type, 'LEGACY'), runId: null, jobId: null })),
    ).toEqual([]);
  },
);

test.each(['event', 'timestamp', 'deliveryId', 'data'])('a webhook envelope always has its %s', (key) => {
  const { [key]: _left, ...without } = envelope('ping', { message: 'Hello' }) as Record<string, unknown>;
  expect(validator.body(payloadSchema('ping', 'LEGACY'))(without)).toEqual([`${key} is required`]);
});

test.each([
  'CANDIDATE_REQUEST',
  'NO_ANSWER',
  'BUSY',
  'VOICEMAIL',
  'TECHNICAL_FAILURE',
  'API_REQUEST',
  'ADMIN',
])('a conversation can be rescheduled with the reason %s', (reason) => {
  const check = validator.body(payloadSchema('conversation.rescheduled', 'NEUTRAL'));
  const data = { ...dataOf('conversation.rescheduled', 'NEUTRAL'), reason };
  expect(check(envelope('conversation.rescheduled', data))).toEqual([]);
});

test.each([
  ['MAX_ATTEMPTS_EXCEEDED', true],
  ['CANDIDATE_NOT_INTERESTED', true],
  ['USER_REQUEST', true],
  ['ADMIN', true],
  ['API_REQUEST', false],
])('conversation.cancelled accepts the reason %s: %s', (reason, isReason) => {
  const check = validator.body(payloadSchema('conversation.cancelled', 'NEUTRAL'));
  const errors = check(
    envelope('conversation.cancelled', { ...dataOf('conversation.cancelled', 'NEUTRAL'), reason }),
  );
  expect(errors.length === 0).toBe(isReason);
});

test('a rescheduled event may leave out why the previous attempt ended', () => {
  const { endedReason: _left, ...without } = previousAttempt;
  const check = validator.body(payloadSchema('conversation.rescheduled', 'NEUTRAL'));
  const data = { ...dataOf('conversation.rescheduled', 'NEUTRAL'), previousAttempt: without };
  expect(check(envelope('conversation.rescheduled', data))).toEqual([]);
});

test('the payload of every event is documented once, under a name of its own', () => {
  const documented = documentedEvents();
  const names = documented.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const type of types) {
    for (const vocabulary of vocabularies) {
      const isDocumented = documented.some(
        ({ payload }) => JSON.stringify(payload) === JSON.stringify(payloadSchema(type, vocabulary)),
      );
      expect(isDocumented, `${type} in ${vocabulary}`).toBe(true);
    }
  }
});

test('each documented event payload has the name of the event that is sent', () => {
  for (const { name, payload } of documentedEvents()) {
    const { event } = (payload as TObject).properties as unknown as { event: { const: string } };
    expect(name.replace(' (LEGACY)', '')).toBe(event.const);
  }
});
