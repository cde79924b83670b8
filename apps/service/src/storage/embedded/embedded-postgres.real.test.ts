import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { isPostmasterOf, readPostmaster } from './postgres-server.ts';

const isRoot = process.getuid?.() === 0;
/** "daemon", because initdb insists on a user with a name. */
const ordinaryUser = { uid: 1, gid: 1 };
/** Nothing here survives a power cut, only killed processes. */
const settings = { fsync: 'off', shared_buffers: '16MB' };

async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * One data folder with a database, for the tests that do not care how it came to be: creating takes a second.
 * Each of them starts its own server on it, whatever the one before has left.
 */
const used = { folder: '' };
beforeAll(async () => {
  used.folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-test-')));
  await (await startEmbeddedPostgres({ dataDir: used.folder, settings })).stop();
});
afterAll(() => rm(used.folder, { recursive: true, force: true }));

function usedDataDir(): string {
  return cleanedUp(used.folder);
}

/** A data folder whose server, if one is left, ends with the test. */
function cleanedUp(dataDir: string): string {
  onTestFinished(() => killServer(dataDir));
  return dataDir;
}

async function serverPid(dataDir: string): Promise<number | undefined> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const postmaster = cluster && (await readPostmaster(cluster));
  return postmaster && (await isPostmasterOf(cluster, postmaster.pid)) ? postmaster.pid : undefined;
}

async function killServer(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  while ((await serverPid(dataDir)) !== undefined) await sleep(5);
}

async function start(dataDir: string, more: Partial<EmbeddedPostgresOptions> = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...more });
  onTestFinished(() => postgres.stop().catch(() => undefined));
  return postgres;
}

/** Another process that starts the database and holds it until it is killed. */
function startElsewhere(
  dataDir: string,
  account?: { uid: number; gid: number },
  stderr: 'pipe' | 'inherit' = 'inherit',
): ChildProcess {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const postgres = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings })});
    console.log(postgres.url);
    process.on('SIGTERM', async () => { await postgres.stop(); process.exit(0); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function urlFrom(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('the other process ended without starting the database');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the first start creates the embedded database, and the second only opens it', async () => {
  const dataDir = cleanedUp(join(await newFolder(), 'made', 'when-missing'));
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const first = await start(dataDir, { say });
  await query(first.url, 'CREATE TABLE kept (n int)');
  await first.stop();
  expect(await serverPid(dataDir)).toBeUndefined();

  const second = await start(dataDir, { say });
  await query(second.url, 'SELECT n FROM kept');
  expect(lines).toEqual(['Creating the database (first start)…']);
});

test('the embedded database is UTF-8, UTC, durable, sorted the same everywhere, and has no network port', async () => {
  const dataDir = usedDataDir();
  const { url } = await start(dataDir, { settings: {} });
  const [row] = await query(
    url,
    `SELECT current_database() AS database, current_user AS "user", datlocale AS locale,
       pg_encoding_to_char(encoding) AS encoding, current_setting('timezone') AS timezone,
       current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, current_setting('max_connections') AS connections
     FROM pg_database WHERE datname = 'parley'`,
  );
  expect(row).toEqual({
    database: 'parley',
    user: 'parley',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    timezone: 'UTC',
    addresses: '',
    fsync: 'on',
    commit: 'on',
    connections: '200',
  });
});

test('a wrong password for the embedded database is refused', async () => {
  const dataDir = usedDataDir();
  const { url } = await start(dataDir);
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
});

test('committed rows survive a kill -9 of the database server and all its processes', async () => {
  const dataDir = usedDataDir();
  const { url } = await start(dataDir);
  await query(url, 'CREATE TABLE survivors (n int)');
  await query(url, 'INSERT INTO survivors SELECT generate_series(1, 100)');
  const pids = (await query(url, 'SELECT pid FROM pg_stat_activity')).map((row) => Number(row.pid));
  const postmaster = await serverPid(dataDir);
  for (const pid of [postmaster ?? 0, ...pids]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The asking session had already ended.
    }
  }
  const again = await start(dataDir);
  expect(await query(again.url, 'SELECT count(*)::int AS rows FROM survivors')).toEqual([{ rows: 100 }]);
});

