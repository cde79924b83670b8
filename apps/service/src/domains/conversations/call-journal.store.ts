import { openParts, type PartRow, sealParts } from '../../storage/call-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';

/** A stretch of what happened in a call; parts count from 0. */
export interface JournalPart {
  readonly attemptId: string;
  readonly companyId: string;
  readonly part: number;
  readonly entries: readonly unknown[];
}

/** Parts of calls whose conversation was deleted meanwhile are dropped. */
export async function appendParts(everywhere: Everywhere, parts: readonly JournalPart[]): Promise<void> {
  const types = {
    attemptId: 'uuid',
    part: 'integer',
    companyId: 'uuid',
    entries: 'json',
    sealed: 'bytea',
    entryCount: 'integer',
  };
  await everywhere.run(sql`
    insert into call_journals (attempt_id, part, company_id, entries, sealed, entry_count)
    select p."attemptId", p.part, p."companyId", p.entries, p.sealed, p."entryCount"
    from ${rowsAs('p', await sealParts(everywhere, parts), types)} join call_attempts a on a.id = p."attemptId"
    order by a.id for key share of a
    on conflict do nothing`);
}

export const deleteParts = (scope: Scope, attemptId: string) =>
  scope.run(
    sql`delete from call_journals where company_id = ${scope.companyId} and attempt_id = ${attemptId}`,
  );

/** Those of which more is kept than the plan that they were placed by. */
export const journaledAttempts = (scope: Scope, conversationId: string) =>
  scope.all<{ id: string }>(sql`
    select a.id from call_attempts a
    where a.company_id = ${scope.companyId} and a.conversation_id = ${conversationId}
      and exists (
        select from call_journals j
        where j.attempt_id = a.id and (j.part > 0 or coalesce(j.entry_count, json_array_length(j.entries)) > 1))
    order by a.number`);

export async function partsOf(scope: Scope, attemptId: string, from = 0) {
  const rows = await scope.all<PartRow>(sql`
    select attempt_id as "attemptId", part, entries, sealed from call_journals
    where company_id = ${scope.companyId} and attempt_id = ${attemptId} and part >= ${from} order by part`);
  const opened = await openParts(scope, rows);
  return rows.map(({ part }, at) => ({ part, entries: opened[at] ?? [] }));
}
