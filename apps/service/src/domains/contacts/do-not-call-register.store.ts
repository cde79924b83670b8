import type { NewRegister, RegisterImportView } from '@parley/contract/do-not-call-register.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';

export interface Register {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly date: string | null;
  readonly isShared: boolean;
  /** In active imports. */
  readonly numbers: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type RegisterImport = Omit<RegisterImportView, 'createdAt'> & {
  readonly registerId: string;
  readonly createdAt: Date;
};

const columns = sql`r.id, r.name, r.country, r.list_date::text as date, r.is_shared as "isShared",
  r.created_at as "createdAt", r.updated_at as "updatedAt",
  (select coalesce(sum(i.numbers), 0)::int from do_not_call_imports i
   where i.company_id = r.company_id and i.register_id = r.id and i.state = 'active') as numbers`;

export const findRegisters = (scope: Scope, page: Slice) =>
  scope.all<Register>(sql`
    select ${columns} from do_not_call_registers r where r.company_id = ${scope.companyId} and r.deleted_at is null
      and ${page.after === undefined ? sql`true` : sql`(lower(r.name), r.id) > (lower(${page.after[0]}::text), ${page.after[1]}::uuid)`}
    order by lower(r.name), r.id limit ${page.limit} offset ${page.offset}`);

export async function countRegisters(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(sql`
    select count(*)::int as total from do_not_call_registers
    where company_id = ${scope.companyId} and deleted_at is null`);
  return row?.total ?? 0;
}

/** Nobody else creates one of the company until the transaction ends. */
export const lockRegisters = (scope: Scope) =>
  scope.run(
    sql`select pg_advisory_xact_lock(hashtextextended('do-not-call-registers:' || ${scope.companyId}::text, 0))`,
  );

/** `isLocked`: nobody else changes it or its imports until the transaction ends. */
export const findRegister = (scope: Scope, id: string, isLocked = false) =>
  scope.first<Register>(sql`
    select ${columns} from do_not_call_registers r where r.company_id = ${scope.companyId} and r.id = ${id} and r.deleted_at is null
    ${isLocked ? sql`for update of r` : sql``}`);

export const insertRegister = (
  scope: Scope,
  id: string,
  { name, country = null, date = null }: NewRegister,
) =>
  scope.run(sql`
    insert into do_not_call_registers (company_id, id, name, country, list_date, created_at, updated_at)
    select company.id, ${id}, ${name}, ${country}, ${date}::date, ${scope.now()}::timestamptz, ${scope.now()}::timestamptz
    -- Held in place of a foreign key: nobody deletes the company meanwhile.
    from companies company where company.id = ${scope.companyId} for key share`);

/** The registers with the number of a contact, those that hold for all included. Index: registered_numbers_pkey. */
export const registersWithNumberOf = (scope: Scope, contactId: string) =>
  scope.all<Pick<Register, 'name' | 'country' | 'date'> & { isOwn: boolean }>(sql`
    select distinct r.name, r.country, r.list_date::text as date, r.company_id = ${scope.companyId} as "isOwn"
    from contacts c join registered_numbers n on n.number = ltrim(c.phone_number, '+')::bigint
      join do_not_call_imports i on i.company_id = n.company_id and i.id = n.import_id and i.state = 'active'
      join do_not_call_registers r on r.company_id = i.company_id and r.id = i.register_id
    where c.company_id = ${scope.companyId} and c.id = ${contactId} and (n.company_id = ${scope.companyId} or r.is_shared)
    order by r.name`);

/** Its numbers may be called again at once; they are deleted later, because millions take longer than a request may. */
export async function deleteRegister(scope: Scope, id: string): Promise<void> {
  await scope.run(sql`
    update do_not_call_imports set state = 'deleted', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and register_id = ${id}`);
  await scope.run(sql`
    update do_not_call_registers set deleted_at = ${scope.now()}, is_shared = false
    where company_id = ${scope.companyId} and id = ${id}`);
}

export const shareRegister = (everywhere: Everywhere, companyId: CompanyId, id: string, isShared: boolean) =>
  everywhere.run(sql`
    update do_not_call_registers set is_shared = ${isShared}, updated_at = ${everywhere.now()}
    where company_id = ${companyId} and id = ${id} and deleted_at is null`);

const importColumns = sql`i.id, i.register_id as "registerId", i.mode, i.state, i.numbers, i.refused, i.created_at as "createdAt"`;

/** The latest of each of these registers, the latest first. Index: do_not_call_imports_by_register. */
export const importsOf = (scope: Scope, registerIds: readonly string[], most: number) =>
  scope.all<RegisterImport>(sql`
    select ${importColumns} from unnest(${registerIds}::uuid[]) as register (id), lateral (
      select * from do_not_call_imports latest
      where latest.company_id = ${scope.companyId} and latest.register_id = register.id and latest.state <> 'deleted'
      order by latest.id desc limit ${most}) i
    order by i.id desc`);

export const findImport = (scope: Scope, registerId: string, id: string) =>
  scope.first<RegisterImport>(sql`
    select ${importColumns} from do_not_call_imports i
    where i.company_id = ${scope.companyId} and i.register_id = ${registerId} and i.id = ${id} and i.state <> 'deleted'`);

/** Whether another one counts that began later. Index: do_not_call_imports_by_register. */
export async function isImportFollowed(scope: Scope, { registerId, id }: RegisterImport): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from do_not_call_imports
    where company_id = ${scope.companyId} and register_id = ${registerId} and id > ${id} and state = 'active' limit 1`);
  return row !== undefined;
}

export const insertRegisterImport = (
  scope: Scope,
  { id, registerId, mode, date }: { id: string; registerId: string; mode: string; date: string | null },
) =>
  scope.run(sql`
    insert into do_not_call_imports (company_id, id, register_id, mode, state, list_date, created_at, updated_at)
    values (${scope.companyId}, ${id}, ${registerId}, ${mode}, 'loading', ${date}, ${scope.now()}, ${scope.now()})`);

/** Stores those that the import does not have yet. */
export const insertNumbers = (scope: Scope, importId: string, numbers: readonly string[], refused: number) =>
  scope.run(sql`
    with stored as (
      insert into registered_numbers (number, company_id, import_id)
      select distinct number, ${scope.companyId}::uuid, ${importId}::uuid from unnest(${numbers}::bigint[]) as number
      on conflict do nothing returning 1
    )
    update do_not_call_imports set numbers = numbers + (select count(*) from stored), refused = refused + ${refused},
      updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${importId}`);

/** What it replaces can be had back until the next import is finished; what was replaced before goes for good. */
export async function activateImport(scope: Scope, { id, registerId, mode }: RegisterImport): Promise<void> {
  await scope.run(sql`
    update do_not_call_imports set state = 'deleted', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and register_id = ${registerId} and id <> ${id} and state in ('replaced', 'undone')`);
  if (mode === 'replace')
    await scope.run(sql`
      update do_not_call_imports set state = 'replaced', replaced_by = ${id}, updated_at = ${scope.now()}
      where company_id = ${scope.companyId} and register_id = ${registerId} and id <> ${id} and state = 'active'`);
  await scope.run(sql`
    update do_not_call_imports set state = 'active', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);
  await scope.run(sql`
    update do_not_call_registers r set updated_at = ${scope.now()}, list_date = coalesce(i.list_date, r.list_date)
    from do_not_call_imports i
    where r.company_id = ${scope.companyId} and r.id = ${registerId} and i.company_id = r.company_id and i.id = ${id}`);
}

