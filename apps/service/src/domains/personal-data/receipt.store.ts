import type { Erased } from '@parley/contract/erasure.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, type CompanyId, sql } from '../../storage/sql.ts';
import type { ErasureReceipt } from './receipt.model.ts';

const columns = sql`
  r.id, r.contact_id as "contactId", r.reason, r.requested_by as "requestedBy", r.erased, r.erased_at as "erasedAt",
  r.objects_erased_at as "objectsErasedAt", r.stores, r.jws`;

/** Whatever object the transaction has deleted from now on, this receipt waits for: see object_deletions. */
export const beginReceipt = (scope: Scope, id: string) =>
  scope.run(sql`select set_config('parley.receipt', ${id}, true) where ${scope.companyId}::uuid is not null`);

export const insertReceipt = (scope: Scope, receipt: ErasureReceipt, jws: string) =>
  scope.run(sql`
    insert into erasure_receipts (id, company_id, contact_id, reason, requested_by, erased, erased_at, stores, jws)
    values (${receipt.id}, ${scope.companyId}, ${receipt.contactId}, ${receipt.reason}, ${receipt.requestedBy},
            ${JSON.stringify(receipt.erased)}, ${receipt.erasedAt}, ${JSON.stringify(receipt.stores)}, ${jws})`);

/** As PostgreSQL calls it. */
export async function databaseName(scope: Scope): Promise<string> {
  const row = await scope.first<{ name: string }>(
    sql`select current_database()::text as name where ${scope.companyId}::uuid is not null`,
  );
  return row?.name ?? '';
}

/** What goes when the contact does, with these conversations. */
export async function countErased(
  scope: Scope,
  contactId: string,
  conversationIds: readonly string[],
): Promise<Erased> {
  const row = await scope.first<Erased>(sql`
    with own as materialized (
      select id from conversations where company_id = ${scope.companyId} and id = any(${conversationIds}::uuid[])
    ), calls as materialized (
      select id, recording_key from call_attempts where conversation_id in (select id from own)
    )
    select 1 as contacts,
      (select count(*)::int from documents where contact_id = ${contactId}) as documents,
      (select count(*)::int from contacts where id = ${contactId}
         and (anonymized_cv_text is not null or sealed_cv_text is not null)) as "cvTexts",
      (select count(*)::int from own) as conversations,
      (select count(*)::int from calls) as "callAttempts",
      (select count(recording_key)::int from calls) as recordings,
      (select count(*)::int from call_analyses where conversation_id in (select id from own)) as analyses,
      (select count(*)::int from events where company_id = ${scope.companyId}
         and subject_id in (select id::text from own)) as events,
      (select count(*)::int from messages where company_id = ${scope.companyId}
         and conversation_id in (select id from own)) as messages,
      (select count(*)::int from conversation_comments where conversation_id in (select id from own)) as comments,
      (select count(*)::int from result_corrections where conversation_id in (select id from own)) as corrections,
      (select count(*)::int from agent_test_cases where conversation_id in (select id from own)) as "testCases",
      (select count(*)::int from call_sip_messages where attempt_id in (select id from calls)) as "sipMessages",
      (select count(*)::int from contact_import_rows where contact_id = ${contactId}) as "importRows",
      (select count(distinct attempt_id)::int from call_journals where attempt_id in (select id from calls)) as journals,
      0 as "enrichmentResults"`);
  if (row === undefined) throw new Error('Nothing was counted');
  return row;
}

export interface DueContact {
  readonly id: string;
  readonly companyId: CompanyId;
}

/**
 * Contacts of companies in one timezone whose date is this day or before, and that still have something that expires, from one id on.
 * Indexes: documents_of_contact, contacts_with_cv, contacts_with_sealed_cv, contacts_to_expire.
 */
export const dueContacts = (
  everywhere: Everywhere,
  { timezone, day, after }: { readonly timezone: string; readonly day: string; readonly after: string },
  most: number,
) =>
  everywhere.all<DueContact>(sql`
    select c.id, c.company_id as "companyId" from contacts c join companies o on o.id = c.company_id
    where o.timezone = ${timezone} and c.gdpr_expiry_date <= ${day}::date and c.id > ${after} and c.id in (
      select contact_id from documents where contact_id is not null
      union select id from contacts where gdpr_expiry_date <= ${day}::date and anonymized_cv_text is not null
      union select id from contacts where gdpr_expiry_date <= ${day}::date and sealed_cv_text is not null
      union select id from contacts
            where gdpr_expiry_date <= ${day}::date and expired_for is distinct from gdpr_expiry_date)
    order by c.id limit ${most}`);

export interface ReceiptFilter {
  readonly contactId?: string | undefined;
}

const matching = (scope: Scope, { contactId }: ReceiptFilter) =>
  and(
    sql`r.company_id = ${scope.companyId}`,
    ...(contactId === undefined ? [] : [sql`r.contact_id = ${contactId}`]),
  );

export type SignedReceipt = ErasureReceipt & { readonly jws: string };

/** Indexes: erasure_receipts_newest, erasure_receipts_by_contact. */
export const listReceipts = (scope: Scope, filter: ReceiptFilter, page: Slice) =>
  scope.all<SignedReceipt>(sql`
    select ${columns} from erasure_receipts r where ${and(matching(scope, filter), olderThan(sql`r.id`, page))}
    order by r.id desc limit ${page.limit} offset ${page.offset}`);

export const countReceipts = (scope: Scope, filter: ReceiptFilter, page: Slice): Promise<Total> =>
  countUpToBound(scope, sql`from erasure_receipts r where ${matching(scope, filter)}`, page);

export const findReceipt = (scope: Scope, id: string) =>
  scope.first<SignedReceipt>(
    sql`select ${columns} from erasure_receipts r where r.company_id = ${scope.companyId} and r.id = ${id}`,
  );

/** Those of whose objects none waits to be deleted any more. Index: erasure_receipts_open. */
export const finishedReceipts = (everywhere: Everywhere, most: number) =>
  everywhere.all<SignedReceipt & { companyId: CompanyId }>(sql`
    select ${columns}, r.company_id as "companyId" from erasure_receipts r
    where r.objects_erased_at is null and not exists (select from object_deletions d where d.receipt_id = r.id)
    order by r.id limit ${most} for update of r skip locked`);

export const closeReceipt = (everywhere: Everywhere, id: string, at: Date, jws: string) =>
  everywhere.run(sql`update erasure_receipts set objects_erased_at = ${at}, jws = ${jws} where id = ${id}`);
