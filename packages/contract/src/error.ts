import { Type } from 'typebox';
import { Named, OneOf } from './schema.ts';

/** The contract's error body. */
export const ErrorBody = Named(
  'Error',
  Type.Object({
    statusCode: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String({ description: 'Text for people; branch on `statusCode`.' }),
    error: Type.String({
      description: 'The name of the status; a name of its own on the routes of sourcing and enrichment.',
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
