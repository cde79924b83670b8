import { agreeOn, readFact, writeFact } from '../../storage/installation.ts';
import type { WrappedKey } from '../../storage/keys/master-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, rowsAs, sql } from '../../storage/sql.ts';

export interface ContactKey extends WrappedKey {
  readonly id: string;
  readonly companyId: CompanyId;
}

export interface ObjectOwner {
  readonly companyId: CompanyId;
  /** Null: it belongs to an agent. */
  readonly contactId: string | null;
}

const columns = sql`k.id, k.company_id as "companyId", k.master_key_id as "masterKeyId", k.wrapped`;

/** Across companies, as the name of a recording does not say which one it belongs to. */
export const ownerOfCall = (everywhere: Everywhere, attemptId: string) =>
  everywhere.first<ObjectOwner>(sql`
    select c.company_id as "companyId", c.contact_id as "contactId"
    from call_attempts a join conversations c on c.id = a.conversation_id where a.id = ${attemptId}`);

/** Index: documents_object_key_key. */
export const ownerOfDocument = (everywhere: Everywhere, objectKey: string) =>
  everywhere.first<ObjectOwner>(sql`
    select company_id as "companyId", contact_id as "contactId" from documents where object_key = ${objectKey}`);

export const findKey = (everywhere: Everywhere, id: string) =>
  everywhere.first<ContactKey>(sql`select ${columns} from contact_keys k where k.id = ${id}`);

/** The key that new objects of a contact get. Index: contact_keys_by_contact. */
export const firstKeyOf = (scope: Scope, contactId: string) =>
  scope.first<ContactKey>(sql`
    select ${columns} from contact_keys k
    where k.company_id = ${scope.companyId} and k.contact_id = ${contactId} order by k.id limit 1`);

/** False: the contact is gone. */
export const insertKey = async (
  scope: Scope,
  contactId: string,
  { id, masterKeyId, wrapped }: WrappedKey & { readonly id: string },
): Promise<boolean> =>
  (await scope.run(sql`
    insert into contact_keys (id, company_id, contact_id, master_key_id, wrapped, created_at)
    select ${id}, c.company_id, c.id, ${masterKeyId}, ${wrapped}, ${scope.now()}
    from contacts c where c.company_id = ${scope.companyId} and c.id = ${contactId} for key share`)) > 0;

export const deleteKeysOf = (scope: Scope, contactId: string) =>
  scope.run(
    sql`delete from contact_keys where company_id = ${scope.companyId} and contact_id = ${contactId}`,
  );

export const moveKeys = (scope: Scope, fromId: string, toId: string) =>
  scope.run(sql`
    update contact_keys set contact_id = ${toId}
    where company_id = ${scope.companyId} and contact_id = ${fromId}`);

/** Index: contact_keys_by_master_key. */
export const masterKeysInUse = (everywhere: Everywhere) =>
  everywhere.all<{ id: string; keys: number }>(
    sql`select master_key_id as id, count(*)::int as keys from contact_keys group by 1 order by 1`,
  );

/** Locked until they are saved. */
export const keysWrappedWith = (everywhere: Everywhere, masterKeyIds: readonly string[], most: number) =>
  everywhere.all<ContactKey>(sql`
    select ${columns} from contact_keys k where k.master_key_id = any(${masterKeyIds}::text[])
    order by k.id limit ${most} for no key update`);

/** One process at a time wraps keys again, until its transaction ends. */
export const lockRewrapping = (everywhere: Everywhere) =>
  everywhere.run(sql`select pg_advisory_xact_lock(hashtextextended('contact-keys', 0))`);

const AGREED = 'MASTER_KEY_ID';

/** The id of the master key that every process wraps with. */
export const agreedMasterKey = (everywhere: Everywhere) => readFact(everywhere, AGREED);

export const agreeOnFirstMasterKey = (everywhere: Everywhere, id: string) => agreeOn(everywhere, AGREED, id);

export const changeMasterKey = (everywhere: Everywhere, id: string) => writeFact(everywhere, AGREED, id);

/** A key that was destroyed meanwhile stays so. */
export const saveWrapped = (everywhere: Everywhere, keys: readonly ContactKey[]) =>
  everywhere.run(sql`
    update contact_keys k set master_key_id = r."masterKeyId", wrapped = r.wrapped
    from ${rowsAs('r', keys, { id: 'uuid', masterKeyId: 'text', wrapped: 'bytea' })} where k.id = r.id`);
