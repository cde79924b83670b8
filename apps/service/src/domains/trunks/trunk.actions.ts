import type { Paging } from '@parley/contract/schema.ts';
import {
  MOST_TRUNKS,
  type NewTrunk,
  type SettingsTrunkView,
  type TrunkChanges,
  type TrunkTestResult,
} from '@parley/contract/trunk.ts';
import { belongsToAnother, conflict, type Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { cut, paged } from '../../http/pagination.ts';
import { type Everywhere, retried } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  created,
  mismatches,
  needsPasswordAgain,
  passwordPlace,
  type Trunk,
  type TrunkRules,
  viewTrunk,
  violationsOf,
} from './trunk.model.ts';
import {
  activeTrunks,
  anyTrunk,
  anyTrunkFor,
  countTrunks,
  currentRevisions,
  deleteTrunk,
  findTrunk,
  insertTrunk,
  isAnothers,
  listTrunks,
  lockPasswords,
  lockTrunk,
  lockTrunksOf,
  savePassword,
  saveTrunk,
  TRUNKS_CHANGED,
  type TrunkScope,
  tellTrunksChanged,
} from './trunk.store.ts';
import { saveCheck } from './trunk-health.store.ts';

export { TRUNKS_CHANGED, type TrunkScope };

/** A trunk of the settings, without its password. */
export interface SettingsTrunk extends Omit<SettingsTrunkView, 'health'> {
  /** What all processes call it: its user and address. */
  readonly key: string;
}

/** What the trunks of an installation have in common. */
export interface TrunkServices {
  readonly seal: Seal;
  readonly rules: TrunkRules;
  /** Those of the settings, in the order in which calls try them. */
  readonly ofSettings: readonly SettingsTrunk[];
  /** Asks a trunk whether it is there. `onCheck` receives what it answered to OPTIONS; null: nothing. */
  readonly test: (
    trunk: Trunk,
    password: string | null,
    onCheck: (status: number | null) => void,
  ) => Promise<TrunkTestResult>;
}

/** The operator's trunks. */
export const sharedTrunks = (everywhere: Everywhere): TrunkScope => ({
  companyId: null,
  all: (query) => everywhere.all(query),
  first: (query) => everywhere.first(query),
  run: (query) => everywhere.run(query),
  now: () => everywhere.now(),
  newId: everywhere.newId,
  transaction: (work) => everywhere.transaction((inside) => work(sharedTrunks(inside))),
});

/** The operator knows where their own trunks may be. */
const rulesOf = (scope: TrunkScope, { rules }: TrunkServices): TrunkRules | undefined =>
  scope.companyId === null ? undefined : rules;

export async function createTrunk(scope: TrunkScope, services: TrunkServices, wanted: NewTrunk) {
  const { password = null } = wanted;
  const id = scope.newId();
  const trunk = created(wanted, {
    id,
    companyId: scope.companyId,
    password: password === null ? null : services.seal.close(password, passwordPlace(id)),
    createdAt: scope.now(),
  });
  refuse([...violationsOf(wanted, rulesOf(scope, services)), ...mismatches(trunk, password !== null)]);
  await scope.transaction(async (inside) => {
    await lockTrunksOf(inside);
    if ((await countTrunks(inside)) >= MOST_TRUNKS)
      throw conflict(`There are ${MOST_TRUNKS} trunks already. Delete one first`);
    await insertTrunk(inside, trunk);
    await tellTrunksChanged(inside);
  });
  return viewTrunk(trunk);
}

export async function listOwnTrunks(scope: TrunkScope, query: Paging) {
  const [total, trunks] = await Promise.all([countTrunks(scope), listTrunks(scope, cut(query))]);
  return paged(query, total, trunks.map(viewTrunk));
}

export async function getTrunk(scope: TrunkScope, id: string): Promise<Trunk> {
  const trunk = await findTrunk(scope, id);
  if (!trunk) throw await missing(scope, id);
  return trunk;
}

/** Changes what is sent. It counts from the next call on, in every process. */
export async function changeTrunk(
  scope: TrunkScope,
  services: TrunkServices,
  id: string,
  { password, ...changes }: TrunkChanges,
) {
  refuse(violationsOf(changes, rulesOf(scope, services)));
  return scope.transaction(async (inside) => {
    const before = await lockTrunk(inside, id);
    if (!before) throw await missing(inside, id);
    const changed: Trunk = {
      ...before,
      ...changes,
      password:
        password === undefined
          ? before.password
          : password === null
            ? null
            : services.seal.close(password, passwordPlace(id)),
      revision: before.revision + 1,
      updatedAt: inside.now(),
    };
    refuse([
      ...mismatches(changed, changed.password !== null),
      ...(needsPasswordAgain(before, password === undefined ? changes : { ...changes, password })
        ? ['password is required: it was given for another address or dial prefix, so give it again']
        : []),
    ]);
    await saveTrunk(inside, changed);
    await tellTrunksChanged(inside);
    return viewTrunk(changed);
  });
}

/** Live calls continue. Its numbers are locked after it, and those of a call that begins before it (`admitCall`). */
export const removeTrunk = (scope: TrunkScope, id: string): Promise<void> =>
  retried(() =>
    scope.transaction(async (inside) => {
      if ((await deleteTrunk(inside, id)) === 0) throw await missing(inside, id);
      await tellTrunksChanged(inside);
    }),
  );

export async function testTrunk(scope: TrunkScope, services: TrunkServices, id: string) {
  const trunk = await getTrunk(scope, id);
  let status: number | null | undefined;
  const result = await services.test(trunk, openPassword(services.seal, trunk), (answered) => {
    status = answered;
  });
  if (status !== undefined) await saveCheck(scope, { ...trunk, status });
  return result;
}

export const openPassword = (seal: Seal, { id, password }: Trunk): string | null =>
  password && seal.open(password, passwordPlace(id));

/** Those that a worker looks after even while it places no call over them. */
export const trunksToWatch = (everywhere: Everywhere): Promise<Trunk[]> => activeTrunks(everywhere);
/** Of those that exist and are active, by id. */
export const revisionsOf = async (everywhere: Everywhere, ids: readonly string[]) =>
  new Map((await currentRevisions(everywhere, ids)).map(({ id, revision }) => [id, revision]));
/** Its own, or shared ones. Without any, and without one in the settings, its calls are simulated. */
export const hasTrunkRecordsFor = (everywhere: Everywhere, companyId: CompanyId): Promise<boolean> =>
  anyTrunkFor(everywhere, companyId);

export const hasTrunkRecords = (everywhere: Everywhere): Promise<boolean> => anyTrunk(everywhere);

const RESEALED_AT_ONCE = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Closes every password again, so that none needs an older value of the pepper. */
export async function resealTrunks(everywhere: Everywhere, seal: Seal): Promise<void> {
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const from: string = after;
    after = await everywhere.transaction(async (inside) => {
      const rows = await lockPasswords(inside, from, RESEALED_AT_ONCE);
      for (const { id, password } of rows) {
        const place = passwordPlace(id);
        await savePassword(inside, id, seal.close(seal.open(password, place), place));
      }
      return rows.at(-1)?.id;
    });
  }
}

function refuse(violations: readonly string[]): void {
  if (violations.length > 0) throw invalid(violations);
}

/** Another company's is forbidden; one that never was, or is gone, is not found. */
export const missing = async (scope: TrunkScope, id: string): Promise<Failure> =>
  scope.companyId !== null && (await isAnothers(scope, id))
    ? belongsToAnother('Access denied to this trunk')
    : notFound('Trunk');
