import type { RunFilter } from '@parley/contract/run-results.ts';
import { TimeZone } from '@parley/kernel/local-time.ts';
import type { CsvRow } from '../../http/csv-stream.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { inOrder } from '../contact-fields/catalog.model.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { correctAll } from '../conversations/correction.actions.ts';
import { readRun } from '../runs/run.actions.ts';
import { readStandings, type StandingServices } from '../runs/run-contact.actions.ts';
import { hasLinks, type ResolvedFilter, resolveCounted } from '../runs/run-filter.actions.ts';
import {
  type ExportColumns,
  type ExportedConversation,
  exportColumns,
  exportObject,
  exportRow,
} from './run-export.model.ts';
import { viewCounts } from './run-results.model.ts';
import { countResults, fieldKeysOf, resultsAfter } from './run-results.store.ts';

/** So many are in memory at once, however long the run is. */
const AT_ONCE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Wanted {
  readonly filter: ResolvedFilter;
  readonly services: StandingServices;
}

/** The conversations of a run with their results as they are shown: with what somebody corrected. */
async function* conversationsOf(
  scope: Scope,
  runId: string,
  { filter, services }: Wanted,
  closing: AbortSignal,
): AsyncGenerator<ExportedConversation> {
  let full = true;
  let after = FIRST;
  while (full) {
    const rows = await resultsAfter(scope, runId, { after, limit: AT_ONCE, filter });
    after = rows.at(-1)?.conversationId ?? after;
    full = rows.length === AT_ONCE;
    const contactIds = rows.map(({ contactId }) => contactId);
    const standings = await readStandings(scope, runId, contactIds, services);
    for (const row of await correctAll(scope, rows)) yield { ...row, standing: standings.get(row.contactId) };
    if (full) closing.throwIfAborted();
  }
}

/**
 * The results as a table, with a column for each contact field that has a value and each result that was counted. A workbook is for
 * people: all its columns have plain names.
 */
export async function tableOfRunResults(
  scope: Scope,
  id: string,
  {
    services,
    isWorkbook,
    ...sent
  }: RunFilter & { readonly services: StandingServices; readonly isWorkbook: boolean },
  closing: AbortSignal,
): Promise<AsyncIterable<CsvRow>> {
  const run = await readRun(scope, id);
  const filter = await resolveCounted(scope, run.id, sent);
  const used = new Set((await fieldKeysOf(scope, run.id, filter)).map(({ key }) => key));
  const columns: ExportColumns = {
    fields: inOrder(await readCatalog(scope)).filter(({ key, writable }) => writable && used.has(key)),
    counts: viewCounts(await countResults(scope, run.id, filter), { conversations: 0, completed: 0 }),
    clock: new TimeZone((await ownCompany(scope)).timezone),
    hasLinks: await hasLinks(scope, run.id),
    isWorkbook,
  };
  return (async function* () {
    yield exportColumns(columns);
    for await (const one of conversationsOf(scope, run.id, { filter, services }, closing))
      yield exportRow(one, columns);
  })();
}

/** The same, one object for each conversation. */
export async function objectsOfRunResults(
  scope: Scope,
  id: string,
  { services, ...sent }: RunFilter & { readonly services: StandingServices },
  closing: AbortSignal,
): Promise<AsyncIterable<object>> {
  const run = await readRun(scope, id);
  const filter = await resolveCounted(scope, run.id, sent);
  const catalog = await readCatalog(scope);
  return (async function* () {
    for await (const one of conversationsOf(scope, run.id, { filter, services }, closing))
      yield exportObject(one, catalog);
  })();
}
