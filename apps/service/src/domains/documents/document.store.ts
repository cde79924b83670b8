import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { list, type Sql, sql } from '../../storage/sql.ts';
import type { Document, Owner, Reserved } from './document.model.ts';

const columns = sql`
  id, contact_id as "contactId", agent_id as "agentId", object_key as "objectKey", name, file_name as "fileName",
  content_type as "contentType", size_bytes as "sizeBytes", source, status, is_active as "isActive",
  failure_reason as "failureReason", upload_expires_at as "uploadExpiresAt", created_at as "createdAt", updated_at as "updatedAt"`;

const ofOwner = ({ kind, id }: Owner): Sql<false> =>
  kind === 'contact' ? sql`contact_id = ${id}` : sql`agent_id = ${id}`;

/** Starts of uploads in one company happen one after the other until the transaction ends: what is counted stays true. */
export const queueUp = (scope: Scope) =>
  scope.first(
    sql`select pg_advisory_xact_lock(hashtextextended('documents ' || ${scope.companyId}::text, 0))`,
  );

/** Index: documents_by_company. Uploads whose time is over have given their room back. */
export async function reserved(scope: Scope, owner: Owner, except?: string): Promise<Reserved> {
  const row = await scope.first<Reserved>(sql`
    select coalesce(sum(size_bytes), 0) as "companyBytes",
           count(*) filter (where ${ofOwner(owner)} and source = 'UPLOAD') as documents
    from documents
    where company_id = ${scope.companyId} and id is distinct from ${except ?? null}::uuid
      and (status <> 'PENDING' or upload_expires_at > ${scope.now()})`);
  return row ?? { documents: 0, companyBytes: 0 };
}

/** False when the owner was deleted meanwhile. */
export async function insertDocument(scope: Scope, document: Document): Promise<boolean> {
  try {
    await scope.run(sql`
      insert into documents (id, company_id, contact_id, agent_id, object_key, name, file_name, content_type, size_bytes, source,
                             status, is_active, upload_expires_at, created_at, updated_at)
      values (${document.id}, ${scope.companyId}, ${document.contactId}, ${document.agentId}, ${document.objectKey}, ${document.name},
              ${document.fileName}, ${document.contentType}, ${document.sizeBytes}, ${document.source}, ${document.status},
              ${document.isActive}, ${document.uploadExpiresAt}, ${document.createdAt}, ${document.updatedAt})`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false;
    throw error;
  }
}

export const findDocument = (scope: Scope, owner: Owner, id: string) =>
  scope.first<Document>(
    sql`select ${columns} from documents where company_id = ${scope.companyId} and ${ofOwner(owner)} and id = ${id}`,
  );

/** Whoever its owner is: for the work that is done on it. */
export const findById = (scope: Scope, id: string) =>
  scope.first<Document>(
    sql`select ${columns} from documents where company_id = ${scope.companyId} and id = ${id}`,
  );

export const lockDocument = (scope: Scope, id: string) =>
  scope.first<Document>(
    sql`select ${columns} from documents where company_id = ${scope.companyId} and id = ${id} for update`,
  );

/** Index: documents_of_contact. */
export const newestCv = (scope: Scope, contactId: string) =>
  scope.first<Document>(sql`
    select ${columns} from documents
    where company_id = ${scope.companyId} and contact_id = ${contactId} and source = 'CV' order by id desc limit 1`);

// A CV is seen once it has been processed, for better or worse.
const visible = sql`(source <> 'CV' or status in ('READY', 'FAILED'))`;

/** Indexes: documents_of_contact, documents_of_agent. */
export const listDocuments = (scope: Scope, owner: Owner, page: Slice) =>
  scope.all<Document>(sql`
    select ${columns} from documents where company_id = ${scope.companyId} and ${ofOwner(owner)} and ${visible}
      and ${olderThan(sql`id`, page)}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export async function countDocuments(scope: Scope, owner: Owner): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from documents where company_id = ${scope.companyId} and ${ofOwner(owner)} and ${visible}`,
  );
  return row?.total ?? 0;
}

