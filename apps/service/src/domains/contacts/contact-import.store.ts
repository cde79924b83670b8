import type { ImportOptions, ImportView, RowResult } from '@parley/contract/contact-import.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import type { Contact } from './contact.model.ts';
import { contactColumns } from './contact.store.ts';
import type { Additions, Identity, RowCounts, Snapshot } from './contact-import.model.ts';

export type Import = Omit<ImportView, 'createdAt' | 'undoneAt' | 'duplicates' | 'matchBy'> & {
  readonly options: ImportOptions;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
};

const columns = sql`
  i.id, i.name, i.status, i.options, i.created, i.updated, i.merged, i.skipped, i.refused, i.removed, i.restored, i.kept,
  i.created_at as "createdAt", i.undone_at as "undoneAt"`;

export const insertImport = (scope: Scope, id: string, name: string, options: ImportOptions) =>
  scope.first<Import>(sql`
    insert into contact_imports as i (company_id, id, name, status, options, actor_kind, actor_id, created_at)
    values (${scope.companyId}, ${id}, ${name}, 'OPEN', ${JSON.stringify(options)}::json, ${scope.actor.kind}, ${scope.actor.id},
            ${scope.now()})
    returning ${columns}`);

/** Newest first. Index: the primary key, backwards. */
export const listImports = (scope: Scope, page: Slice) =>
  scope.all<Import>(sql`
    select ${columns} from contact_imports i where i.company_id = ${scope.companyId} and ${olderThan(sql`i.id`, page)}
    order by i.id desc limit ${page.limit} offset ${page.offset}`);

export async function countImports(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*)::int as total from contact_imports where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

export const findImport = (scope: Scope, id: string) =>
  scope.first<Import>(
    sql`select ${columns} from contact_imports i where i.company_id = ${scope.companyId} and i.id = ${id}`,
  );

export const lockImport = (scope: Scope, id: string) =>
  scope.first<Import>(
    sql`select ${columns} from contact_imports i where i.company_id = ${scope.companyId} and i.id = ${id} for update`,
  );

/**
 * One import at a time for each company, so that two rows about one person do not both create a contact. Nobody waits for
 * it: the requests of one company could hold every connection of the pool.
 */
