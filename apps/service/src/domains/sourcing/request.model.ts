import { isUuid, type NewId } from '@parley/kernel/id.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';
import type { CompanyId } from '../../storage/sql.ts';

/** What can be asked for, and how its ids begin. */
const prefixes = { SOURCING: 'req_', PREVIEW: 'req_prev_', ENRICHMENT: 'req_enr_' } as const;
export type RequestKind = keyof typeof prefixes;
export type RequestStatus = 'processing' | 'completed' | 'failed';

export const lifecycle = table<RequestStatus, 'complete' | 'fail'>({
  processing: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
});

export type ErrorCode = 'AGENT_ERROR' | 'PROVIDER_TEMPORARILY_UNAVAILABLE';

export interface SourcingRequest<Wanted = unknown> {
  readonly id: string;
  readonly kind: RequestKind;
  readonly status: RequestStatus;
  readonly wanted: Wanted;
  readonly foundCount: number;
  readonly scoredCount: number;
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export const newRequestId = (kind: RequestKind, newId: NewId): string => prefixes[kind] + newId();

/** The id as it is kept, or nothing when it is none of this kind. */
export function readRequestId(kind: RequestKind, text: string): string | undefined {
  const prefix = prefixes[kind];
  return text.startsWith(prefix) && isUuid(text.slice(prefix.length))
    ? prefix + text.slice(prefix.length).toLowerCase()
    : undefined;
}

/** The names that failures of these routes have in place of those of their statuses. */
export const failureNames = {
  invalid: 'BAD_REQUEST',
  not_found: 'REQUEST_NOT_FOUND',
  too_many_requests: 'RATE_LIMIT_EXCEEDED',
} as const;

/** Results are asked for at most so often, for each request. */
export const POLL_SECONDS = 1;
/** Results are personal data: they are deleted after so many days. The pool is the company's own to keep. */
export const KEPT_DAYS = 30;
/** What is still under way after this has failed, whatever became of it. */
export const LONGEST_MINUTES = 60;

export interface RequestOrder {
  readonly companyId: CompanyId;
  readonly requestId: string;
}
/** A process that dies is noticed by its lease, long before the task itself expires. */
const options = { retries: 8, expireSeconds: 900 };
export const sourceTask = task<RequestOrder>('source', options);
export const enrichTask = task<RequestOrder>('enrich', options);
export const sourcingMaintenanceTask = task<Record<never, never>>('tend-sourcing', {
  retries: 0,
  expireSeconds: 300,
  cron: '*/10 * * * *',
});
