import { createHash } from 'node:crypto';
import { type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { emit } from '../events/event.actions.ts';
import { raiseAlarm } from './company-alarm.actions.ts';
import { markAlarm } from './minute-limit.store.ts';
import type { OperatorTrunk } from './operator-trunk.model.ts';
import { sharedTrunks } from './trunk.actions.ts';
import type { Trunk } from './trunk.model.ts';
import { deleteProblem, saveProblem } from './trunk-call.store.ts';
import { saveCheck, saveSettingsCheck } from './trunk-health.store.ts';

/** Owners are notified of a trunk once in so long, however often it fails, and whichever processes notice. */
const NOTIFIED_AGAIN_MS = 3_600_000;

/**
 * Says what keeps this worker from calling over a trunk; undefined: nothing any more. The owners of a company's own trunk
 * are notified; of the operator's, staff are (operator-trunk.actions.ts).
 */
export async function noteProblem(
  everywhere: Everywhere,
  trunk: Pick<Trunk, 'id' | 'companyId' | 'name'>,
  workerId: string,
  problem: string | undefined,
): Promise<void> {
  const { id, companyId, name } = trunk;
  if (problem === undefined) {
    await deleteProblem(everywhere, id, workerId);
    return;
  }
  await retried(() =>
    everywhere.transaction(async (inside) => {
      const isThere = (await saveProblem(inside, id, workerId, problem)) > 0;
      if (!isThere || companyId === null) return;
      const scope = inside.within(companyId as CompanyId, { kind: 'system', id: 'call' });
      const since = new Date(inside.now().getTime() - NOTIFIED_AGAIN_MS);
      if (await markAlarm(scope, { reason: `TRUNK_DOWN ${id}`, limit: 0 }, since))
        await raiseAlarm(scope, {
          reason: 'TRUNK_DOWN',
          country: null,
          limit: null,
          trunk: { id, name, problem },
        });
    }),
  );
}

/**
 * Calls of a company wait for a trunk of the operator, which has been down since then: it is told once in each outage, whichever processes
 * notice. Which trunk that is, and what is wrong with it, is the operator's business.
 */
export const noteOperatorTrunkAwaited = (
  scope: Scope,
  { key }: OperatorTrunk,
  downSince: Date,
): Promise<void> =>
  retried(() =>
    scope.transaction(async (inside) => {
      const lately = inside.now().getTime() - NOTIFIED_AGAIN_MS;
      const since = new Date(Math.min(downSince.getTime(), lately));
      // The key of a trunk of the settings has its user and address.
      const trunk = createHash('sha256').update(key).digest('hex').slice(0, 32);
      if (!(await markAlarm(inside, { reason: `TRUNK_DOWN ${trunk}`, limit: 0 }, since))) return;
      const { companyId } = inside;
      const data = { companyId, reason: 'TRUNK_DOWN' as const, country: null, limit: null, trunk: null };
      await emit(inside, { type: 'company.alarm', subjectId: companyId, data });
    }),
  );

/** What a trunk answered to OPTIONS; null: it did not. What an older revision of it answered no longer counts. */
export const noteCheck = (
  everywhere: Everywhere,
  { id, companyId, revision }: Pick<Trunk, 'id' | 'companyId' | 'revision'>,
  status: number | null,
): Promise<number> =>
  saveCheck(
    companyId === null
      ? sharedTrunks(everywhere)
      : everywhere.within(companyId as CompanyId, { kind: 'system', id: 'call' }),
    { id, revision, status },
  );

/** The same of a trunk of the settings. */
export const noteSettingsCheck = (everywhere: Everywhere, key: string, status: number | null) =>
  saveSettingsCheck(everywhere, key, status);
