import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/**
 * The store did not say whether there are recordings of these lost calls. Their rows are never due: the sweep looks for the
 * recordings until the store answers, or too many looks have failed. forget_recordings in functions.sql makes them due when their attempts are deleted.
 */
export const seekRecordings = (everywhere: Everywhere, attemptIds: readonly string[]) =>
  everywhere.run(sql`
    insert into object_deletions (key, upload_expires_at, due_at)
    select key, '-infinity', 'infinity' from unnest(${attemptIds.map(unmeasuredRecordingKey)}::text[]) as key
    on conflict (key) do nothing`);

/** The next that are to be looked for, after a key. Index: object_deletions_due. */
export const soughtRecordings = (everywhere: Everywhere, after: string, most: number) =>
  everywhere.all<{ key: string }>(sql`
    select key from object_deletions
    where due_at = 'infinity' and coalesce(look_at, '-infinity') <= ${everywhere.now()} and key > ${after}
    order by key limit ${most}`);

/** Counts a look that failed; answers how many did. Undefined: nobody looks for it any more. */
export async function countFailedLook(
  everywhere: Everywhere,
  attemptId: string,
): Promise<number | undefined> {
  const row = await everywhere.first<{ failedLooks: number }>(sql`
    update object_deletions set failed_looks = failed_looks + 1
    where key = ${unmeasuredRecordingKey(attemptId)} and due_at = 'infinity' returning failed_looks as "failedLooks"`);
  return row?.failedLooks;
}

/** Undefined: never again. */
export const lookAgainAt = (everywhere: Everywhere, attemptId: string, at: Date | undefined) =>
  everywhere.run(sql`
    update object_deletions set look_at = coalesce(${at ?? null}::timestamptz, 'infinity')
    where key = ${unmeasuredRecordingKey(attemptId)} and due_at = 'infinity'`);

/** False: somebody else has ended it. */
export const endSearch = async (everywhere: Everywhere, attemptId: string): Promise<boolean> =>
  (await everywhere.run(sql`
    delete from object_deletions where key = ${unmeasuredRecordingKey(attemptId)} and due_at = 'infinity'`)) >
  0;

export const saveRecordingKey = (scope: Scope, attemptId: string, key: string) =>
  scope.run(sql`
    update call_attempts set recording_key = ${key}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${attemptId}`);