export const changeDocument = (
  scope: Scope,
  id: string,
  changes: Partial<Pick<Document, 'name' | 'isActive' | 'status' | 'failureReason'>> & {
    readonly isSealed?: boolean;
  },
) =>
  scope.first<Document>(sql`
    update documents set ${list([
      sql`updated_at = ${scope.now()}`,
      ...(changes.name === undefined ? [] : [sql`name = ${changes.name}`]),
      ...(changes.isActive === undefined ? [] : [sql`is_active = ${changes.isActive}`]),
      ...(changes.status === undefined ? [] : [sql`status = ${changes.status}`]),
      ...(changes.failureReason === undefined ? [] : [sql`failure_reason = ${changes.failureReason}`]),
      ...(changes.isSealed === undefined ? [] : [sql`is_sealed = ${changes.isSealed}`]),
    ])}
    where company_id = ${scope.companyId} and id = ${id} returning ${columns}`);

export const deleteDocument = (scope: Scope, id: string) =>
  scope.run(sql`delete from documents where company_id = ${scope.companyId} and id = ${id}`);

/** The uploads of a CV that came to nothing: a new one takes their place at once. */
export const deleteUnusedCvs = (scope: Scope, contactId: string) =>
  scope.run(sql`
    delete from documents
    where company_id = ${scope.companyId} and contact_id = ${contactId} and source = 'CV' and status in ('PENDING', 'FAILED')`);

export const deleteOlderCvs = (scope: Scope, contactId: string, than: string) =>
  scope.run(sql`
    delete from documents
    where company_id = ${scope.companyId} and contact_id = ${contactId} and source = 'CV' and id < ${than}`);

export async function hasNewerCv(scope: Scope, contactId: string, than: string): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from documents
    where company_id = ${scope.companyId} and contact_id = ${contactId} and source = 'CV' and status = 'READY' and id > ${than} limit 1`);
  return row !== undefined;
}

/** Uploads that nobody completed. Index: documents_under_way. */
export const deleteLapsed = (everywhere: Everywhere, lapsedBefore: Date, most: number) =>
  everywhere.run(sql`
    delete from documents where id in (
      select id from documents where status = 'PENDING' and upload_expires_at < ${lapsedBefore} limit ${most})`);

/** Documents whose processing was given up by the queue. Index: documents_under_way. */
export const failStuck = (everywhere: Everywhere, since: Date, reason: string) =>
  everywhere.run(sql`
    update documents set status = 'FAILED', failure_reason = ${reason}, updated_at = ${everywhere.now()}
    where status = 'PROCESSING' and updated_at < ${since}`);

export const deleteDocumentsOf = (scope: Scope, contactId: string) =>
  scope.run(sql`delete from documents where company_id = ${scope.companyId} and contact_id = ${contactId}`);

export interface ObjectDeletion {
  readonly key: string;
  /** Until then somebody may still send bytes there. */
  readonly uploadExpiresAt: Date;
}

/** Rows that another worker has taken are passed over. What was never uploaded says -infinity, which is no Date. */
export const dueDeletions = (everywhere: Everywhere, most: number) =>
  everywhere.all<ObjectDeletion>(sql`
    select key, greatest(upload_expires_at, 'epoch') as "uploadExpiresAt" from object_deletions where due_at <= ${everywhere.now()}
    order by due_at limit ${most} for update skip locked`);

export const postponeDeletions = (everywhere: Everywhere, keys: readonly string[], until: Date) =>
  everywhere.run(sql`update object_deletions set due_at = ${until} where key = any(${keys})`);

export const forgetDeletions = (everywhere: Everywhere, keys: readonly string[]) =>
  everywhere.run(sql`delete from object_deletions where key = any(${keys})`);
