import { type Static, type TSchema, Type } from 'typebox';
import { CorrectionMark } from './correction.ts';
import { Name, Named, Nullable, OneOf, Pattern, Strict, Timestamp, Uuid } from './schema.ts';

const MAX_ENTRIES = 100;
export const MAX_KEY = 64;

const KeyOf = (options: object) =>
  Pattern('^\\S+$', 'write a key without spaces, such as is_interested', { maxLength: MAX_KEY, ...options });
const Key = KeyOf({ example: 'is_interested' });
const OwnKey = Type.Optional(KeyOf({ description: 'Default: the label in snake case.' }));
const Words = Type.String({ minLength: 1, maxLength: 5000 });

const ExtractionTarget = Strict(
  {
    key: Key,
    label: Name(),
    type: OneOf(['string', 'number', 'bool', 'date', 'enum', 'list']),
    description: Type.Optional(Words),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        maxItems: 200,
        uniqueItems: true,
        description: 'The values to choose from; an `enum` needs at least one.',
      }),
    ),
  },
  {
    if: { properties: { type: { const: 'enum' } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['options'], properties: { options: { minItems: 1 } } },
  },
);
export const Judgement = Strict({ key: OwnKey, label: Name(), description: Words });
const Judgements = (description: string) =>
  Type.Optional(Type.Array(Judgement, { maxItems: MAX_ENTRIES, description }));

export const SentAnalyticsConfig = Named(
  'AnalyticsConfigInput',
  Strict({
    extractionTargets: Type.Optional(
      Type.Array(Named('ExtractionTargetInput', ExtractionTarget), {
        maxItems: MAX_ENTRIES,
        description: 'Values to extract from the call.',
      }),
    ),
    outcomes: Judgements('Yes-or-no results of the call.'),
    tags: Judgements('Labels that apply or not.'),
  }),
);
export type SentAnalyticsConfig = Static<typeof SentAnalyticsConfig>;

export const Judged = Strict({ key: Type.String(), label: Type.String(), description: Type.String() });
export const AnalyticsConfig = Named(
  'AnalyticsConfig',
  Strict({
    extractionTargets: Type.Array(Named('ExtractionTarget', ExtractionTarget)),
    outcomes: Type.Array(Judged),
    tags: Type.Array(Judged),
  }),
);
export type AnalyticsConfig = Static<typeof AnalyticsConfig>;

/**
 * The results of a call, as events and conversations have them. The status differs: a number in a conversation,
 * COMPLETED in an event.
 */
export const analysisOf = <Status extends TSchema>(name: string, status: Status) =>
  Named(
    name,
    Strict({
      id: Uuid(),
      general: Strict({
        createdAt: Timestamp(),
        updatedAt: Timestamp(),
        status,
        overallRating: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
        scoringIncompleteReason: Nullable(Type.String()),
        companyFitRating: Nullable(OneOf(['LOW', 'MEDIUM', 'HIGH'])),
        education: Nullable(Type.String()),
        experience: Nullable(Type.String()),
        strongPoints: Type.Array(Type.String()),
        weakPoints: Type.Array(Type.String()),
        evaluation: Type.Array(Type.String()),
      }),
      specific: Nullable(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description:
            'Results of a language test: `pronunciationScores`, `grammar`, `vocabulary`, `pronunciationAssessment`, `overallScore`.',
        }),
      ),
    }),
  );

const Confidence = Type.Number({ minimum: 0, maximum: 1 });
const Texts = Type.Array(Type.String());
/** A quote of the contact, and when it starts. */
const evidence = {
  evidence: Nullable(Type.String({ description: "The contact's own words." })),
  evidenceTime: Nullable(
    Type.Number({ description: 'When the quote starts, in seconds since the call was answered.' }),
  ),
};

const corrected = { correction: Type.Optional(CorrectionMark) };

/** The structured results of a custom agent. */
export const Analytics = Named(
  'Analytics',
  Strict({
    matchScore: Nullable(Type.Number()),
    updatedAt: Timestamp(),
    fields: Type.Array(
      Strict({
        key: Type.String(),
        label: Type.String(),
        type: Type.String(),
        value: Type.Unknown(),
        confidence: Confidence,
        ...evidence,
        ...corrected,
      }),
    ),
    scoring: Nullable(
      Strict({
        total: Type.Number(),
        items: Type.Array(
          Strict({
            key: Type.String(),
            kind: Type.Literal('QUESTION'),
            label: Type.String(),
            score: Type.Number(),
            weightPercent: Type.Number(),
            importance: Nullable(OneOf(['REQUIRED', 'HIGH', 'MEDIUM', 'LOW'])),
            reasoning: Type.String(),
          }),
        ),
      }),
    ),
    outcomes: Type.Array(
      Strict({
        key: Type.String(),
        label: Type.String(),
        met: Type.Boolean(),
        confidence: Confidence,
        ...evidence,
        unknown: Type.Optional(
          Type.Literal(true, {
            description: 'The call does not tell: not met, without confidence or evidence.',
          }),
        ),
        reason: Type.Optional(
          Type.String({ description: 'What the result rests on, or why it is not known.' }),
        ),
        ...corrected,
      }),
    ),
    tags: Type.Array(
      Strict({
        key: Type.String(),
        label: Type.String(),
        applied: Type.Boolean(),
        reason: Nullable(Type.String()),
        ...corrected,
      }),
    ),
    qa: Type.Array(
      Strict({
        id: Uuid(),
        question: Type.String(),
        answered: Type.Boolean(),
        answer: Nullable(Type.String()),
        ...evidence,
        ...corrected,
      }),
    ),
    evaluation: Strict({ strengths: Texts, concerns: Texts, objections: Texts, assessment: Texts }),
    sentiment: Strict({
      overall: OneOf(['positive', 'neutral', 'negative']),
      score: Type.Number(),
      trajectory: OneOf(['improving', 'stable', 'declining']),
      notes: Nullable(Type.String()),
    }),
    summary: Type.String(),
  }),
);
export type Analytics = Static<typeof Analytics>;

/** In the order of their numbers in the database and in a conversation. */
export const analysisStatuses = ['WAITING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export type AnalysisStatus = (typeof analysisStatuses)[number];

export const ConversationAnalysis = analysisOf(
  'Analysis',
  Type.Integer({ minimum: 0, maximum: 3, description: '0 waiting, 1 running, 2 completed, 3 failed.' }),
);
export type ConversationAnalysis = Static<typeof ConversationAnalysis>;
