import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { ErrorCode, RequestKind, RequestStatus, SourcingRequest } from './request.model.ts';

const columns = sql`
  id, kind, status, wanted, found_count as "foundCount", scored_count as "scoredCount", error_code as "errorCode",
  error_message as "errorMessage", created_at as "createdAt", completed_at as "completedAt"`;

export const insertRequest = (
  scope: Scope,
  { id, kind, wanted }: { id: string; kind: RequestKind; wanted: object },
) =>
  scope.run(sql`
    insert into sourcing_requests (id, company_id, kind, status, wanted, created_at)
    values (${id}, ${scope.companyId}, ${kind}, 'processing', ${wanted}, ${scope.now()})`);

export const findRequest = <Wanted>(scope: Scope, id: string) =>
  scope.first<SourcingRequest<Wanted>>(
    sql`select ${columns} from sourcing_requests where company_id = ${scope.companyId} and id = ${id}`,
  );

export const lockRequest = (scope: Scope, id: string) =>
  scope.first<SourcingRequest>(
    sql`select ${columns} from sourcing_requests where company_id = ${scope.companyId} and id = ${id} for update`,
  );

/** Whether its results may be asked for now; across all processes, because the row says when they last were. */
export async function takePoll(scope: Scope, id: string, seconds: number): Promise<boolean> {
  const now = scope.now();
  const taken = await scope.run(sql`
    update sourcing_requests set polled_at = ${now}
    where company_id = ${scope.companyId} and id = ${id}
      and (polled_at is null or polled_at <= ${new Date(now.getTime() - seconds * 1000)})`);
  return taken > 0;
}

/** Whether it is ours to work on until then: nobody else is at it, or whoever was has not renewed their lease. */
export async function takeLease(scope: Scope, id: string, lease: string, until: Date): Promise<boolean> {
  const taken = await scope.run(sql`
    update sourcing_requests set lease = ${lease}, leased_until = ${until}
    where company_id = ${scope.companyId} and id = ${id} and status = 'processing'
      and (lease is null or lease = ${lease} or leased_until < ${scope.now()})`);
  return taken > 0;
}

export const giveLeaseBack = (scope: Scope, id: string, lease: string) =>
  scope.run(sql`
    update sourcing_requests set lease = null, leased_until = null
    where company_id = ${scope.companyId} and id = ${id} and lease = ${lease}`);

export const setFoundCount = (scope: Scope, id: string, found: number) =>
  scope.run(sql`
    update sourcing_requests set found_count = ${found}
    where company_id = ${scope.companyId} and id = ${id} and status = 'processing'`);

export interface Outcome {
  readonly status: RequestStatus;
  readonly foundCount: number;
  readonly scoredCount: number;
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
}

export const saveOutcome = (scope: Scope, id: string, outcome: Outcome) =>
  scope.run(sql`
    update sourcing_requests set status = ${outcome.status}, found_count = ${outcome.foundCount},
      scored_count = ${outcome.scoredCount}, error_code = ${outcome.errorCode}, error_message = ${outcome.errorMessage},
      lease = null, leased_until = null, completed_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

export interface ResultRow {
  readonly profileId: string;
  readonly result: object;
}

export const insertResults = (scope: Scope, requestId: string, rows: readonly ResultRow[]) =>
  scope.run(sql`
    insert into sourcing_results (request_id, place, company_id, profile_id, result)
    select ${requestId}, place, ${scope.companyId}, profile_id, result
    from unnest(${rows.map(({ profileId }) => profileId)}::text[],
                ${rows.map(({ result }) => JSON.stringify(result))}::jsonb[]) with ordinality as found (profile_id, result, place)`);

export async function listResults<Result>(scope: Scope, requestId: string): Promise<Result[]> {
  const rows = await scope.all<{ result: Result }>(sql`
    select result from sourcing_results where company_id = ${scope.companyId} and request_id = ${requestId} order by place`);
  return rows.map(({ result }) => result);
}

/** What was found about somebody, newest first. Index: sourcing_results_by_profile. */
export const resultsOf = (scope: Scope, profileId: string, { most = 20, offset = 0 } = {}) =>
  scope.all<{ kind: RequestKind; result: unknown }>(sql`
    select q.kind, r.result from sourcing_results r join sourcing_requests q on q.id = r.request_id
    where r.company_id = ${scope.companyId} and r.profile_id = ${profileId} 
    order by q.created_at desc, q.id limit ${most} offset ${offset}`);

/** Index: sourcing_results_by_profile. */
export const deleteResultsOf = (scope: Scope, profileId: string): Promise<number> =>
  scope.run(
    sql`delete from sourcing_results where company_id = ${scope.companyId} and profile_id = ${profileId}`,
  );

/** The requests that found somebody. Index: sourcing_results_by_profile. */
export async function requestsWith(scope: Scope, profileId: string): Promise<string[]> {
  const rows = await scope.all<{ id: string }>(sql`
    select distinct request_id as id from sourcing_results where company_id = ${scope.companyId} and profile_id = ${profileId}`);
  return rows.map(({ id }) => id);
}

/** Puts something else in the place of what was found about somebody. Index: sourcing_results_by_profile. */
export const replaceResultsOf = (scope: Scope, profileId: string, result: object): Promise<number> =>
  scope.run(sql`
    update sourcing_results set result = ${result} where company_id = ${scope.companyId} and profile_id = ${profileId}`);

export interface UnderWay {
  readonly id: string;
  readonly kind: RequestKind;
  readonly companyId: CompanyId;
}

/** Begun before a time. Index: sourcing_requests_under_way. */
export const findUnderWay = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.all<UnderWay>(sql`
    select id, kind, company_id as "companyId" from sourcing_requests
    where status = 'processing' and created_at <= ${before} order by created_at limit ${most}`);

/** A bounded number of them. Index: sourcing_requests_by_time. */
export const deleteOldRequests = (everywhere: Everywhere, before: Date, most: number): Promise<number> =>
  everywhere.run(sql`
    delete from sourcing_requests where id in (
      select id from sourcing_requests where created_at < ${before} limit ${most})`);
