import { Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import {
  type ErrorCode,
  enrichTask,
  KEPT_DAYS,
  LONGEST_MINUTES,
  lifecycle,
  newRequestId,
  POLL_SECONDS,
  type RequestKind,
  type RequestOrder,
  readRequestId,
  type SourcingRequest,
  sourceTask,
} from './request.model.ts';
import {
  deleteOldRequests,
  findRequest,
  findUnderWay,
  giveLeaseBack,
  insertRequest,
  insertResults,
  lockRequest,
  type ResultRow,
  saveOutcome,
  setFoundCount,
  takeLease,
  takePoll,
} from './request.store.ts';

const taskOf = { SOURCING: sourceTask, PREVIEW: sourceTask, ENRICHMENT: enrichTask } as const;

/** Notes what is wanted, and has it worked on. */
export async function startRequest(scope: Scope, kind: RequestKind, wanted: object) {
  const id = newRequestId(kind, scope.newId);
  const createdAt = scope.now();
  await scope.transaction(async (inside) => {
    await insertRequest(inside, { id, kind, wanted });
    await inside.enqueue(taskOf[kind], { companyId: inside.companyId, requestId: id });
  });
  return {
    success: true as const,
    requestId: id,
    status: 'processing' as const,
    createdAt: createdAt.toISOString(),
  };
}

/** The request whose results are asked for: unknown first, too soon second, so that nobody learns of others' ids. */
export async function pollRequest(scope: Scope, kind: RequestKind, text: string): Promise<SourcingRequest> {
  const id = readRequestId(kind, text);
  if (id === undefined && kind === 'PREVIEW')
    throw new Failure('invalid', 'The id of a preview is req_prev_ followed by a uuid');
  const request = id === undefined ? undefined : await findRequest(scope, id);
  if (!request) throw notFound(kind === 'ENRICHMENT' ? 'Enrichment' : 'Sourcing run');
  if (!(await takePoll(scope, request.id, POLL_SECONDS))) {
    throw new Failure('too_many_requests', `Ask for the same results at most once in ${POLL_SECONDS} s`, {
      retryAfterSeconds: POLL_SECONDS,
    });
  }
  return request;
}

export const refuse = (violations: readonly string[]): void => {
  if (violations.length > 0) throw invalid(violations);
};

export const scopeOf = (everywhere: Everywhere, { companyId }: RequestOrder): Scope =>
  everywhere.within(companyId as CompanyId, { kind: 'system', id: 'sourcing' });

/** Nothing when there is nothing left to do: it ended, or is gone. */
export async function openRequest<Wanted>(scope: Scope, id: string) {
  const request = await findRequest<Wanted>(scope, id);
  return request?.status === 'processing' ? request : undefined;
}

export const leaseRequest = (scope: Scope, id: string, lease: string, seconds: number): Promise<boolean> =>
  takeLease(scope, id, lease, new Date(scope.now().getTime() + seconds * 1000));

export const releaseLease = (scope: Scope, id: string, lease: string): Promise<number> =>
  giveLeaseBack(scope, id, lease);

/** For whoever watches: so many were found so far. */
export const noteFound = (scope: Scope, id: string, found: number): Promise<number> =>
  setFoundCount(scope, id, found);

export interface Completion {
  readonly foundCount: number;
  readonly scoredCount: number;
  readonly results: readonly ResultRow[];
  /** A preview tells nobody. */
  readonly event: NewEvent | undefined;
}

/** The results, the end and its event, together or not at all, and once: a second end finds the first. */
export const completeRequest = (scope: Scope, id: string, completion: Completion): Promise<void> =>
  scope.transaction(async (inside) => {
    const request = await lockRequest(inside, id);
    if (request?.status !== 'processing') return;
    const status = next(lifecycle, 'The request', request.status, 'complete');
    await insertResults(inside, id, completion.results);
    const { foundCount, scoredCount } = completion;
    await saveOutcome(inside, id, { status, foundCount, scoredCount, errorCode: null, errorMessage: null });
    if (completion.event) await emit(inside, completion.event);
  });

const failedEvent = { SOURCING: 'sourcing.failed', PREVIEW: undefined, ENRICHMENT: 'enrich.failed' } as const;

export const failRequest = (
  scope: Scope,
  id: string,
  error: { errorCode: ErrorCode; errorMessage: string },
): Promise<void> =>
  scope.transaction(async (inside) => {
    const request = await lockRequest(inside, id);
    if (request?.status !== 'processing') return;
    const status = next(lifecycle, 'The request', request.status, 'fail');
    const { foundCount, scoredCount } = request;
    await saveOutcome(inside, id, { status, foundCount, scoredCount, ...error });
    const type = failedEvent[request.kind];
    if (type) await emit(inside, { type, subjectId: id, data: { requestId: id, ...error } });
  });

const BATCH = 1000;

/**
 * Has everything that is under way worked on once more, when a process starts: whoever had it may have died. Whoever
 * has not still holds the lease, and the new task finds it done.
 */
export async function resumeRequests(everywhere: Everywhere): Promise<void> {
  for (const { id, kind, companyId } of await findUnderWay(everywhere, everywhere.now(), BATCH))
    await everywhere.enqueue(taskOf[kind], { companyId, requestId: id });
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Ends what nobody ended, and deletes what was kept long enough. */
export async function maintainRequests(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  const ago = (ms: number) => new Date(everywhere.now().getTime() - ms);
  for (const { id, companyId } of await findUnderWay(everywhere, ago(LONGEST_MINUTES * MINUTE_MS), BATCH)) {
    await failRequest(scopeOf(everywhere, { companyId, requestId: id }), id, {
      errorCode: 'AGENT_ERROR',
      errorMessage: `The request did not finish within ${LONGEST_MINUTES} minutes`,
    });
  }
  for (let batch = BATCH; batch === BATCH && !signal.aborted; )
    batch = await deleteOldRequests(everywhere, ago(KEPT_DAYS * DAY_MS), BATCH);
}
