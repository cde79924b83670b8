import {
  MOST_REGISTERS,
  type NewRegister,
  type NewRegisterImport,
  type RegisterImportView,
  type RegisterView,
  SHOWN_IMPORTS,
} from '@parley/contract/do-not-call-register.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, forbidden, notFound } from '@parley/kernel/failure.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  activateImport,
  countRegisters,
  deleteEmptied,
  deleteNumbers,
  deleteRegister,
  dropAbandonedImports,
  findDeadImports,
  findImport,
  findRegister,
  findRegisters,
  importsOf,
  insertNumbers,
  insertRegister,
  insertRegisterImport,
  isImportFollowed,
  lockRegisters,
  type Register,
  type RegisterImport,
  registersWithNumberOf,
  shareRegister,
  undoRegisterImport,
} from './do-not-call-register.store.ts';

const byName: ListOrder<{ readonly name: string; readonly id: string }> = {
  name: 'registers',
  kinds: ['text', 'id'],
  placeOf: ({ name, id }) => [name, id],
};

export async function listRegisters(scope: Scope, query: Paging) {
  const [total, registers] = await Promise.all([
    countRegisters(scope),
    findRegisters(scope, cut(query, byName)),
  ]);
  const imports = Map.groupBy(
    await importsOf(
      scope,
      registers.map(({ id }) => id),
      SHOWN_IMPORTS,
    ),
    ({ registerId }) => registerId,
  );
  return pagedBy(byName, query, total, registers, (register) =>
    viewRegister(register, imports.get(register.id) ?? []),
  );
}

export async function readRegister(scope: Scope, id: string): Promise<RegisterView> {
  return viewRegister(await getRegister(scope, id), await importsOf(scope, [id], SHOWN_IMPORTS));
}

async function getRegister(scope: Scope, id: string, isLocked = false): Promise<Register> {
  const register = await findRegister(scope, id, isLocked);
  if (!register) throw notFound('Do-not-call register');
  return register;
}

/** Who asks for a change: staff of the installation, or the company. */
export interface RegisterChanger {
  readonly isStaff: boolean;
}

/** A register that is shared keeps every company from calling: only staff of the installation change it. */
async function changeable(scope: Scope, id: string, { isStaff }: RegisterChanger): Promise<Register> {
  const register = await getRegister(scope, id, true);
  if (register.isShared && !isStaff)
    throw forbidden('This register holds for every company: only staff of the installation may change it');
  return register;
}

export async function createRegister(scope: Scope, sent: NewRegister): Promise<RegisterView> {
  const id = scope.newId();
  await scope.transaction(async (inside) => {
    await lockRegisters(inside);
    if ((await countRegisters(inside)) >= MOST_REGISTERS)
      throw conflict(`A company has at most ${MOST_REGISTERS} do-not-call registers: delete one first`);
    await insertRegister(inside, id, sent);
  });
  return readRegister(scope, id);
}

export const removeRegister = (scope: Scope, id: string, by: RegisterChanger): Promise<void> =>
  scope.transaction(async (inside) => {
    await changeable(inside, id, by);
    await deleteRegister(inside, id);
  });

export async function startRegisterImport(
  scope: Scope,
  registerId: string,
  { mode, date = null }: NewRegisterImport,
  by: RegisterChanger,
): Promise<RegisterImportView> {
  const id = scope.newId();
  return scope.transaction(async (inside) => {
    await changeable(inside, registerId, by);
    await insertRegisterImport(inside, { id, registerId, mode, date });
    return viewImport(await importOf(inside, registerId, id));
  });
}

/** The numbers of one request. The same request twice stores them once. */
export async function addNumbers(
  scope: Scope,
  registerId: string,
  importId: string,
  numbers: readonly string[],
  by: RegisterChanger,
): Promise<RegisterImportView> {
  const { country } = await getRegister(scope, registerId);
  const read = numbers.map((number) => e164(number.trim(), country));
  const digits = read.flatMap((number) => (number === undefined ? [] : [number.slice(1)]));
  return changed(scope, registerId, importId, by, async (inside, { state }) => {
    if (state !== 'loading') throw conflict(`The import is ${state}: start another one`);
    await insertNumbers(inside, importId, digits, read.length - digits.length);
  });
}

/** From here on its numbers are not called. */
export const finishRegisterImport = (
  scope: Scope,
  registerId: string,
  importId: string,
  by: RegisterChanger,
) =>
  changed(scope, registerId, importId, by, async (inside, found) => {
    if (found.state === 'loading') await activateImport(inside, found);
    else if (found.state !== 'active') throw conflict(`The import is ${found.state}: start another one`);
  });

/** One that was not finished is dropped; of those that were, the last of its register can be undone. */
export const undoImport = (scope: Scope, registerId: string, importId: string, by: RegisterChanger) =>
  changed(scope, registerId, importId, by, async (inside, found) => {
    const { state } = found;
    if (state === 'undone') return;
    if (state === 'replaced' || (state === 'active' && (await isImportFollowed(inside, found))))
      throw conflict('Only the last import of a register can be undone');
    await undoRegisterImport(inside, importId);
  });

export async function setShared(
  everywhere: Everywhere,
  companyId: string,
  id: string,
  isShared: boolean,
): Promise<void> {
  if ((await shareRegister(everywhere, companyId as CompanyId, id, isShared)) === 0)
    throw notFound('Do-not-call register');
}

/** Deletes what no longer counts, in batches that hold no lock for long. */
export async function purgeRegisters(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  await dropAbandonedImports(everywhere, new Date(everywhere.now().getTime() - ABANDONED_MS));
  for (const dead of await findDeadImports(everywhere))
    for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH; ) {
      if (signal.aborted) return;
      deleted = await deleteNumbers(everywhere, dead, PURGE_BATCH);
    }
  await deleteEmptied(everywhere);
}

const PURGE_BATCH = 10_000;
const ABANDONED_MS = 24 * 3_600_000;

function changed(
  scope: Scope,
  registerId: string,
  importId: string,
  by: RegisterChanger,
  change: (inside: Scope, found: RegisterImport) => Promise<void>,
): Promise<RegisterImportView> {
  return scope.transaction(async (inside) => {
    await changeable(inside, registerId, by);
    await change(inside, await importOf(inside, registerId, importId));
    return viewImport(await importOf(inside, registerId, importId));
  });
}

async function importOf(scope: Scope, registerId: string, id: string): Promise<RegisterImport> {
  const found = await findImport(scope, registerId, id);
  if (!found) throw notFound('Import of a do-not-call register');
  return found;
}

const viewImport = ({ registerId: _, createdAt, ...found }: RegisterImport): RegisterImportView => ({
  ...found,
  createdAt: createdAt.toISOString(),
});

const viewRegister = (register: Register, imports: readonly RegisterImport[]): RegisterView => ({
  ...register,
  imports: imports.map(viewImport),
  createdAt: register.createdAt.toISOString(),
  updatedAt: register.updatedAt.toISOString(),
});

/** On which registers of the company the contact's number is, and whether it is on one that holds for all companies: those are not theirs. */
export async function registersOfContact(scope: Scope, contactId: string) {
  const found = await registersWithNumberOf(scope, contactId);
  return {
    registers: found.filter(({ isOwn }) => isOwn).map(({ isOwn: _, ...register }) => register),
    isOnSharedRegister: found.some(({ isOwn }) => !isOwn),
  };
}
