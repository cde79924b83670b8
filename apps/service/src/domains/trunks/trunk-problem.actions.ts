import { type Everywhere, retried } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { raiseAlarm } from './company-alarm.actions.ts';
import { markAlarm } from './minute-limit.store.ts';
import type { Trunk } from './trunk.model.ts';
import { deleteProblem, saveProblem } from './trunk-call.store.ts';

/** Owners are notified of a trunk once in so long, however often it fails, and whichever processes notice. */
const NOTIFIED_AGAIN_MS = 3_600_000;

/**
 * Says what keeps this worker from calling over a trunk; undefined: nothing any more. The owners of a company's own trunk
 * are notified; the operator's are in the health and the metrics of the installation.
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
