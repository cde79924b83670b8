import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

type IndexChange = { readonly index: string; readonly create?: string };

const CREATE = /^create (?:unique )?index concurrently (\w+)\s+on\s/i;
const DROP = /^drop index concurrently if exists (\w+)$/i;
const LOOK_AGAIN_MS = 500;

/** The statements of a migration outside a transaction: indexes that are built or dropped while others read and write. */
export function parseIndexChanges(migration: string, text: string): IndexChange[] {
  const statements = text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  return statements.map((statement) => {
    const created = CREATE.exec(statement)?.[1];
    if (created !== undefined) return { index: created, create: statement };
    const dropped = DROP.exec(statement)?.[1];
    if (dropped !== undefined) return { index: dropped };
    throw new Error(
      `${migration} runs outside a transaction, where only "create index concurrently name on …" and "drop index concurrently if exists name" can be taken up again: ${statement}`,
    );
  });
}

/**
 * Makes the changes that are not made yet. A build that was cut off leaves an index that is not valid: it is dropped and built again.
 * Nothing is set on the session, which behind a pooler is somebody else's with the next statement.
 */
export async function changeIndexes(client: pg.Client, changes: readonly IndexChange[]): Promise<void> {
  for (const { index, create } of changes) {
    let state = await indexState(client, index);
    // The server goes on with the build of a process that died.
    for (; state === 'building'; state = await indexState(client, index)) await sleep(LOOK_AGAIN_MS);
    if (state === 'invalid' || (state === 'valid' && create === undefined))
      await client.query(`drop index concurrently if exists ${index}`);
    if (state !== 'valid' && create !== undefined) await client.query(create);
  }
}

async function indexState(
  client: pg.Client,
  index: string,
): Promise<'missing' | 'valid' | 'building' | 'invalid'> {
  const { rows } = await client.query<{ valid: boolean; building: boolean }>(
    `select indisvalid as valid,
       exists (select from pg_stat_progress_create_index p where p.index_relid = indexrelid) as building
     from pg_index where indexrelid = to_regclass($1)`,
    [index],
  );
  const [found] = rows;
  if (found === undefined) return 'missing';
  if (found.valid) return 'valid';
  return found.building ? 'building' : 'invalid';
}
