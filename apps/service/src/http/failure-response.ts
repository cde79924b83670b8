import { Failure, type FailureKind, sentenceOf, violationOf } from '@parley/kernel/failure.ts';
import { STATUS_CODES } from '@parley/kernel/node-http.ts';
import type { FailureNames } from './route.ts';

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

export interface FailureResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Our own disk, the database's (disk_full), or a limit on either. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Clients and their operators should know that it is not the request, and that it can be sent again. */
function fullDisk(error: unknown): Failure | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (FULL.has(code))
    return new Failure('unavailable', 'The disk is full: nothing can be stored until space is free again');
  return cause === undefined ? undefined : fullDisk(cause);
}

/**
 * Any failure as the contract's error body. What is not a Failure says nothing about its cause to the client. The contract
 * has no machine-readable codes; the console gets them, because it makes its own words from them.
 */
export function failureResponse(
  error: unknown,
  traceId: string,
  now: Date,
  names: FailureNames = {},
  isForConsole = false,
): FailureResponse {
  const failure = error instanceof Failure ? error : fullDisk(error);
  const status = failure ? statusOf[failure.kind] : 500;
  const name = failure && names[failure.kind];
  const message = failure?.message ?? 'Something went wrong on our side. Search the logs for the trace id.';
  const { code, errors, billing, retryAfterSeconds } = failure?.details ?? {};
  return {
    status,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) },
    body: {
      statusCode: status,
      message: name === undefined ? message : `${name}: ${message}`,
      error: name ?? STATUS_CODES[status] ?? 'Error',
      traceId,
      timestamp: now.toISOString(),
      ...(isForConsole && code !== undefined ? { code } : {}),
      ...(errors
        ? {
            errors: errors.map((error) =>
              typeof error !== 'string' && 'problem' in error ? sentenceOf(error) : error,
            ),
            ...(isForConsole ? { details: errors.map(violationOf) } : {}),
          }
        : {}),
      ...(billing ? { billing } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: Math.ceil(retryAfterSeconds) }),
    },
  };
}

/** What Fastify and PostgreSQL report, in our own words. */
export function translated(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('too_large', 'The body is larger than 1 MiB');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Failure('unsupported_type', 'The content type must be application/json');
  }
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new Failure('not_found', 'The address is not valid');
  if (statusCode === 400 || statusCode === 413)
    return new Failure('invalid', 'Validation failed', { errors: ['body could not be read'] });
  if (isDatabaseAway(error, code)) {
    const failure = new Failure('unavailable', 'The service is briefly unavailable: try again in a moment', {
      retryAfterSeconds: 5,
    });
    // For the log: the client does not hear it.
    return Object.assign(failure, { cause: error });
  }
  return error;
}

function isDatabaseAway(error: Error, code: string | undefined): boolean {
  if (code !== undefined && /^(ECONN|ENOENT|EPIPE|57P0[123]|53300|08)/.test(code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}
