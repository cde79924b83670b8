import type { AlarmFindings } from '@parley/contract/run-settings.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { ownersOf } from '../access/member.actions.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { minutePriceOf } from '../billing/price.model.ts';
import { pauseDialQueue } from '../conversations/dial-queue.actions.ts';
import { emit } from '../events/event.actions.ts';
import { withRun } from './run.actions.ts';
import { isOver, type Run, runLifecycle } from './run.model.ts';
import { findRun, saveRun } from './run.store.ts';
import { type AlarmNotification, findBadly, sendRunAlarmTask, unreported } from './run-alarm.model.ts';
import { endedCalls, watchedRuns } from './run-alarm.store.ts';

const actor = { kind: 'system', id: 'run-alarm' } as const;

/**
 * Raises the alarm of every run that goes badly: once for each reason, in one transaction with its event, its mail and its pause. Where
 * that fails for a run, the others are looked at all the same, and the first error is thrown at the end.
 */
export async function checkRunAlarms(everywhere: Everywhere, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const { id, companyId } of await watchedRuns(everywhere)) {
    if (signal?.aborted) break;
    try {
      await check(everywhere.within(companyId, actor), id);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function check(scope: Scope, id: string): Promise<void> {
  const run = await findRun(scope, id);
  // Looked at first without a lock: most runs go well.
  if (run && (await newFindings(scope, run)).length > 0) await raise(scope, id);
}

async function newFindings(scope: Scope, { id, settings, alarm: raised }: Run): Promise<AlarmFindings> {
  const alarm = settings?.alarm;
  if (!alarm) return [];
  const price = alarm.spendAbove === undefined ? null : minutePriceOf(await currentPlan(scope));
  return unreported(findBadly(alarm, await endedCalls(scope, id, alarm), price), raised);
}

const raise = (scope: Scope, id: string): Promise<void> =>
  withRun(scope, id, async (inside, run) => {
    if (run.status !== 'RUNNING') return;
    const findings = await newFindings(inside, run);
    if (findings.length === 0) return;
    const isPaused = run.settings?.alarm?.pause === true;
    if (isPaused) await pauseDialQueue(inside, id);
    const status = isPaused ? next(runLifecycle, 'The run', run.status, 'be paused') : run.status;
    await saveRun(inside, { ...(await raised(inside, run, findings, isPaused)), status });
  });

/** For a run that ends now, before anybody looks at it again: the run with the alarm that its last calls raise. */
export async function lastAlarm(inside: Scope, run: Run): Promise<Run> {
  const findings = await newFindings(inside, run);
  return findings.length === 0 ? run : raised(inside, run, findings, false);
}

async function raised(inside: Scope, run: Run, findings: AlarmFindings, isPaused: boolean): Promise<Run> {
  const at = inside.now();
  const data = { runId: run.id, name: run.name, isPaused, findings };
  await emit(inside, { type: 'run.alarm', subjectId: run.id, data });
  const reasons = findings.map(({ reason }) => reason);
  const raisedAt = at.toISOString();
  await inside.enqueue(sendRunAlarmTask, { companyId: inside.companyId, runId: run.id, reasons, raisedAt });
  const alarm = { raisedAt, isPaused, findings: [...(run.alarm?.findings ?? []), ...findings] };
  return { ...run, alarm, updatedAt: at };
}

/** Whom to mail about the alarm of a run, and what; undefined when it was resumed or deleted meanwhile. */
export async function raisedAlarm(
  everywhere: Everywhere,
  { companyId, runId, reasons, raisedAt }: AlarmNotification,
) {
  const scope = everywhere.within(companyId as CompanyId, actor);
  const run = await findRun(scope, runId);
  if (!run?.alarm) return undefined;
  const findings = run.alarm.findings.filter(({ reason }) => reasons?.includes(reason) ?? true);
  if (findings.length === 0) return undefined;
  const { alarm } = run;
  return {
    name: run.name,
    isOver: isOver(run.status),
    ...alarm,
    raisedAt: raisedAt ?? alarm.raisedAt,
    findings,
    owners: await ownersOf(scope),
  };
}
