import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { ownersOf } from '../access/member.actions.ts';
import { pauseDialQueue } from '../conversations/dial-queue.actions.ts';
import { emit } from '../events/event.actions.ts';
import { withRun } from './run.actions.ts';
import { runLifecycle } from './run.model.ts';
import { findRun, saveRun } from './run.store.ts';
import { findBadly, sendRunAlarmTask } from './run-alarm.model.ts';
import { endedCalls, watchedRuns } from './run-alarm.store.ts';

const actor = { kind: 'system', id: 'run-alarm' } as const;

/**
 * Raises the alarm of every run that goes badly: once, in one transaction with its event, its mail and its pause. Where
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
  const alarm = (await findRun(scope, id))?.settings?.alarm;
  // Looked at first without a lock: most runs go well.
  if (alarm && findBadly(alarm, await endedCalls(scope, id, alarm)).length > 0) await raise(scope, id);
}

const raise = (scope: Scope, id: string): Promise<void> =>
  withRun(scope, id, async (inside, run) => {
    const { alarm } = run.settings ?? {};
    if (run.status !== 'RUNNING' || run.alarm !== null || !alarm) return;
    const findings = findBadly(alarm, await endedCalls(inside, id, alarm));
    if (findings.length === 0) return;
    const isPaused = alarm.pause === true;
    if (isPaused) await pauseDialQueue(inside, id);
    await saveRun(inside, {
      ...run,
      status: isPaused ? next(runLifecycle, 'The run', run.status, 'be paused') : run.status,
      alarm: { raisedAt: inside.now().toISOString(), isPaused, findings },
      updatedAt: inside.now(),
    });
    const data = { runId: run.id, name: run.name, isPaused, findings };
    await emit(inside, { type: 'run.alarm', subjectId: run.id, data });
    await inside.enqueue(sendRunAlarmTask, { companyId: inside.companyId, runId: run.id });
  });

/** Whom to mail about the alarm of a run, and what; undefined when it was resumed or deleted meanwhile. */
export async function raisedAlarm(
  everywhere: Everywhere,
  { companyId, runId }: { readonly companyId: string; readonly runId: string },
) {
  const scope = everywhere.within(companyId as CompanyId, actor);
  const run = await findRun(scope, runId);
  if (!run?.alarm) return undefined;
  return { name: run.name, ...run.alarm, owners: await ownersOf(scope) };
}
