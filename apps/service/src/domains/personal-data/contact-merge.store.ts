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

/** A conversation of the contact, as far as it matters for another call to the same person. */
const standing = (scope: Scope, contactId: string) => sql`
  select run_id, status = 'SCHEDULED' as is_open, status = 'COMPLETED' as is_completed
  from conversations c
  where company_id = ${scope.companyId} and contact_id = ${contactId} and (status in ('SCHEDULED', 'COMPLETED')
    or status = 'CANCELLED' and (
      select a.reason_code from call_attempts a
      where a.conversation_id = c.id and a.status not in ('SCHEDULED', 'IN_PROGRESS') order by a.number desc limit 1
    ) in ('NOT_INTERESTED', 'OPT_OUT'))`;

/**
 * A run that still calls both, or one of them after the other completed its call or declined. Indexes:
 * conversations_by_contact, call_attempts_by_conversation.
 */
export const runOfBoth = (scope: Scope, oneId: string, otherId: string) =>
  scope.first<{ name: string; isCompleted: boolean; isRefused: boolean }>(sql`
    select r.name, a.is_completed or b.is_completed as "isCompleted",
           not (a.is_completed or b.is_completed or a.is_open and b.is_open) as "isRefused"
    from (${standing(scope, oneId)}) a join (${standing(scope, otherId)}) b on b.run_id = a.run_id join runs r on r.id = a.run_id
    where a.is_open or b.is_open limit 1`);

export const moveConversations = (scope: Scope, fromId: string, toId: string) =>
  scope.all<{ id: string }>(sql`
    update conversations set contact_id = ${toId}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and contact_id = ${fromId} returning id`);

/** Calls in which somebody talked as the contact. */
export const moveTalks = (scope: Scope, fromId: string, toId: string) =>
  scope.run(sql`
    update talks_as_contact set contact_id = ${toId}
    where company_id = ${scope.companyId} and contact_id = ${fromId}`);

/** What came with the other contact is still to be erased at the date of the one that is kept. */
export const forgetExpiry = (scope: Scope, contactId: string) =>
  scope.run(sql`
    update contacts set expired_for = null
    where company_id = ${scope.companyId} and id = ${contactId} and expired_for is not null`);

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
