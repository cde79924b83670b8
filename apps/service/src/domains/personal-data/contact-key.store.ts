import { agreeOn, readFact, SEALING, SEALING_DOCUMENTS, writeFact } from '../../storage/installation.ts';
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

/**
 * Across companies, as the name of a recording does not say which one it belongs to. Of a call in which somebody of the company talked
 * as a contact, it is that contact: its data is in it, and cannot be read once the contact is erased.
 */
export const ownerOfCall = (everywhere: Everywhere, attemptId: string) =>
  everywhere.first<ObjectOwner>(sql`
    select c.company_id as "companyId", coalesce(t.contact_id, c.contact_id) as "contactId"
    from call_attempts a join conversations c on c.id = a.conversation_id left join talks_as_contact t on t.conversation_id = c.id
    where a.id = ${attemptId}`);

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

/** Whose the texts of a call are, as its recording, or those of the contact itself. */
export interface TextOwner {
  /** Of the call, or of the contact. */
  readonly ownerId: string;
  readonly companyId: CompanyId;
  readonly contactId: string;
  /** The key that its texts get; null: the contact has none yet. */
  readonly key: (WrappedKey & { readonly id: string }) | null;
}

/**
 * Of many calls and contacts at once, across companies. None before the installation seals (sealing.store.ts of the conversations).
 * Index: contact_keys_by_contact.
 */
export async function keysOfOwners(
  everywhere: Everywhere,
  ownerIds: readonly string[],
): Promise<TextOwner[]> {
  type Row = Omit<TextOwner, 'key'> & { id: string | null; masterKeyId: string; wrapped: Buffer };
  const rows = await everywhere.all<Row>(sql`
    select c.owner_id as "ownerId", c.company_id as "companyId", c.contact_id as "contactId",
      k.id, k.master_key_id as "masterKeyId", k.wrapped
    from (
        select a.id as owner_id, c.company_id, coalesce(t.contact_id, c.contact_id) as contact_id
        from call_attempts a join conversations c on c.id = a.conversation_id
          left join talks_as_contact t on t.conversation_id = c.id
        where a.id = any(${ownerIds}::uuid[]) and exists (select from installation_facts where name = ${SEALING})
        union all
        select id, company_id, id from contacts
        where id = any(${ownerIds}::uuid[]) and exists (select from installation_facts where name = ${SEALING_DOCUMENTS})) c
      left join lateral (
        select k.id, k.master_key_id, k.wrapped from contact_keys k
        where k.company_id = c.company_id and k.contact_id = c.contact_id order by k.id limit 1) k on true`);
  return rows.map(({ id, masterKeyId, wrapped, ...owner }) => ({
    ...owner,
    key: id === null ? null : { id, masterKeyId, wrapped },
  }));
}

/** Those that were not destroyed. */
export const findKeys = (everywhere: Everywhere, ids: readonly string[]) =>
  everywhere.all<ContactKey>(sql`select ${columns} from contact_keys k where k.id = any(${ids}::uuid[])`);

/** Which of these were not destroyed, and are in this database at all; and whose they are. */
export const presentKeys = (everywhere: Everywhere, ids: readonly string[]) =>
  everywhere.all<{ id: string; contactId: string }>(
    sql`select id, contact_id as "contactId" from contact_keys where id = any(${ids}::uuid[])`,
  );

/**
 * Answers those that are kept: the others' contacts are gone, or somebody has locked them. Live calls do not wait for that: what is
 * said in them is stored plain, and sealed later.
 */
export async function insertKeys(
  everywhere: Everywhere,
  keys: readonly (ContactKey & { readonly contactId: string })[],
): Promise<{ id: string }[]> {
  if (keys.length === 0) return [];
  const types = { id: 'uuid', companyId: 'uuid', contactId: 'uuid', masterKeyId: 'text', wrapped: 'bytea' };
  return everywhere.all<{ id: string }>(sql`
    insert into contact_keys (id, company_id, contact_id, master_key_id, wrapped, created_at)
    select r.id, c.company_id, c.id, r."masterKeyId", r.wrapped, ${everywhere.now()}
    from ${rowsAs('r', keys, types)} join contacts c on c.company_id = r."companyId" and c.id = r."contactId"
    order by c.id for key share of c skip locked
    returning id`);
}

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
