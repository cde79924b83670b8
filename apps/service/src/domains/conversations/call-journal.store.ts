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
export const appendParts = (everywhere: Everywhere, parts: readonly JournalPart[]) =>
  everywhere.run(sql`
    insert into call_journals (attempt_id, part, company_id, entries)
    select p."attemptId", p.part, p."companyId", p.entries
    from ${rowsAs('p', parts, { attemptId: 'uuid', part: 'integer', companyId: 'uuid', entries: 'json' })}
      join call_attempts a on a.id = p."attemptId"
    order by a.id for key share of a
    on conflict do nothing`);

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
        select from call_journals j where j.attempt_id = a.id and (j.part > 0 or json_array_length(j.entries) > 1))
    order by a.number`);

export const partsOf = (scope: Scope, attemptId: string, from = 0) =>
  scope.all<{ part: number; entries: unknown[] }>(sql`
    select part, entries from call_journals
    where company_id = ${scope.companyId} and attempt_id = ${attemptId} and part >= ${from} order by part`);
