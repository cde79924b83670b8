import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/** Whoever would dial one of them meanwhile skips the attempt; one that is being dialled is waited for. */
export const holdAttempts = (scope: Scope, contactIds: readonly string[]) =>
  scope.run(sql`
    select 1 from call_attempts a join conversations c on c.id = a.conversation_id
    where c.company_id = ${scope.companyId} and c.contact_id = any(${contactIds}::uuid[]) and a.status = 'SCHEDULED'
    order by a.id for update of a`);

/** One of these contacts that is in a call, or being dialled. Indexes: conversations_by_contact, live_calls_by_conversation. */
export const oneInCall = (scope: Scope, contactIds: readonly string[]) =>
  scope.first<{ contactId: string }>(sql`
    select c.contact_id as "contactId" from conversations c
    where c.company_id = ${scope.companyId} and c.contact_id = any(${contactIds}::uuid[])
      and (c.status = 'IN_PROGRESS' or exists (select from live_calls l where l.conversation_id = c.id))
    limit 1`);

/** A run in which calls to both are still to come. */
export const runOfBoth = (scope: Scope, oneId: string, otherId: string) =>
  scope.first<{ name: string }>(sql`
    select r.name from conversations a join conversations b on b.run_id = a.run_id join runs r on r.id = a.run_id
    where a.company_id = ${scope.companyId} and a.contact_id = ${oneId} and a.status = 'SCHEDULED'
      and b.company_id = ${scope.companyId} and b.contact_id = ${otherId} and b.status = 'SCHEDULED' limit 1`);

export const moveConversations = (scope: Scope, fromId: string, toId: string) =>
  scope.all<{ id: string }>(sql`
    update conversations set contact_id = ${toId}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and contact_id = ${fromId} returning id`);

/** A contact has one CV: the second becomes an inactive document. */
export const moveDocuments = (scope: Scope, fromId: string, toId: string) =>
  scope.run(sql`
    update documents d set contact_id = ${toId},
      source = case when k.has_cv then 'UPLOAD' else d.source end,
      is_active = d.is_active and not (k.has_cv and d.source = 'CV')
    from (select exists (
            select from documents where company_id = ${scope.companyId} and contact_id = ${toId} and source = 'CV') as has_cv) k
    where d.company_id = ${scope.companyId} and d.contact_id = ${fromId}`);

/** Where both are on a list, the other's place goes with it. */
export const moveRunContacts = (scope: Scope, fromId: string, toId: string) =>
  scope.run(sql`
    update run_contacts m set contact_id = ${toId}
    where m.company_id = ${scope.companyId} and m.contact_id = ${fromId}
      and not exists (select from run_contacts k where k.run_id = m.run_id and k.contact_id = ${toId})`);
