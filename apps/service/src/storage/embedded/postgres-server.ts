import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, open, readFile, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, DatabaseError } from 'pg';
import { firstBarrier, type PostgresBinaries, postgresEnvironment } from './postgres-binaries.ts';
import type { ClusterPlace } from './postgres-cluster.ts';

const WAIT_MS = 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** macOS allows 104 bytes for the whole path of a socket, Linux 108. */
const SOCKET_PATH_LIMIT = 100;
const SOCKET_NAME = '.s.PGSQL.5432';
const SHORT_FOLDER_PREFIX = 'parley-pg-';

const defaultSettings = {
  max_connections: '200',
  // The machine caches files as well. Nothing is replicated, and a small database reads little: every buffer and process
  // less is memory on a laptop.
  shared_buffers: '64MB',
  wal_buffers: '1MB',
  io_method: 'sync',
  io_max_concurrency: '4',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  max_replication_slots: '0',
  autovacuum_worker_slots: '3',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statements and details of errors carry the values of rows, which are personal data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
} as const;

export interface RunningServer {
  readonly socketFolder: string;
  /** connected to the maintenance database, so that "parley" can be copied or dropped meanwhile */
  readonly client: Client;
}

export interface ServerOptions {
  readonly place: ClusterPlace;
  readonly binaries: PostgresBinaries;
  readonly password: string;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** `pg` would else take port and TLS mode from PGPORT and PGSSLMODE of the environment. */
export function connectionUrl(password: string, database: string, socketFolder: string): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql://parley:${encodeURIComponent(password)}@/${database}?host=${host}&port=5432&sslmode=disable`;
}

/** Joins the server that runs on the cluster, or starts one. The caller holds the data folder's lock. */
export async function joinOrStartServer(options: ServerOptions): Promise<RunningServer> {
  const { place, say } = options;
  const deadline = Date.now() + WAIT_MS;
  let child: StartedServer | undefined;
  let isReported = false;
  for (;;) {
    const postmaster = await readPostmaster(place.folder);
    const running = postmaster !== undefined && (await isPostmasterOf(place.folder, postmaster.pid));
    if (running && postmaster.status === 'ready') {
      const client = await tryConnect(options.password, postmaster.socketFolder);
      if (client) return { socketFolder: postmaster.socketFolder, client };
    }
    if (child && hasEnded(child.process)) {
      const log = await readLogFrom(options.logFile, child.logStart);
      if (!isPassing(log)) throw new Error(deathMessage(options.logFile, log));
      child = undefined;
      await sleep(200);
    } else if (!running && !child) {
      child = await spawnServer(options, postmaster);
    }
    if (Date.now() > deadline) throw new Error(timeoutMessage(options.logFile, postmaster));
    if (!isReported && Date.now() > deadline - WAIT_MS + 2_000) {
      isReported = true;
      say(waitingLine(postmaster?.status));
    }
    await sleep(20);
  }
}

