import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid, Visible } from './schema.ts';

/** For each conversation. */
export const MAX_CORRECTIONS = 500;
export const MAX_COMMENTS = 200;

/** What of the results can be corrected: an answer, an extracted value, an outcome, a tag. */
export const correctedKinds = ['answer', 'value', 'outcome', 'tag'] as const;
export type CorrectedKind = (typeof correctedKinds)[number];

export type CorrectedValue = string | number | boolean | readonly string[] | null;

const Value = (options: object = {}) =>
  Type.Unsafe<CorrectedValue>({
    type: ['string', 'number', 'boolean', 'array', 'null'],
    maxLength: 5000,
    maxItems: 200,
    items: { type: 'string', maxLength: 500 },
    example: true,
    ...options,
  });

export const Author = Named(
  'Author',
  Strict({
    kind: OneOf(['user', 'api-key', 'admin', 'system'], { example: 'user' }),
    id: Type.String({ example: '01957a2e-7c00-7000-8000-0000000000c1' }),
    name: Nullable(
      Type.String({
        description: 'The name or address of the user, or the name of the key. Null: deleted since.',
        example: 'Ada Novak',
      }),
    ),
  }),
);
export type Author = Static<typeof Author>;

/** Beside a result that somebody corrected. */
export const CorrectionMark = Named(
  'CorrectionMark',
  Strict(
    {
      id: Uuid(),
      original: Value({ description: 'What the analysis found.', example: false }),
      by: Author,
      at: Timestamp(),
      note: Nullable(Type.String()),
    },
    { description: 'Present when somebody corrected the result: the result shows the corrected value.' },
  ),
);
export type CorrectionMark = Static<typeof CorrectionMark>;

const Key = (options: object = {}) =>
  Visible(1, 1000, {
    description: 'The key of the value, outcome or tag; the id of the question.',
    example: 'is_interested',
    ...options,
  });
const CorrectedPart = OneOf(correctedKinds, { example: 'outcome' });

export const NewCorrection = Named(
  'NewCorrection',
  Strict({
    kind: CorrectedPart,
    key: Key(),
    value: Value({
      description:
        'An answer is a text, or null for none. An extracted value has the type of its field, or is null. An outcome is true, false, or null when the call does not tell. A tag is true or false.',
    }),
    note: Type.Optional(Visible(1, 1000, { description: 'Why.', example: 'Said so at 01:20.' })),
  }),
);
export type NewCorrection = Static<typeof NewCorrection>;

export const CorrectionView = Named(
  'Correction',
  Strict({
    id: Uuid(),
    conversationId: Uuid(),
    callAttemptId: Uuid({ description: 'The call whose results it corrects.' }),
    kind: CorrectedPart,
    key: Key(),
    label: Type.String({ example: 'Is interested' }),
    original: Value({ description: 'What the analysis had found.', example: false }),
    value: Value(),
    note: Nullable(Type.String()),
    by: Author,
    createdAt: Timestamp(),
    isCurrent: Type.Boolean({ description: 'No later correction of the same result replaces it.' }),
  }),
);
export type CorrectionView = Static<typeof CorrectionView>;

export const NewComment = Named(
  'NewComment',
  Strict({ text: Visible(1, 5000, { example: 'Call back after the holidays.' }) }),
);
export type NewComment = Static<typeof NewComment>;

export const CommentView = Named(
  'Comment',
  Strict({
    id: Uuid(),
    conversationId: Uuid(),
    text: Type.String({ example: 'Call back after the holidays.' }),
    by: Author,
    createdAt: Timestamp(),
  }),
);
export type CommentView = Static<typeof CommentView>;

export const TestCaseOfConversation = Named(
  'TestCaseOfConversation',
  Strict({
    name: Type.Optional(
      Visible(1, 200, {
        description: 'Default: the date of the call.',
        example: 'Says yes only at the second question',
      }),
    ),
  }),
);
export type TestCaseOfConversation = Static<typeof TestCaseOfConversation>;
