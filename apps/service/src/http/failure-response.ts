import { STATUS_CODES } from 'node:http';
import { Failure, type FailureKind } from '@parley/kernel/failure.ts';
import { Type } from 'typebox';
import type { FailureNames } from './route.ts';
import { Named, OneOf } from './schema.ts';

export const statusOf: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  too_many_requests: 429,
  unavailable: 503,
};

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

export interface FailureResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Any failure as the contract's error body. What is not a Failure says nothing about its cause to the client. */
export function failureResponse(
  error: unknown,
  traceId: string,
  now: Date,
  names: FailureNames = {},
): FailureResponse {
  const failure = error instanceof Failure ? error : undefined;
  const status = failure ? statusOf[failure.kind] : 500;
  const name = failure && names[failure.kind];
  const message = failure?.message ?? 'Something went wrong on our side. The trace id finds it in the logs.';
  const { errors, billing, retryAfterSeconds } = failure?.details ?? {};
  return {
    status,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) },
    body: {
      statusCode: status,
      message: name === undefined ? message : `${name}: ${message}`,
      error: name ?? STATUS_CODES[status] ?? 'Error',
      traceId,
      timestamp: now.toISOString(),
      ...(errors ? { errors } : {}),
      ...(billing ? { billing } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: Math.ceil(retryAfterSeconds) }),
    },
  };
}
