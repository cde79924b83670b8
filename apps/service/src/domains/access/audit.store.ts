import type { AuditEventType, PersonEventType } from '@parley/contract/audit.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { and, type Sql, sql } from '../../storage/sql.ts';
import type { AuditEntry } from './audit.model.ts';

/** Any number of entries in one statement. */
export async function insertAudit(everywhere: Everywhere, entries: readonly AuditEntry[]): Promise<void> {
  const column = <Value>(read: (entry: AuditEntry) => Value) => entries.map(read);
  await everywhere.run(sql`
    insert into audit_log (id, event_type, api_key_id, company_id, occurred_at, ip_address, user_agent, endpoint, metadata)
    select * from unnest(
      ${column((entry) => entry.id)}::uuid[], ${column((entry) => entry.eventType)}::text[],
      ${column((entry) => entry.apiKeyId)}::uuid[], ${column((entry) => entry.companyId)}::uuid[],
      ${column((entry) => entry.occurredAt)}::timestamptz[], ${column((entry) => entry.ipAddress)}::text[],
      ${column((entry) => entry.userAgent)}::text[], ${column((entry) => entry.endpoint)}::text[],
      ${column((entry) => JSON.stringify(entry.metadata))}::jsonb[])`);
}

export interface AuditFilter {
  readonly apiKeyId: string;
  readonly eventType?: AuditEventType | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

// Indexes: audit_log_by_key; audit_log_rare, for the second condition of every type but the one that fills the log.
const matching = (filter: AuditFilter) =>
  and(
    sql`api_key_id = ${filter.apiKeyId}`,
    ...(filter.eventType === undefined
      ? []
      : [
          filter.eventType === 'AUTH_SUCCESS'
            ? sql`event_type = 'AUTH_SUCCESS'`
            : sql`event_type = ${filter.eventType} and event_type <> 'AUTH_SUCCESS'`,
        ]),
    ...(filter.from === undefined ? [] : [sql`occurred_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`occurred_at <= ${filter.to}`]),
  );

/** After a cursor: the columns are the time and the id of an entry. */
const earlierThan = (timeAndId: Sql, { after }: Slice): Sql =>
  after === undefined ? sql`true` : sql`(${timeAndId}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;

export const listAudit = (everywhere: Everywhere, filter: AuditFilter, page: Slice) =>
  everywhere.all<AuditEntry>(sql`
    select id, event_type as "eventType", api_key_id as "apiKeyId", company_id as "companyId", occurred_at as "occurredAt",
           ip_address as "ipAddress", user_agent as "userAgent", endpoint, metadata
    from audit_log where ${and(matching(filter), earlierThan(sql`occurred_at, id`, page))}
    order by occurred_at desc, id desc limit ${page.limit} offset ${page.offset}`);

export const countAudit = (everywhere: Everywhere, filter: AuditFilter, page: Slice): Promise<Total> =>
  countUpToBound(everywhere, sql`from audit_log where ${matching(filter)}`, page);

/** Removes a bounded number of old entries of little worth; the caller repeats until none are left. Index: audit_log_by_time. */
export const deleteOldAuthentications = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.run(sql`
    delete from audit_log where id in (
      select id from audit_log where ${isAuthentication} and occurred_at < ${before} limit ${most}
    )`);

/** A bounded number of the others. Index: audit_log_by_time. */
export const deleteOtherOldEntries = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.run(sql`
    delete from audit_log where id in (
      select id from audit_log where not ${isAuthentication} and occurred_at < ${before} limit ${most}
    )`);

/** Successes, and failures of no known key. */
const isAuthentication = sql`(event_type = 'AUTH_SUCCESS' or api_key_id is null and event_type in ('AUTH_FAILURE', 'USER_SIGN_IN_FAILED'))`;

export interface PersonEntry extends Omit<AuditEntry, 'eventType' | 'apiKeyId' | 'companyId'> {
  readonly eventType: PersonEventType;
  readonly userEmail: string | null;
}

// Index: audit_log_of_people. A failure of no known key has no company.
export const listPeople = (scope: Scope, page: Slice) =>
  scope.all<PersonEntry>(sql`
    select a.id, a.event_type as "eventType", a.occurred_at as "occurredAt", a.ip_address as "ipAddress",
           a.user_agent as "userAgent", a.endpoint, a.metadata, u.email as "userEmail"
    from audit_log a left join users u on u.id = (a.metadata ->> 'by')::uuid
    where a.company_id = ${scope.companyId} and a.api_key_id is null and a.event_type <> 'AUTH_FAILURE' and a.event_type <> 'CONFIG_CHANGED'
      and ${earlierThan(sql`a.occurred_at, a.id`, page)}
    order by a.occurred_at desc, a.id desc limit ${page.limit} offset ${page.offset}`);

export const countPeople = (scope: Scope, page: Slice): Promise<Total> =>
  countUpToBound(
    scope,
    sql`from audit_log
      where company_id = ${scope.companyId} and api_key_id is null and event_type <> 'AUTH_FAILURE' and event_type <> 'CONFIG_CHANGED'`,
    page,
  );
