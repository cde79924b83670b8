import { openParts, type PartRow, sealParts } from '../../storage/call-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import { notePlain } from './sealing.store.ts';

/** A stretch of what happened in a call; parts count from 0. */
export interface JournalPart {
  readonly attemptId: string;
  readonly companyId: string;
  readonly part: number;
  readonly entries: readonly unknown[];
}

/** A sealed text names its data key from its second byte on: sealed-texts.ts. */
const dataKeyId = sql`encode(substr(p.sealed, 2, 16), 'hex')::uuid`;

/**
 * Parts of calls whose conversation was deleted meanwhile are dropped. Nothing is stored that this database lacks the key for, because
 * it is a replica that was promoted since the key was looked up: nobody could ever read that.
 */
export async function appendParts(everywhere: Everywhere, parts: readonly JournalPart[]): Promise<void> {
  const types = {
    attemptId: 'uuid',
    part: 'integer',
    companyId: 'uuid',
    entries: 'json',
    sealed: 'bytea',
    entryCount: 'integer',
  };
  const rows = await sealParts(everywhere, parts);
  const keyless = await everywhere.all<{ attemptId: string }>(sql`
    with p as materialized (
      select * from ${rowsAs('r', rows, types)}
    ), keyless as (
      select p."attemptId" from p
      where p.sealed is not null and not exists (select from contact_keys k where k.id = ${dataKeyId})
    ), stored as (
      insert into call_journals (attempt_id, part, company_id, entries, sealed, entry_count)
      select p."attemptId", p.part, p."companyId", p.entries, p.sealed, p."entryCount"
      from p join call_attempts a on a.id = p."attemptId"
      where not exists (select from keyless)
      order by a.id for key share of a
      on conflict do nothing
    )
    select "attemptId" from keyless`);
  await notePlain(
    everywhere,
    rows.flatMap(({ attemptId, sealed }) => (sealed === null ? [attemptId] : [])),
  );
  if (keyless.length > 0)
    throw new Error(
      `The data keys of ${keyless.length} live calls are missing in the database: their journals are encrypted again with new keys`,
    );
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

/** Those of these calls of which anything is kept. */
export const journaledAmong = (scope: Scope, attemptIds: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    select a.id from unnest(${attemptIds}::uuid[]) as a (id)
    where exists (select from call_journals j where j.company_id = ${scope.companyId} and j.attempt_id = a.id)`);

export async function partsOf(scope: Scope, attemptId: string, from = 0, most?: number) {
  const rows = await scope.all<PartRow>(sql`
    select attempt_id as "attemptId", part, entries, sealed from call_journals
    where company_id = ${scope.companyId} and attempt_id = ${attemptId} and part >= ${from} order by part
    limit ${most ?? null}`);
  return openParts(scope, rows);
}
