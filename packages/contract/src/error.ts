import { Type } from 'typebox';
import { Named, OneOf } from './schema.ts';

/** The kinds of violations. What the schema alone cannot check is a `rule`. */
export const violationCodes = [
  'required',
  'one_required',
  'unknown_property',
  'must_be_absent',
  'wrong_type',
  'not_one_of',
  'format',
  'pattern',
  'blank',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_great',
  'too_large',
  'duplicates',
  'rule',
] as const;

export const violation = {
  path: Type.String({ example: 'firstName' }),
  code: Type.String({ enum: violationCodes, example: 'too_long' }),
  params: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'By the code: `limit`, `exclusive`, `format`, `types`, `values`, `rule`, `properties`.',
      example: { limit: 200 },
    }),
  ),
  problem: Type.String({
    description: 'The sentence without the property.',
    example: 'must NOT have more than 200 characters',
  }),
};

/** The contract's error body. It has no machine-readable code; the console gets `code` and `details` besides. */
export const ErrorBody = Named(
  'Error',
  Type.Object({
    statusCode: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String({ description: 'Text for people; branch on `statusCode`.' }),
    error: Type.String({
      description: 'The name of the status; routes of sourcing and enrichment have names of their own.',
    }),
    traceId: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Also in the `x-trace-id` header.' }),
    timestamp: Type.String({ format: 'date-time' }),
    errors: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({ path: Type.String(), message: Type.String() })]), {
        description: 'One entry per violated constraint, or per bad block of a flow.',
      }),
    ),
    retryAfter: Type.Optional(Type.Number({ description: 'Seconds to wait, on a 429.' })),
    billing: Type.Optional(
      Type.Object(
        {
          requiredMinutes: Type.Optional(Type.Number()),
          availableMinutes: Type.Optional(Type.Number()),
          billingSystem: Type.Optional(Type.Literal('credits')),
          requiredCredits: Type.Optional(Type.Number()),
          availableCredits: Type.Optional(Type.Number()),
          suggestedAction: Type.Optional(
            OneOf(['purchase_minutes', 'upgrade_plan', 'increase_spending_cap', 'contact_support']),
          ),
        },
        { description: 'On a 402. Absent means unknown, not zero.' },
      ),
    ),
  }),
);
