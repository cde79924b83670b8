import { entriesIn, isWithheld, type PartRow, partText, sealParts } from '../../storage/call-texts.ts';
import type { Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import { idsAbout } from './conversation.store.ts';
import { notePlain } from './sealing.store.ts';

/**
 * The calls with a journal that are about a contact, and whether one goes on. Indexes: call_attempts_by_conversation, and the primary
 * key of call_journals.
 */
export const journaledCallsAbout = (scope: Scope, contactId: string) =>
  scope.all<{ id: string; isLive: boolean }>(sql`
    select a.id, a.status = 'IN_PROGRESS' as "isLive"
    from conversations c join call_attempts a on a.conversation_id = c.id
    where c.company_id = ${scope.companyId} and c.id in ${idsAbout(scope, contactId)}
      and (a.status = 'IN_PROGRESS' or exists (select from call_journals j where j.attempt_id = a.id))
    order by a.id`);

/** The parts of a journal that can be read, locked; and whether others could be read another time. */
export async function lockParts(scope: Scope, attemptId: string) {
  const rows = await scope.all<PartRow>(sql`
    select attempt_id as "attemptId", part, entries, sealed from call_journals
    where company_id = ${scope.companyId} and attempt_id = ${attemptId} order by part for no key update`);
  const opened = await scope.texts.open(rows.map(partText));
  return {
    parts: rows.flatMap(({ part, entries }, at) =>
      isWithheld(opened[at]) ? [] : [{ attemptId, part, entries: entriesIn(opened[at], entries) }],
    ),
    isWithheld: opened.some(isWithheld),
  };
}

/** In place of what these parts had. */
export async function rewriteParts(
  scope: Scope,
  parts: readonly { attemptId: string; part: number; entries: readonly unknown[] }[],
): Promise<void> {
  const rows = await sealParts(scope, parts);
  await scope.run(sql`
    update call_journals j set entries = r.entries, sealed = r.sealed, entry_count = r."entryCount"
    from ${rowsAs('r', rows, { attemptId: 'uuid', part: 'integer', entries: 'json', sealed: 'bytea', entryCount: 'integer' })}
    where j.company_id = ${scope.companyId} and j.attempt_id = r."attemptId" and j.part = r.part`);
  await notePlain(
    scope,
    rows.flatMap(({ attemptId, sealed }) => (sealed === null ? [attemptId] : [])),
  );
}
