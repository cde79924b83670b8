import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { INSTALLATION_ID, LAST_BACKUP } from '../installation.ts';

/** Chosen with the first backup. */
export async function readInstallationId(client: pg.ClientBase): Promise<string> {
  await client.query(
    'insert into installation_facts (name, value) values ($1, $2) on conflict (name) do nothing',
    [INSTALLATION_ID, randomUUID()],
  );
  const { rows } = await client.query<{ value: string }>(
    'select value from installation_facts where name = $1',
    [INSTALLATION_ID],
  );
  return rows[0]?.value ?? '';
}

export const noteBackup = (client: pg.ClientBase, takenAt: string): Promise<unknown> =>
  client.query(
    `insert into installation_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [LAST_BACKUP, takenAt],
  );

/** Undefined: no backup has finished, or the database has no tables yet. */
export async function readLastBackup(client: pg.ClientBase): Promise<Date | undefined> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('installation_facts') is not null`);
  if (tables.length === 0) return undefined;
  const { rows } = await client.query<{ value: string }>(
    'select value from installation_facts where name = $1',
    [LAST_BACKUP],
  );
  return rows[0] && new Date(rows[0].value);
}
