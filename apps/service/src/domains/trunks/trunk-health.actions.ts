import type { SettingsTrunkView, TrunkHealthView } from '@parley/contract/trunk.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { WORKER_LOST_AFTER_SECONDS } from '../conversations/worker-liveness.model.ts';
import { missing, type SettingsTrunk, sharedTrunks } from './trunk.actions.ts';
import { connectsNobody, LEAST_UNCONNECTED, type Trunk, trunkStateOf } from './trunk.model.ts';
import type { TrunkScope } from './trunk.store.ts';
import {
  comparedCalls,
  evidenceOf,
  figuresSince,
  type HealthTrunk,
  problemOf,
  recordTrunk,
  responsesSince,
  settingsTrunk,
  unconnectedSince,
} from './trunk-health.store.ts';
import { viewRegistration } from './trunk-registration.actions.ts';
import { registrationOf } from './trunk-registration.store.ts';

const HOUR_MS = 3_600_000;

/** Of a record. */
export async function readHealth(scope: TrunkScope, id: string, hours: number): Promise<TrunkHealthView> {
  const health = await healthOf(scope, recordTrunk(scope, id), hours);
  if (!health) throw await missing(scope, id);
  return health;
}

/** Each with its health, in the order in which calls try them. */
export async function readSettingsTrunks(
  everywhere: Everywhere,
  trunks: readonly SettingsTrunk[],
  hours: number,
): Promise<{ data: SettingsTrunkView[] }> {
  const scope = sharedTrunks(everywhere);
  const data = await Promise.all(
    trunks.map(async ({ key, ...trunk }) => {
      const health = await healthOf(scope, settingsTrunk(scope, key), hours);
      if (!health) throw new Error(`${trunk.setting} has no health: the scope is a company's`);
      return { ...trunk, health };
    }),
  );
  return { data };
}

const COMPARED_HOURS = 24;

/** The trunk takes calls and connects nobody, while others do; undefined: nothing shows that. */
async function unconnectedOf(scope: TrunkScope, trunk: HealthTrunk) {
  const since = new Date(scope.now().getTime() - COMPARED_HOURS * HOUR_MS);
  const unconnected = await unconnectedSince(scope, trunk, since);
  if (!unconnected?.since || unconnected.calls < LEAST_UNCONNECTED) return undefined;
  const others = await comparedCalls(scope, trunk, { since, before: unconnected.since });
  if (others === undefined || !connectsNobody(unconnected.calls, others)) return undefined;
  return {
    calls: unconnected.calls,
    since: unconnected.since.toISOString(),
    usualAnswerRatio: Math.round((others.answered / others.calls) * 1000) / 1000,
  };
}

/** The same, of a trunk by its record or, of the settings, by its user and address: for the log. */
export function readUnconnected(
  everywhere: Everywhere,
  trunk: Pick<Trunk, 'id' | 'companyId'> | { readonly key: string },
) {
  const shared = sharedTrunks(everywhere);
  if ('key' in trunk) return unconnectedOf(shared, settingsTrunk(shared, trunk.key));
  const { id, companyId } = trunk;
  const scope: TrunkScope =
    companyId === null ? shared : everywhere.within(companyId as CompanyId, { kind: 'system', id: 'call' });
  return unconnectedOf(scope, recordTrunk(scope, id));
}

async function healthOf(
  scope: TrunkScope,
  trunk: HealthTrunk,
  hours: number,
): Promise<TrunkHealthView | undefined> {
  const since = new Date(scope.now().getTime() - hours * HOUR_MS);
  const [figures, evidence, responses, problem, registration, unconnected] = await Promise.all([
    figuresSince(scope, trunk, since, WORKER_LOST_AFTER_SECONDS),
    evidenceOf(scope, trunk),
    responsesSince(scope, trunk, since),
    problemOf(scope, trunk, WORKER_LOST_AFTER_SECONDS),
    registrationOf(scope, trunk, WORKER_LOST_AFTER_SECONDS),
    unconnectedOf(scope, trunk),
  ]);
  if (!figures || !evidence) return undefined;
  const { liveCalls, calls, answeredCalls, averageSeconds, medianMs, p95Ms } = figures;
  const { checkedAt, checkStatus, lastCallAt, lastCallStatus } = evidence;
  return {
    hours,
    state: trunkStateOf(evidence, problem !== undefined, scope.now()),
    lastCheck: checkedAt && { at: checkedAt.toISOString(), code: checkStatus },
    lastCall: lastCallAt && { at: lastCallAt.toISOString(), code: lastCallStatus },
    liveCalls,
    calls,
    answeredCalls,
    answerSeizureRatio: calls === 0 ? null : answeredCalls / calls,
    averageCallSeconds: averageSeconds === null ? null : Math.round(averageSeconds * 10) / 10,
    postDialDelayMs:
      medianMs === null || p95Ms === null ? null : { median: Math.round(medianMs), p95: Math.round(p95Ms) },
    responses,
    unconnectedCalls: unconnected ?? null,
    registration: viewRegistration(registration, scope.now()),
    problem: problem ? { message: problem.message, since: problem.since.toISOString() } : null,
  };
}
