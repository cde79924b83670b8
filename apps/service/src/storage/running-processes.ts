import type pg from 'pg';
import type { SchemaRange } from './migration-files.ts';
import type { Everywhere } from './scope.ts';
import { sql } from './sql.ts';

/** A process that was not seen for so long does not run any more. */
export const SEEN_WITHIN_SECONDS = 60;

export interface RunningProcess {
  readonly id: string;
  /** Of Parley. */
  readonly version: string;
  readonly schema: SchemaRange;
  readonly roles: readonly string[];
  readonly host: string;
  readonly pid: number;
}

/**
 * Waits while a migration that breaks older processes is being applied: whoever looks at the schema afterwards sees it. Again is a
 * heartbeat.
 */
export const recordProcess = (everywhere: Everywhere, running: RunningProcess) =>
  everywhere.run(sql`
    insert into running_processes
      (id, version, oldest_schema, newest_schema, roles, host, pid, started_at, last_seen_at)
    values (${running.id}, ${running.version}, ${running.schema.oldest}, ${running.schema.newest}, ${running.roles},
      ${running.host}, ${running.pid}, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set last_seen_at = excluded.last_seen_at`);

export const forgetProcess = (everywhere: Everywhere, id: string) =>
  everywhere.run(sql`delete from running_processes where id = ${id}`);

export const forgetOldProcesses = (everywhere: Everywhere) =>
  everywhere.run(
    sql`delete from running_processes where last_seen_at < clock_timestamp() - interval '1 day'`,
  );

export interface SeenProcess {
  readonly version: string;
  readonly newestSchema: number;
  readonly roles: readonly string[];
  readonly host: string;
  readonly pid: number;
  readonly secondsAgo: number;
}

/**
 * The processes that run, whoever started them. Workers of versions that do not record themselves are among them, by their heartbeat;
 * their API processes are not known. None before there is a table for them.
 */
export async function seenProcesses(client: pg.Client): Promise<SeenProcess[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('running_processes') is not null as exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<SeenProcess>(
    `select version, newest_schema as "newestSchema", roles, host, pid,
       extract(epoch from clock_timestamp() - last_seen_at)::int as "secondsAgo"
     from running_processes where last_seen_at > clock_timestamp() - make_interval(secs => $1)
     union all
     select 'of an older version', 0, '{worker}', coalesce(web_address, 'unknown host'), 0,
       extract(epoch from clock_timestamp() - last_seen_at)::int
     from workers where not is_registered and last_seen_at > clock_timestamp() - make_interval(secs => $1)
     order by host, pid`,
    [SEEN_WITHIN_SECONDS],
  );
  return rows;
}

/** For people: which process, and how to find it. */
export const nameOfProcess = ({ host, pid, version, roles, secondsAgo }: SeenProcess): string =>
  `${host} (${pid === 0 ? `a process ${version}` : `process ${pid}, Parley ${version}`}, ${roles.join(' and ')}, last seen ${secondsAgo} s ago)`;

/** Until the transaction of the client ends no process can record itself, and so none can start unnoticed. */
export async function holdStarts(client: pg.Client): Promise<void> {
  await client.query(
    `do $$ begin
       if to_regclass('running_processes') is not null then lock table running_processes in share row exclusive mode; end if;
     end $$`,
  );
}
