import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, rowsAs, sql } from '../../storage/sql.ts';
import type { Event, PublishedEvent, StoredEvent } from './event.model.ts';

export async function insertEvents(
  scope: Scope,
  events: readonly (PublishedEvent & { readonly id: string; readonly sealed?: Buffer | null })[],
): Promise<void> {
  await scope.run(sql`
    insert into events (id, company_id, type, subject_id, data, sealed, occurred_at)
    select id, ${scope.companyId}, type, subject_id, data, sealed, occurred_at
    from unnest(${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.type)}::text[],
                ${events.map((event) => event.subjectId)}::text[], ${events.map((event) => JSON.stringify(event.data))}::jsonb[],
                ${events.map((event) => event.sealed ?? null)}::bytea[], ${events.map((event) => event.occurredAt)}::timestamptz[])
      with ordinality as e (id, type, subject_id, data, sealed, occurred_at, place)
    order by place`);
}

/** Index: events_by_subject. */
export const eventsOf = (scope: Scope, subjectId: string) =>
  scope.all<StoredEvent>(sql`
    select id, type, subject_id as "subjectId", data, sealed, occurred_at as "occurredAt"
    from events where company_id = ${scope.companyId} and subject_id = ${subjectId} order by position`);

/** Of several subjects, those after a position. Index: events_by_subject. */
export const eventsAfter = (
  scope: Scope,
  subjectIds: readonly string[],
  { after, most }: { readonly after: number; readonly most: number },
) =>
  scope.all<StoredEvent & { position: number }>(sql`
    select id, type, subject_id as "subjectId", data, sealed, occurred_at as "occurredAt", position
    from events where company_id = ${scope.companyId} and subject_id = any(${subjectIds}::text[]) and position > ${after}::bigint
    order by position limit ${most}`);

/** Index: events_by_subject. */
export const deleteEventsOf = (scope: Scope, subjectIds: readonly string[]) =>
  scope.run(
    sql`delete from events where company_id = ${scope.companyId} and subject_id = any(${subjectIds}::text[])`,
  );

/** Puts other data into an event of which nothing is sealed. Its deliveries forget what they carried: the trigger events_redacted. */
export const replaceData = (scope: Scope, id: string, data: object) =>
  scope.run(sql`update events set data = ${data} where company_id = ${scope.companyId} and id = ${id}`);

/** Index: events_by_subject. */
export const lockEventsOf = (scope: Scope, subjectIds: readonly string[]) =>
  scope.all<Event>(sql`
    select id, type, subject_id as "subjectId", data, occurred_at as "occurredAt"
    from events where company_id = ${scope.companyId} and subject_id = any(${subjectIds}::text[]) order by position for update`);

/** A bounded number of them. Index: events_by_time. */
export const deleteOldEvents = (everywhere: Everywhere, before: Date, most: number): Promise<number> =>
  everywhere.run(sql`
    delete from events where id in (select id from events where occurred_at < ${before} limit ${most})`);

export interface PublishedRow extends PublishedEvent {
  readonly companyId: CompanyId;
  readonly position: number;
  readonly publishedIn: string;
}

/** From which transaction on somebody wants the events of a company. */
export interface Asked {
  readonly companyId: CompanyId;
  readonly since: string;
}

export interface PublishedSince {
  /** From which transaction on one has to ask next: older ones are all over. */
  readonly next: string;
  /** As far as they are visible, oldest first. */
  readonly rows: readonly PublishedRow[];
  /** Companies with more events than are here. */
  readonly cut: ReadonlySet<CompanyId>;
}

/**
 * The events of companies in those transactions or in younger ones. A company with more than so many is passed over; in
 * all there is room for so many rows, and those who have most of them go without. Index: events_as_published.
 */
export async function publishedSince(
  everywhere: Everywhere,
  asked: readonly Asked[],
  most: { readonly ofCompany: number; readonly inAll: number },
): Promise<PublishedSince> {
  const found = await everywhere.all<Partial<CountedRow> & { next: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next, e.*
    from (values (1)) one left join lateral (
      select asked."companyId", published.*
      from ${rowsAs('asked', asked, { companyId: 'uuid', since: 'xid8' })} cross join lateral (
        select *, row_number() over (order by position) as nth, count(*) over () as "ofCompany"
        from (
          select position, published_in::text as "publishedIn", type, subject_id as "subjectId",
                 jsonb_build_object('id', data->'id', 'status', data->'status', 'callAttemptId', data->'callAttemptId', 'runId', data->'runId') as data,
                 occurred_at as "occurredAt"
          from events where company_id = asked."companyId" and published_in >= asked.since
            and published_in < pg_snapshot_xmax(pg_current_snapshot())
          limit ${most.ofCompany + 1}) visible) published
      -- One row of a company is enough to know that it has events.
      where "ofCompany" <= ${most.ofCompany} or nth = 1
      order by nth limit ${most.inAll}) e on true
    order by e.position`);
  const rows = found.filter((row): row is CountedRow & { next: string } => row.position != null);
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
  const cut = [...byCompany].filter(([, own]) => own.some(({ ofCompany }) => ofCompany > own.length));
  return { next: found[0]?.next ?? '0', rows, cut: new Set(cut.map(([companyId]) => companyId)) };
}

interface CountedRow extends PublishedRow {
  /** Of how many of its company it is one. */
  readonly ofCompany: number;
}

/** From which transaction on everything is still to come. */
export async function presentTransaction(everywhere: Everywhere): Promise<string> {
  const row = await everywhere.first<{ next: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as next`,
  );
  return row?.next ?? '0';
}
