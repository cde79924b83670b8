import type { Everywhere, Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Event } from './event.model.ts';

export async function insertEvents(scope: Scope, events: readonly Event[]): Promise<void> {
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