export async function tryLockImports(scope: Scope): Promise<boolean> {
  const row = await scope.first<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('contact-imports:' || ${scope.companyId}::text, 0)) as locked`,
  );
  return row?.locked ?? false;
}

/** Contacts with one of these numbers or addresses. */
export const likeContacts = (scope: Scope, identities: readonly Identity[]) =>
  scope.all<Contact>(contactsLike(scope, identities));

/** Until the transaction ends nobody changes them. */
export const holdContactsLike = (scope: Scope, identities: readonly Identity[]) =>
  scope.all<Contact>(sql`${contactsLike(scope, identities)} for no key update of c`);

/** Indexes: contacts_by_number, contacts_by_email. */
const contactsLike = (scope: Scope, identities: readonly Identity[]) => {
  const numbers = identities.flatMap(({ phoneNumber }) => phoneNumber ?? []);
  const emails = identities.flatMap(({ email }) => email ?? []);
  return sql`
    select ${contactColumns} from contacts c where c.company_id = ${scope.companyId} and c.id in (
      select id from contacts where company_id = ${scope.companyId} and phone_number = any(${numbers}::text[])
      union select id from contacts where company_id = ${scope.companyId} and lower(email) = any(${emails}::text[]))
    order by c.id`;
};

export interface StoredRow {
  readonly line: number;
  readonly result: RowResult;
  readonly contactId: string | null;
}

/** Index: the primary key. */
export const rowsAt = (scope: Scope, importId: string, lines: readonly number[]) =>
  scope.all<StoredRow>(sql`
    select line, result, contact_id as "contactId" from contact_import_rows
    where company_id = ${scope.companyId} and import_id = ${importId} and line = any(${lines}::int[])`);

export type NewRow = StoredRow & {
  /** Of a contact that the row created: what it came with. */
  readonly before: Snapshot | Additions | null;
  readonly savedAt: Date | null;
};

/** A row that was refused may be sent again. */
export const saveRows = (scope: Scope, importId: string, rows: readonly NewRow[]) =>
  scope.run(sql`
    insert into contact_import_rows (company_id, import_id, line, result, contact_id, before, saved_at)
    select ${scope.companyId}, ${importId}, r.line, r.result, r."contactId", nullif(r.before::text, 'null')::json, r."savedAt"
    from ${rowsAs('r', rows, { line: 'int', result: 'text', contactId: 'uuid', before: 'json', savedAt: 'timestamptz' })}
    on conflict (company_id, import_id, line) do update
      set result = excluded.result, contact_id = excluded.contact_id, before = excluded.before, saved_at = excluded.saved_at`);

export const addCounts = (scope: Scope, id: string, counts: RowCounts) =>
  scope.run(sql`
    update contact_imports set
      created = created + ${counts.created}, updated = updated + ${counts.updated}, merged = merged + ${counts.merged},
      skipped = skipped + ${counts.skipped}, refused = refused + ${counts.refused}
    where company_id = ${scope.companyId} and id = ${id}`);

/** From now on no row is added; those that changed nothing need no undoing. */
export async function beginUndo(scope: Scope, id: string): Promise<void> {
  await scope.run(
    sql`update contact_imports set status = 'UNDOING' where company_id = ${scope.companyId} and id = ${id}`,
  );
  await scope.run(sql`
    delete from contact_import_rows
    where company_id = ${scope.companyId} and import_id = ${id} and result in ('skipped', 'refused')`);
}

export interface UndoneRow {
  readonly line: number;
  readonly contactId: string;
}

/** The last that took effect, the last first. Index: contact_import_rows_in_order. */
export const lastRows = (scope: Scope, id: string, limit: number) =>
  scope.all<UndoneRow>(sql`
    select line, contact_id as "contactId" from contact_import_rows
    where company_id = ${scope.companyId} and import_id = ${id} order by position desc limit ${limit}`);

/** Takes the row away, so that it is undone once; nothing if somebody else did. */
export const takeRow = (scope: Scope, id: string, line: number) =>
  scope.first<Pick<NewRow, 'result' | 'before' | 'savedAt'>>(sql`
    delete from contact_import_rows where company_id = ${scope.companyId} and import_id = ${id} and line = ${line}
    returning result, before, saved_at as "savedAt"`);

export async function countRows(scope: Scope, id: string): Promise<number> {
  const row = await scope.first<{ total: number }>(sql`
    select count(*)::int as total from contact_import_rows where company_id = ${scope.companyId} and import_id = ${id}`);
  return row?.total ?? 0;
}

/** Index: contact_import_rows_to_forget. */
export const forgetBefore = (everywhere: Everywhere, since: Date, most: number) =>
  everywhere.run(sql`
    update contact_import_rows r set before = null
    from (select company_id, import_id, line from contact_import_rows
          where before is not null and saved_at < ${since} order by saved_at limit ${most}) old
    where r.company_id = old.company_id and r.import_id = old.import_id and r.line = old.line`);

/** What imports did to a contact, and what it was before. Index: contact_import_rows_by_contact. */
export const rowsOfContact = (scope: Scope, contactId: string) =>
  scope.all<{ importId: string; name: string } & Pick<NewRow, 'line' | 'result' | 'before' | 'savedAt'>>(sql`
    select r.import_id as "importId", i.name, r.line, r.result, r.before, r.saved_at as "savedAt"
    from contact_import_rows r join contact_imports i on i.company_id = r.company_id and i.id = r.import_id
    where r.company_id = ${scope.companyId} and r.contact_id = ${contactId} order by r.position`);

/** Whether it has a document, or a place in a run. */
export async function isUsed(scope: Scope, contactId: string): Promise<boolean> {
  const row = await scope.first<{ used: boolean }>(sql`
    select exists (select from documents where company_id = ${scope.companyId} and contact_id = ${contactId})
      or exists (select from run_contacts where company_id = ${scope.companyId} and contact_id = ${contactId}) as used`);
  return row?.used ?? false;
}

/** Index: conversations_by_contact. */
export async function hasConversation(scope: Scope, contactId: string): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from conversations where company_id = ${scope.companyId} and contact_id = ${contactId} limit 1`);
  return row !== undefined;
}

export const addUndone = (scope: Scope, id: string, what: 'removed' | 'restored' | 'kept') =>
  scope.run(sql`
    update contact_imports set
      removed = removed + ${Number(what === 'removed')}, restored = restored + ${Number(what === 'restored')},
      kept = kept + ${Number(what === 'kept')}
    where company_id = ${scope.companyId} and id = ${id}`);

export const endUndo = (scope: Scope, id: string) =>
  scope.run(sql`
    update contact_imports set status = 'UNDONE', undone_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id} and status = 'UNDOING'`);

export const removeJobs = (scope: Scope, contactId: string, jobIds: readonly string[]) =>
  scope.run(sql`
    delete from job_assignments
    where company_id = ${scope.companyId} and contact_id = ${contactId} and job_id = any(${jobIds}::uuid[])`);