/** Only a folder made by `shortFolder` is removed, and only when nothing but the socket was in it. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(SHORT_FOLDER_PREFIX)) return;
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) {
    await unlink(join(folder, name)).catch(() => undefined);
  }
  await rmdir(folder).catch(() => undefined);
}

interface StartedServer {
  readonly process: ChildProcess;
  readonly logStart: number;
}

async function spawnServer(options: ServerOptions, stale: Postmaster | undefined): Promise<StartedServer> {
  const { place, binaries } = options;
  if (stale?.clusterFolder === place.folder) await removeSocketFolder(stale.socketFolder);
  const settings = {
    ...defaultSettings,
    ...options.settings,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: await makeSocketFolder(place),
    unix_socket_permissions: '0700',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await rotateLog(options.logFile);
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const server = spawn(binaries.postgres, ['-D', place.folder, ...args], {
      ...place.account,
      cwd: '/',
      // Postgres refuses to start while the number in an old postmaster.pid is alive, whoever has it now. Named
      // as its "grandparent" that process is let through, and unlike after deleting the file Postgres still
      // sees from it whether sessions of the old server are alive.
      env: { ...postgresEnvironment, ...(stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {}) },
      // Its own session, so that Ctrl-C in the terminal is not sent to it as well.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise<void>((resolve, reject) => {
      server.once('spawn', resolve);
      server.once('error', (cause) => {
        reject(new Error(`PostgreSQL could not be run (${binaries.postgres}): ${cause.message}`, { cause }));
      });
    });
    server.unref();
    return { process: server, logStart };
  } finally {
    await log.close();
  }
}

async function makeSocketFolder(place: ClusterPlace): Promise<string> {
  const { account } = place;
  const inside = join(place.folder, 'sockets');
  // The server's setting is a list with commas and quotes; an unusual name is not worth its quoting rules.
  const plain = /^[\w./-]+$/.test(inside);
  if (plain && fitsSocket(inside)) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    if (account) await chown(inside, account.uid, account.gid);
    return inside;
  }
  const folder = await mkdtemp(join(await shortFolder(place), SHORT_FOLDER_PREFIX));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

async function shortFolder(place: ClusterPlace): Promise<string> {
  for (const folder of [tmpdir(), '/tmp']) {
    if (!/^[\w./-]+$/.test(folder) || !fitsSocket(join(folder, `${SHORT_FOLDER_PREFIX}XXXXXX`))) continue;
    if (!(await lstat(folder).catch(() => undefined))) continue;
    if (place.account === undefined || (await firstBarrier(folder, place.account)) === undefined)
      return folder;
  }
  throw new Error(
    `The path ${place.folder} is too long for a socket and no short temporary folder can be used. Set TMPDIR to ` +
      'a short folder that exists, or choose a shorter data folder.',
  );
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_LIMIT;
}

/** Undefined while the server is starting up, recovering or shutting down. */
export async function tryConnect(password: string, socketFolder: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: connectionUrl(password, 'postgres', socketFolder),
    application_name: 'parley (embedded PostgreSQL)',
    connectionTimeoutMillis: 5_000,
  });
  // The server may be stopped or killed at any time; the next query then fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof DatabaseError && error.code === '28P01') {
      throw new Error(
        'The running database does not accept the password in the file secrets/postgres-password of the data ' +
          'folder. Restore that file from a backup of the same data folder.',
        { cause: error },
      );
    }
    if (error instanceof DatabaseError && error.code !== '57P03') throw error;
    return undefined;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Ends that pass by themselves: another server won the race, or sessions of a killed one are still ending. */
function isPassing(log: string): boolean {
  return /lock file "[^"]*" already exists|pre-existing shared memory block/.test(log);
}

async function rotateLog(path: string): Promise<void> {
  const info = await stat(path).catch(() => undefined);
  if (info && info.size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

async function readLogFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size - start, 16_384));
    await file.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trim();
  } finally {
    await file.close();
  }
}

function deathMessage(logFile: string, log: string): string {
  const tail = log.split('\n').slice(-15).join('\n  ');
  return (
    `PostgreSQL stopped while starting. The end of its log (${logFile}):\n  ${tail || '(none)'}\n` +
    'Fix the cause (often a full disk, too little memory, or changed permissions) and start again.'
  );
}

function timeoutMessage(logFile: string, postmaster: Postmaster | undefined): string {
  if (!postmaster) return `PostgreSQL did not start within ${WAIT_MS / 1000} seconds. See ${logFile}.`;
  return (
    `PostgreSQL (process ${postmaster.pid}, "${postmaster.status}") did not answer within ${WAIT_MS / 1000} seconds. ` +
    `If ${logFile} shows that it is recovering, wait and start again; else end it with "kill -INT ${postmaster.pid}" ` +
    'and start again.'
  );
}

function waitingLine(status: string | undefined): string {
  if (status === 'stopping') return 'Waiting for the database to finish shutting down…';
  return 'Waiting for the database to be ready (after a crash it first recovers)…';
}

/** What postmaster.pid says. It may be left from a server long gone. */
interface Postmaster {
  readonly pid: number;
  /** another one than the file's own when the folder was copied from a server in use, or moved */
  readonly clusterFolder: string;
  readonly socketFolder: string;
  readonly status: string;
}

export async function readPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    clusterFolder: lines[1] ?? '',
    socketFolder: lines[4] ?? '',
    status: (lines[7] ?? '').trim(),
  };
}

/**
 * Whether that process is a server on this very cluster. Its number alone proves nothing: it may have gone to
 * another program, or the whole folder may be a copy of one in use. Its working folder would prove the same, but
 * inside a container root may not read that of another user's process; the command line everyone may read.
 */
export async function isPostmasterOf(clusterFolder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(args[0] ?? '') === 'postgres' && args[args.indexOf('-D') + 1] === clusterFolder;
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return stdout.includes(`postgres -D ${clusterFolder} `);
}

/** Fast shutdown: ends sessions, writes a checkpoint. False when the server still ran after the time. */
export async function stopPostmaster(clusterFolder: string, timeoutMs: number): Promise<boolean> {
  const postmaster = await readPostmaster(clusterFolder);
  if (!postmaster || !(await isPostmasterOf(clusterFolder, postmaster.pid))) return true;
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  const deadline = Date.now() + timeoutMs;
  while (await isPostmasterOf(clusterFolder, postmaster.pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