/** Its numbers may be called again, and those that it replaced may not. */
export async function undoRegisterImport(scope: Scope, id: string): Promise<void> {
  await scope.run(sql`
    update do_not_call_imports set state = 'active', replaced_by = null, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and replaced_by = ${id} and state = 'replaced'`);
  await scope.run(sql`
    update do_not_call_imports set state = 'undone', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);
}

/** Imports that nobody went on with since. The register is held, so that none of them is being finished meanwhile. */
export const dropAbandonedImports = (everywhere: Everywhere, before: Date) =>
  everywhere.run(sql`
    with held as (
      select r.company_id, r.id from do_not_call_registers r
      where exists (select from do_not_call_imports i where i.company_id = r.company_id and i.register_id = r.id
                    and i.state = 'loading' and i.updated_at < ${before})
      for update of r skip locked
    )
    update do_not_call_imports i set state = 'deleted', updated_at = ${everywhere.now()} from held
    where i.company_id = held.company_id and i.register_id = held.id and i.state = 'loading' and i.updated_at < ${before}`);

/** Imports that never count again. Index: do_not_call_imports_to_purge. */
export const findDeadImports = (everywhere: Everywhere) =>
  everywhere.all<{ companyId: CompanyId; id: string }>(sql`
    select company_id as "companyId", id from do_not_call_imports where state in ('undone', 'deleted')`);

/** Index: registered_numbers_by_import. */
export const deleteNumbers = (
  everywhere: Everywhere,
  { companyId, id }: { readonly companyId: CompanyId; readonly id: string },
  most: number,
) =>
  everywhere.run(sql`
    delete from registered_numbers where (number, company_id, import_id) in (
      select number, company_id, import_id from registered_numbers
      where company_id = ${companyId} and import_id = ${id} limit ${most})`);

/** Those without numbers. */
export async function deleteEmptied(everywhere: Everywhere): Promise<void> {
  await everywhere.run(sql`
    delete from do_not_call_imports i where i.state = 'deleted' and not exists (
      select from registered_numbers n where n.company_id = i.company_id and n.import_id = i.id)`);
  await everywhere.run(sql`
    delete from do_not_call_registers r where r.deleted_at is not null and not exists (
      select from do_not_call_imports i where i.company_id = r.company_id and i.register_id = r.id)`);
}
