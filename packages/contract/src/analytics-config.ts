import { type Static, Type } from 'typebox';
import { Name, Named, OneOf, Pattern, Strict } from './schema.ts';

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
        description: 'Values to find in what was said.',
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
