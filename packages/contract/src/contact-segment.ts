import { type Static, Type } from 'typebox';
import { Name, Named, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

export const MAX_SEGMENTS = 200;
export const MAX_CONDITIONS = 20;

/** What a condition can be about. */
export const conditionSubjects = [
  'status',
  'tag',
  'job',
  'field',
  'phoneNumber',
  'email',
  'doNotCall',
  'created',
  'import',
  'run',
  'agent',
  'conversation',
  'calls',
  'lastCall',
  'outcome',
] as const;
export type ConditionSubject = (typeof conditionSubjects)[number];

/** What of its results a call said about an outcome. */
export const outcomeResults = ['met', 'not_met', 'unknown'] as const;

const Bound = (description: string) =>
  Type.Unsafe<string | number>({ type: ['string', 'number'], maxLength: 100, description });

const condition = {
  on: OneOf(conditionSubjects, {
    description:
      'What it is about. `conversation` is the status of the latest conversation, `calls` the number of calls placed, `lastCall` the time of the last one, `outcome` the latest results, as corrected.',
    example: 'status',
  }),
  not: Type.Optional(Type.Boolean({ description: 'Contacts to which it does not apply.', example: false })),
  key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'For `field` and `outcome`: the key of the field or of the outcome.',
    }),
  ),
  anyOf: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      minItems: 1,
      maxItems: 50,
      description:
        'One of these: contact statuses, tags, ids of jobs, imports, runs or agents, values of a field, statuses of a conversation, or `met`, `not_met` and `unknown` of an outcome.',
      example: ['APPLIED'],
    }),
  ),
  contains: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'For `field`, `phoneNumber` and `email`: a part of the value.',
    }),
  ),
  min: Type.Optional(
    Bound(
      "For `field` (a number or a date), `calls`, `created` and `lastCall` (a time, or a day of the company's time zone): this or more.",
    ),
  ),
  max: Type.Optional(Bound('The same: this or less. A day is meant to its end.')),
};

const filter = {
  match: Type.Optional(
    OneOf(['all', 'any'], {
      description: 'Whether all conditions must apply, or one of them. Default: all.',
      example: 'all',
    }),
  ),
};

export const SegmentFilterInput = Named(
  'SegmentFilterInput',
  Strict({
    ...filter,
    conditions: Type.Array(Named('SegmentConditionInput', Strict(condition)), {
      maxItems: MAX_CONDITIONS,
      description: 'Without conditions, all contacts.',
    }),
  }),
);
export type SegmentFilter = Static<typeof SegmentFilterInput>;
export type SegmentCondition = SegmentFilter['conditions'][number];

const SegmentFilterView = Named(
  'SegmentFilter',
  Strict({ ...filter, conditions: Type.Array(Named('SegmentCondition', Strict(condition))) }),
);

const SegmentName = Name({ example: 'Not reached' });

export const NewSegment = Named(
  'NewContactSegment',
  Strict({ name: SegmentName, filter: SegmentFilterInput }),
);
export type NewSegment = Static<typeof NewSegment>;

export const SegmentChanges = Named(
  'ContactSegmentUpdate',
  Strict({ name: Type.Optional(SegmentName), filter: Type.Optional(SegmentFilterInput) }),
);
export type SegmentChanges = Static<typeof SegmentChanges>;

export const SegmentView = Named(
  'ContactSegment',
  Strict({
    id: Uuid(),
    name: Type.String(),
    filter: SegmentFilterView,
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type SegmentView = Static<typeof SegmentView>;

export const TagCount = Named(
  'ContactTag',
  Strict({
    tag: Type.String({ example: 'renewal' }),
    contacts: Type.Integer({ minimum: 0, description: 'Contacts that have it.', example: 12 }),
  }),
);
