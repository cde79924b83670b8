import { Name, Named, OneOf, Pattern, Strict } from '@parley/contract/schema.ts';
import { searchable } from '@parley/kernel/text.ts';
import { type Static, Type } from 'typebox';

const MAX_ENTRIES = 100;
const MAX_KEY = 64;

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
const Judgement = Strict({ key: OwnKey, label: Name(), description: Words });
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

const Judged = Strict({ key: Type.String(), label: Type.String(), description: Type.String() });
export const AnalyticsConfig = Named(
  'AnalyticsConfig',
  Strict({
    extractionTargets: Type.Array(Named('ExtractionTarget', ExtractionTarget)),
    outcomes: Type.Array(Judged),
    tags: Type.Array(Judged),
  }),
);
export type AnalyticsConfig = Static<typeof AnalyticsConfig>;

/** The whole configuration: nothing is left out, and every entry has its key. */
export const completeAnalytics = (sent: SentAnalyticsConfig): AnalyticsConfig => ({
  extractionTargets: sent.extractionTargets ?? [],
  outcomes: keyed(sent.outcomes),
  tags: keyed(sent.tags),
});

const keyed = (entries: Static<typeof Judgement>[] = []): Static<typeof Judged>[] =>
  entries.map(({ key, ...entry }) => ({ key: key ?? snakeCase(entry.label), ...entry }));

/** "Möchte mehr wissen?" is mochte_mehr_wissen. Letters of every script stay, so that every label has a key. */
function snakeCase(label: string): string {
  const words =
    searchable(label)
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words.join('_')].slice(0, MAX_KEY).join('');
}

/** Keys that two entries of a list share, or that a label could not give. */
export const analyticsViolations = (config: AnalyticsConfig): string[] =>
  (['extractionTargets', 'outcomes', 'tags'] as const).flatMap((list) => {
    const keys = config[list].map(({ key }) => key);
    return keys.flatMap((key, index) => {
      const path = `analyticsConfig.${list}[${index}].key`;
      if (key === '') return [`${path} is required: the label has no letter or digit to make it from`];
      return keys.indexOf(key) < index ? [`${path} is the key of another entry of ${list}`] : [];
    });
  });
