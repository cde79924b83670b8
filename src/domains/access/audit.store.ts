import type { Everywhere } from '../../storage/scope.ts';
import { and, sql } from '../../storage/sql.ts';
import type { AuditEntry, AuditEventType } from './audit.model.ts';

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

// Index: audit_log_by_key.
const matching = (filter: AuditFilter) =>
  and(
    sql`api_key_id = ${filter.apiKeyId}`,
    ...(filter.eventType === undefined ? [] : [sql`event_type = ${filter.eventType}`]),
    ...(filter.from === undefined ? [] : [sql`occurred_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`occurred_at <= ${filter.to}`]),
  );

export const listAudit = (
  everywhere: Everywhere,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) =>
  everywhere.all<AuditEntry>(sql`
    select id, event_type as "eventType", api_key_id as "apiKeyId", company_id as "companyId", occurred_at as "occurredAt",
           ip_address as "ipAddress", user_agent as "userAgent", endpoint, metadata
    from audit_log where ${matching(filter)}
    order by occurred_at desc, id desc limit ${page.limit} offset ${page.offset}`);

export async function countAudit(everywhere: Everywhere, filter: AuditFilter): Promise<number> {
  const row = await everywhere.first<{ total: number }>(
    sql`select count(*) as total from audit_log where ${matching(filter)}`,
  );
  return row?.total ?? 0;
}

/** Removes a bounded number of old successes; the caller repeats until none are left. Index: audit_log_by_time. */
export const deleteOldSuccesses = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.run(sql`
    delete from audit_log where id in (
      select id from audit_log where event_type = 'AUTH_SUCCESS' and occurred_at < ${before} limit ${most}
    )`);
