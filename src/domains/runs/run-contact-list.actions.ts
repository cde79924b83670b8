import { cut, type Paging, paged } from '../../http/pagination.ts';
import { notFound } from '../../kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { liveCallsOf } from '../conversations/dispatch.actions.ts';
import { findRun } from './run.store.ts';
import { viewStanding } from './run-contact.model.ts';
import { countAttached, standings } from './run-contact-list.store.ts';

/** Everybody on the list, in order of attachment, with where they stand and why. */
export async function listRunContacts(scope: Scope, id: string, paging: Paging) {
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  const [total, rows, liveCalls, { maxConcurrentCalls }] = await Promise.all([
    countAttached(scope, id),
    standings(scope, id, cut(paging)),
    liveCallsOf(scope),
    currentPlan(scope),
  ]);
  const around = {
    runStatus: run.status,
    scheduledAt: run.scheduledAt,
    scheduleError: run.scheduleError,
    liveCalls,
    maxConcurrentCalls,
    now: scope.now(),
  };
  return paged(
    paging,
    total,
    rows.map((one) => viewStanding(one, around)),
  );
}
