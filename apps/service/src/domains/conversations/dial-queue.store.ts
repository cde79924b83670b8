import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';

export const stopDialQueue = (scope: Scope, queue: string, closedBy: string | null) =>
  scope.run(sql`
    insert into held_dial_queues (dial_queue, company_id, closed_by) values (${queue}, ${scope.companyId}, ${closedBy})
    on conflict (dial_queue) do update set closed_by = excluded.closed_by`);

export const startDialQueue = (scope: Scope, queue: string) =>
  scope.run(
    sql`delete from held_dial_queues where company_id = ${scope.companyId} and dial_queue = ${queue}`,
  );

/** While a queue was stopped the network could not be asked for capacity: calls that wait for some get their full time again. */
export const restartRequeueLimit = (scope: Scope, queue: string) =>
  scope.run(sql`
    update call_attempts set put_back_since = ${scope.now()} where id = any(array(
      select id from call_attempts
      where company_id = ${scope.companyId} and dial_queue = ${queue} and status = 'SCHEDULED' and put_back_since is not null
      for update skip locked))`);

/** Who closed it; undefined when nobody did. */
export async function dialQueueCloser(scope: Scope, queue: string): Promise<string | undefined> {
  const row = await scope.first<{ by: string }>(sql`
    select closed_by as by from held_dial_queues
    where company_id = ${scope.companyId} and dial_queue = ${queue} and closed_by is not null`);
  return row?.by;
}

/** Whether it is not dialled for the moment, or no more. */
export async function isDialQueueStopped(scope: Scope, queue: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from held_dial_queues where company_id = ${scope.companyId} and dial_queue = ${queue}`,
  );
  return row !== undefined;
}

/** Any number will do, as long as nobody else locks the same. The second is the company's. */
const CLAIMS = 7_251;
export const claimLock = (companyId: Sql) => sql`pg_advisory_xact_lock(${CLAIMS}, uuid_hash(${companyId}))`;
export const tryClaimLock = (companyId: Sql) =>
  sql`pg_try_advisory_xact_lock(${CLAIMS}, uuid_hash(${companyId}))`;

/** Nobody claims a call of the company from here until the transaction ends. */
export const lockClaimsWithin = (scope: Scope) =>
  scope.run(
    sql`select ${claimLock(sql`company.id`)} from (values (${scope.companyId}::uuid)) as company (id)`,
  );
