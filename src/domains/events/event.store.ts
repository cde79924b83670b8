import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Event, Told } from './event.model.ts';

export async function insertEvents(
  scope: Scope,
  events: readonly (Told & { readonly id: string })[],
): Promise<void> {
  await scope.run(sql`
    insert into events (id, company_id, type, subject_id, data, occurred_at)
    select id, ${scope.companyId}, type, subject_id, data, occurred_at
    from unnest(${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.type)}::text[],
                ${events.map((event) => event.subjectId)}::text[], ${events.map((event) => JSON.stringify(event.data))}::jsonb[],
                ${events.map((event) => event.occurredAt)}::timestamptz[]) with ordinality as e (id, type, subject_id, data, occurred_at, place)
    order by place`);
}

/** Index: events_by_subject. */
export const eventsOf = (scope: Scope, subjectId: string) =>
  scope.all<Event>(sql`
    select id, type, subject_id as "subjectId", data, occurred_at as "occurredAt"
    from events where company_id = ${scope.companyId} and subject_id = ${subjectId} order by position`);

/** Index: events_by_subject. */
export const deleteEventsOf = (scope: Scope, subjectIds: readonly string[]) =>
  scope.run(
    sql`delete from events where company_id = ${scope.companyId} and subject_id = any(${subjectIds}::text[])`,
  );

/** A bounded number of them. Index: events_by_time. */
export const deleteOldEvents = (everywhere: Everywhere, before: Date, most: number): Promise<number> =>
  everywhere.run(sql`
    delete from events where id in (select id from events where occurred_at < ${before} limit ${most})`);

export interface ToldRow extends Told {
  readonly companyId: CompanyId;
  readonly position: number;
  readonly toldIn: string;
}

/**
 * What these companies were told in that transaction or a younger one, as far as it is visible, oldest first; and from
 * which transaction on one has to ask next: older ones are all over. Index: events_as_told.
 */
export async function toldSince(
  everywhere: Everywhere,
  companyIds: readonly CompanyId[],
  since: string,
  most: number,
): Promise<{ readonly next: string; readonly rows: readonly ToldRow[] }> {
  const rows = await everywhere.all<Partial<ToldRow> & { next: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next, e.*
    from (values (1)) one left join lateral (
      select company_id as "companyId", position, told_in::text as "toldIn", type, subject_id as "subjectId",
             jsonb_build_object('id', data->'id', 'status', data->'status', 'callAttemptId', data->'callAttemptId', 'runId', data->'runId') as data,
             occurred_at as "occurredAt"
      from events where company_id = any(${companyIds}::uuid[]) and told_in >= ${since}::xid8
        and told_in < pg_snapshot_xmax(pg_current_snapshot())
      order by position limit ${most}) e on true
    order by e.position`);
  const [first] = rows;
  return {
    next: first?.next ?? since,
    rows: rows.filter((row): row is ToldRow & { next: string } => row.position != null),
  };
}

/** From which transaction on everything is still to come. */
export async function presentTransaction(everywhere: Everywhere): Promise<string> {
  const row = await everywhere.first<{ next: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as next`,
  );
  return row?.next ?? '0';
}