test('the next start waits for a database session that outlives its killed server', async () => {
  const dataDir = usedDataDir();
  const { url } = await start(dataDir);
  const busy = query(
    url,
    `DO $$ DECLARE until timestamptz := clock_timestamp() + interval '1 second';
     BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END $$`,
  ).catch(() => undefined);
  while (
    (await query(url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO%' AND state = 'active'"))
      .length === 0
  ) {
    await sleep(5);
  }
  await killServer(dataDir);
  const again = await start(dataDir);
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('pre-existing shared memory block');
  await busy;
});

test('the database server of a killed process is reused by the next process', async () => {
  const dataDir = usedDataDir();
  const other = startElsewhere(dataDir);
  const url = await urlFrom(other);
  const pid = await serverPid(dataDir);
  other.kill('SIGKILL');
  await once(other, 'exit');
  const here = await start(dataDir);
  expect(here.url).toBe(url);
  expect(await serverPid(dataDir)).toBe(pid);
});

test('a start during the shutdown of the database server waits for it and starts it again', async () => {
  const dataDir = usedDataDir();
  await start(dataDir);
  const pid = await serverPid(dataDir);
  process.kill(pid ?? 0, 'SIGINT');
  const again = await start(dataDir);
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await serverPid(dataDir)).not.toBe(pid);
});

test('an old postmaster.pid with the id of another process does not block the start, and that process survives', async () => {
  const dataDir = usedDataDir();
  const first = await start(dataDir);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  const owner = await stat(pidFile);
  await first.stop();
  // The same user as the server's: Postgres itself forgives only other users' processes.
  const account = isRoot ? { uid: owner.uid, gid: owner.gid } : {};
  const unrelated = spawn('sleep', ['60'], { ...account, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => void unrelated.kill('SIGKILL'));
  await writeFile(pidFile, text.replace(/^\d+/, String(unrelated.pid)), { mode: 0o600 });
  await chown(pidFile, owner.uid, owner.gid);

  const second = await start(dataDir);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
});

test('processes that start together on an empty data folder share one database server', async () => {
  const dataDir = cleanedUp(await newFolder());
  const urls = await Promise.all([
    urlFrom(startElsewhere(dataDir)),
    urlFrom(startElsewhere(dataDir)),
    start(dataDir).then((postgres) => postgres.url),
  ]);
  expect(new Set(urls).size).toBe(1);
});

test('when the creation of the database is killed midway, the next start does not use what is left', async () => {
  const dataDir = cleanedUp(await newFolder());
  const earlier = join(dataDir, 'postgres.new-0badcafe', 'cluster');
  const other = startElsewhere(dataDir);
  const unfinished = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  while ((await unfinished()).length === 0) await sleep(2);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(await readdir(dataDir)).not.toContain('postgres');
  await mkdir(earlier, { recursive: true });
  await writeFile(join(earlier, 'PG_VERSION'), '18\n');

  const postgres = await start(dataDir);
  expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContain('postgres.new-0badcafe');
});

test('the database user can pass through a private data folder, and the secrets in it stay private', async () => {
  const dataDir = usedDataDir();
  await chmod(dataDir, 0o700);
  await start(dataDir);
  const modeOf = async (...path: string[]) => ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8);
  expect(await modeOf()).toBe(isRoot ? '701' : '700');
  expect(await modeOf('secrets')).toBe('700');
  expect(await modeOf('secrets', 'postgres-password')).toBe('600');
  expect(await modeOf('postgres')).toBe('700');
  expect(await modeOf('postgres.log')).toBe('600');
});

test('a data folder whose path is too long for a socket works, for several processes too', async () => {
  const dataDir = cleanedUp(join(await newFolder(), 'a-very-long-name-'.repeat(12), 'd'.repeat(100)));
  await mkdir(dataDir, { recursive: true });
  const here = await start(dataDir);
  const other = startElsewhere(dataDir);
  expect(await urlFrom(other)).toBe(here.url);
  const socketFolder = new URL(here.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);

  other.kill('SIGTERM');
  await once(other, 'exit');
  expect(await query(here.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await here.stop();
  await expect(stat(socketFolder)).rejects.toThrow('ENOENT');
});

test('the embedded database keeps running when one client stops, and stops with its last client', async () => {
  const dataDir = usedDataDir();
  const first = await start(dataDir);
  const second = await start(dataDir);
  const guest = new Client(first.url);
  guest.on('error', () => undefined);
  await guest.connect();

  await first.stop();
  await guest.query('SELECT 1');
  await guest.end();
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(await serverPid(dataDir)).toBeUndefined();
});

test('stopping succeeds even if the database server was already killed', async () => {
  const dataDir = usedDataDir();
  const postgres = await start(dataDir);
  await killServer(dataDir);
  await postgres.stop();
  expect(await serverPid(dataDir)).toBeUndefined();
});

test('a database server that cannot start reports the last lines of its log', async () => {
  const dataDir = usedDataDir();
  const attempt = startEmbeddedPostgres({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } });
  await expect(attempt).rejects.toThrow(/invalid value for parameter "shared_buffers"[\s\S]*start again/);
});

test('a lost database password is reported, and never replaced for an existing database', async () => {
  const dataDir = usedDataDir();
  await (await start(dataDir)).stop();
  await rename(join(dataDir, 'secrets'), join(dataDir, 'lost'));
  onTestFinished(() => rename(join(dataDir, 'lost'), join(dataDir, 'secrets')));
  await expect(start(dataDir)).rejects.toThrow(/postgres-password is missing/);
  await expect(start(dataDir)).rejects.toThrow(/postgres-password is missing/);
});

test.runIf(isRoot)(
  'a database whose data folder only root can reach is put elsewhere, behind a symbolic link',
  async () => {
    const folder = await newFolder();
    await chmod(folder, 0o755);
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const dataDir = cleanedUp(join(home, 'data'));
    const lines: string[] = [];
    const more = { sharedFolder: join(folder, 'shared'), say: (line: string) => void lines.push(line) };

    const first = await start(dataDir, more);
    await query(first.url, 'CREATE TABLE kept (n int)');
    await first.stop();
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect(lines[0]).toContain(`may not pass through ${home}`);

    const second = await start(dataDir, more);
    await query(second.url, 'SELECT n FROM kept');
    await second.stop();

    // The data folder is thrown away and made again: it begins empty, and the earlier database is kept aside.
    await rm(dataDir, { recursive: true });
    const third = await start(dataDir, more);
    await expect(query(third.url, 'SELECT n FROM kept')).rejects.toThrow(/does not exist/);
    expect(lines.at(-2)).toMatch(/earlier data folder .* was moved to/);
    await third.stop();

    await rm(more.sharedFolder, { recursive: true });
    await expect(start(dataDir, more)).rejects.toThrow(/no longer exists/);
  },
);

test.runIf(isRoot)(
  'a database owned by an ordinary user runs as that user, even when root starts it',
  async () => {
    const folder = await newFolder();
    const dataDir = cleanedUp(join(folder, 'data'));
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, ordinaryUser.uid, ordinaryUser.gid);

    const other = startElsewhere(dataDir, ordinaryUser);
    await query(await urlFrom(other), 'CREATE TABLE kept (n int)');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(ordinaryUser.uid);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    other.kill('SIGTERM');
    await once(other, 'exit');
    expect(await serverPid(dataDir)).toBeUndefined();

    const asRoot: EmbeddedPostgres = await start(dataDir);
    await query(asRoot.url, 'SELECT n FROM kept');
    const pid = await serverPid(dataDir);
    expect((await stat(`/proc/${pid}`)).uid).toBe(ordinaryUser.uid);
  },
);

test.runIf(isRoot)(
  'an ordinary user who does not own the database gets an error that names its owner',
  async () => {
    const dataDir = cleanedUp(await newFolder());
    await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
    await chown(dataDir, ordinaryUser.uid, ordinaryUser.gid);
    const other = startElsewhere(dataDir, ordinaryUser, 'pipe');
    let printed = '';
    other.stderr?.on('data', (chunk) => (printed += chunk));
    await once(other, 'close');
    expect(printed).toContain('belongs to user 0, and this service runs as user 1');
  },
);
