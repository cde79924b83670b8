import type { Paging } from '@parley/contract/schema.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { CsvRow } from '../../http/csv-stream.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { currentPlan } from '../billing/account.actions.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';
import { liveCallsOf } from '../conversations/dispatch.actions.ts';
import { findRun } from './run.store.ts';
import { type Circumstances, runContactColumns, type Standing, viewStanding } from './run-contact.model.ts';
import { countAttached, standings } from './run-contact-list.store.ts';

/** Everybody on the list, in order of attachment, with where they stand and why; without links where none are given. */
export async function listRunContacts(
  scope: Scope,
  id: string,
  paging: Paging,
  links: OnlineLinks | undefined,
) {
  const [around, total, rows] = await Promise.all([
    circumstancesOf(scope, id),
    countAttached(scope, id),
    standings(scope, id, cut(paging)),
  ]);
  return paged(
    paging,
    total,
    rows.map((one) => viewStanding(one, around, links)),
  );
}

/** So many rows are in memory at once, however long the list is. */
const ROWS_AT_ONCE = 500;

/** The same list as a table. A run that is not there is refused before the first line. */
export async function tableOfRunContacts(
  scope: Scope,
  id: string,
  links: OnlineLinks,
  closing: AbortSignal,
): Promise<AsyncIterable<CsvRow>> {
  await circumstancesOf(scope, id);
  return (async function* () {
    yield runContactColumns;
    let rows: Standing[];
    let after = 0;
    do {
      const [around, read] = await Promise.all([
        circumstancesOf(scope, id),
        standings(scope, id, { limit: ROWS_AT_ONCE, after }),
      ]);
      rows = read;
      after = rows.at(-1)?.position ?? after;
      for (const one of rows) {
        const shown = { ...viewStanding(one, around, links), email: one.email };
        yield runContactColumns.map((column) => shown[column]);
      }
    } while (rows.length === ROWS_AT_ONCE && !closing.aborted);
  })();
}

async function circumstancesOf(scope: Scope, id: string): Promise<Circumstances> {
  const [run, liveCalls, { maxConcurrentCalls }] = await Promise.all([
    findRun(scope, id),
    liveCallsOf(scope),
    currentPlan(scope),
  ]);
  if (!run) throw notFound('Run');
  const { status: runStatus, scheduledAt, scheduleError } = run;
  return { runStatus, scheduledAt, scheduleError, liveCalls, maxConcurrentCalls, now: scope.now() };
}
