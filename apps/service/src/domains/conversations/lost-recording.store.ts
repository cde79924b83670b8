import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/**
 * The store did not say whether there are recordings of these lost calls. Their rows are never due: the sweep looks for the
 * recordings until the store answers. forget_recordings in functions.sql makes them due when their attempts are deleted.
 */
export const seekRecordings = (everywhere: Everywhere, attemptIds: readonly string[]) =>
  everywhere.run(sql`
    insert into object_deletions (key, upload_expires_at, due_at)
    select key, '-infinity', 'infinity' from unnest(${attemptIds.map(unmeasuredRecordingKey)}::text[]) as key
    on conflict (key) do nothing`);

/** The next that are looked for, after a key. Index: object_deletions_due. */
export const soughtRecordings = (everywhere: Everywhere, after: string, most: number) =>
  everywhere.all<{ key: string }>(sql`
    select key from object_deletions where due_at = 'infinity' and key > ${after} order by key limit ${most}`);

/** False: somebody else has ended it. */
export const endSearch = async (everywhere: Everywhere, attemptId: string): Promise<boolean> =>
  (await everywhere.run(sql`
    delete from object_deletions where key = ${unmeasuredRecordingKey(attemptId)} and due_at = 'infinity'`)) >
  0;

export const saveRecordingKey = (scope: Scope, attemptId: string, key: string) =>
  scope.run(sql`
    update call_attempts set recording_key = ${key}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${attemptId}`);
