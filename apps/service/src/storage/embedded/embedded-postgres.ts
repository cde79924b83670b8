import { mkdir, realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withFileLock } from './file-lock.ts';
import { findPostgresBinaries, postgresPackageFolder } from './postgres-binaries.ts';
import {
  type ClusterPlace,
  createCluster,
  createPassword,
  ensureClusterOwner,
  hasCluster,
  linkCluster,
  placeCluster,
  readPassword,
} from './postgres-cluster.ts';
import {
  connectionUrl,
  joinOrStartServer,
  removeSocketFolder,
  stopPostmaster,
  tryConnect,
} from './postgres-server.ts';

const LOCK_WAIT_MS = 180_000;
const STOP_WAIT_MS = 60_000;
/** A session that was just closed is listed for some milliseconds more. */
const LEAVING_MS = 500;

export interface EmbeddedPostgres {
  /** connection string for `pg`, database "parley" */
  readonly url: string;
  /** stops the server unless other clients still use it; close your own pool first */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** the service's data folder, made when missing; the cluster is its entry "postgres" */
  readonly dataDir: string;
  readonly say?: (line: string) => void;
  /** PostgreSQL settings over our defaults; without effect on a server that already runs */
  readonly settings?: Readonly<Record<string, string>>;
  /** for what a root-only data folder cannot hold, because PostgreSQL does not run as root */
  readonly sharedFolder?: string;
}

/**
 * The PostgreSQL of a data folder, shared by all processes that start it: the first one in starts it, the last
 * one out stops it, and whatever was killed in between is put right here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => undefined);
  const settings = options.settings ?? {};
  const sharedFolder = options.sharedFolder ?? '/var/lib/parley';
  // In two steps, because a recursive mkdir gives its mode to the parents too, and those others must pass.
  await mkdir(dirname(options.dataDir), { recursive: true });
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lockFile = join(dataDir, 'postgres.lock');
  const onWait = () => say('Another process is starting or stopping the database; waiting for it…');

  return withFileLock(lockFile, { timeoutMs: LOCK_WAIT_MS, onWait }, async () => {
    const place = await placeCluster({ dataDir, sharedFolder, say });
    const binaries = await findPostgresBinaries({
      packageFolder: postgresPackageFolder(),
      copyFolders: place.account ? [sharedFolder, dataDir] : [dataDir],
      account: place.account,
      say,
    });
    let exists = await hasCluster(place, binaries.majorVersion);
    const kept = await readPassword(dataDir);
    if (exists && kept === undefined) {
      await setAside(place, dataDir, say);
      exists = false;
    }
    const password = kept ?? (await createPassword(dataDir));
    if (exists) {
      await ensureClusterOwner(place);
    } else {
      say('Creating the database (first start)…');
      await createCluster({ place, binaries, password, durable: settings.fsync !== 'off' });
    }
    await linkCluster(place);

    const logFile = join(dataDir, 'postgres.log');
    const server = await joinOrStartServer({ place, binaries, password, logFile, settings, say });
    await ensureDatabase(server.client).catch(async (error: unknown) => {
      await server.client.end();
      throw error;
    });
    // The session is held until stop(), so that a process about to leave counts us even while our pool is empty.
    const leave = () =>
      withFileLock(lockFile, { timeoutMs: LOCK_WAIT_MS }, () =>
        stopIfLast({ place, password, client: server.client, socketFolder: server.socketFolder, say }),
      );
    let left: Promise<void> | undefined;
    return {
      url: connectionUrl(password, 'parley', server.socketFolder),
      stop: () => {
        left ??= leave();
        return left;
      },
    };
  });
}

/** A cluster whose password is gone cannot be opened; data is never deleted for that. */
async function setAside(place: ClusterPlace, dataDir: string, say: (line: string) => void): Promise<void> {
  if (place.linkFrom === undefined) {
    throw new Error(
      `The database in ${place.folder} exists, but its password file ${dataDir}/secrets/postgres-password is ` +
        `missing. Restore that file from a backup, or move ${place.folder} away to start with an empty database.`,
    );
  }
  // The data folder itself was removed and made again; this cluster outside it is what the removal forgot.
  if (!(await stopPostmaster(place.folder, STOP_WAIT_MS))) {
    throw new Error(
      `A database of an earlier data folder still runs in ${place.folder}. Stop it and start again.`,
    );
  }
  const aside = `${place.folder}.old-${Date.now()}`;
  await rename(place.folder, aside);
  say(
    `The database of an earlier data folder ${dataDir} was moved to ${aside}; remove it when you do not need it.`,
  );
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'parley'");
  if (rowCount === 0) await client.query('CREATE DATABASE parley');
}

async function stopIfLast(options: {
  place: ClusterPlace;
  password: string;
  client: Client;
  socketFolder: string;
  say: (line: string) => void;
}): Promise<void> {
  const { place, password, client, socketFolder, say } = options;
  const inUse = await hasOtherClients(client).catch(async () => {
    // Our session was cut: the server was killed, or another process started it anew.
    const again = await tryConnect(password, socketFolder).catch(() => undefined);
    if (!again) return undefined;
    return hasOtherClients(again).finally(() => again.end());
  });
  await client.end().catch(() => undefined);
  if (inUse !== false) return;
  if (await stopPostmaster(place.folder, STOP_WAIT_MS)) await removeSocketFolder(socketFolder);
  else say('The database is still shutting down in the background.');
}

async function hasOtherClients(client: Client): Promise<boolean> {
  const deadline = Date.now() + LEAVING_MS;
  for (;;) {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
    );
    if (rowCount === 0) return false;
    if (Date.now() > deadline) return true;
    await sleep(20);
  }
}
