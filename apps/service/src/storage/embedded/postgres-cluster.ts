import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Account,
  firstBarrier,
  nobody,
  type PostgresBinaries,
  postgresEnvironment,
} from './postgres-binaries.ts';

/** Where the database lives and who runs it. */
export interface ClusterPlace {
  /** free of symbolic links, so that it can be compared with what a running server says */
  readonly folder: string;
  /** undefined: as ourselves */
  readonly account: Account | undefined;
  /** the link to leave in the data folder when the cluster had to go elsewhere */
  readonly linkFrom: string | undefined;
}

/** Decides where the cluster of a data folder lives. `dataDir` is a real path. */
export async function placeCluster(options: {
  dataDir: string;
  sharedFolder: string;
  say: (line: string) => void;
}): Promise<ClusterPlace> {
  const { dataDir, sharedFolder, say } = options;
  const entry = join(dataDir, 'postgres');
  const found = await lstat(entry).catch(ignoreMissing);

  if (found?.isSymbolicLink()) {
    const folder = await realpath(entry).catch(() => {
      throw new Error(
        `${entry} points to a folder that no longer exists. Restore that folder from a backup, or remove ` +
          `${entry} to begin with an empty database.`,
      );
    });
    return { folder, account: await accountFor(folder), linkFrom: undefined };
  }

  const account = await accountFor(entry);
  if (account === undefined) return { folder: entry, account, linkFrom: undefined };

  const barrier = await openDataFolder(dataDir, account);
  if (barrier === undefined) return { folder: entry, account, linkFrom: undefined };
  if (found && (await readdir(entry)).length > 0) {
    throw new Error(
      `PostgreSQL does not run as root, and user ${account.uid}, who owns the database in ${entry}, may not pass ` +
        `through ${barrier}. Move the data folder to a place that everyone may pass through, or start the ` +
        'service as an ordinary user.',
    );
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = join(sharedFolder, `postgres-${hash}`);
  say(
    `The database goes to ${folder}: PostgreSQL does not run as root, and user ${account.uid}, whom it runs as, ` +
      `may not pass through ${barrier}. ${entry} will point there.`,
  );
  return { folder, account, linkFrom: entry };
}

/** True when a complete cluster is there; throws when something else is. */
export async function hasCluster(place: ClusterPlace, majorVersion: string): Promise<boolean> {
  const { folder } = place;
  await refuseForeignCluster(place);
  const names = await readdir(folder).catch(ignoreMissing);
  if (names === undefined || names.length === 0) return false;
  if (!names.includes('PG_VERSION')) {
    throw new Error(`${folder} is not a PostgreSQL database. Move it away and start again.`);
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion) {
    throw new Error(
      `The database in ${folder} is of PostgreSQL ${version}, this service brings PostgreSQL ${majorVersion}. Run the ` +
        `earlier version of the service and export with pg_dump, or use pg_upgrade, before you start this one.`,
    );
  }
  return true;
}

/** Lets the server's user own a cluster that, for example, came back from a backup restored by root. */
export async function ensureClusterOwner(place: ClusterPlace): Promise<void> {
  if (place.account === undefined) return;
  const { uid } = await stat(place.folder);
  if (uid !== place.account.uid) await chownTree(place.folder, place.account);
}

/** Creates an empty cluster; a crash at any moment leaves either all of it or nothing that counts. */
export async function createCluster(options: {
  place: ClusterPlace;
  binaries: PostgresBinaries;
  password: string;
  /** false only where the data may be lost, as in tests */
  durable: boolean;
}): Promise<void> {
  const { place, binaries, password, durable } = options;
  const { folder, account } = place;
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await removeUnfinished(folder);

  const nursery = `${folder}.new-${randomBytes(4).toString('hex')}`;
  const passwordFile = join(nursery, 'password');
  const draft = join(nursery, 'cluster');
  await mkdir(nursery, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(nursery, account.uid, account.gid);
  }
  const args = [
    '--pgdata',
    draft,
    '--username',
    'parley',
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
  ];
  // The builtin provider sorts the same on every machine and needs no locale of the system.
  args.push(
    '--encoding',
    'UTF8',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
  );
  args.push('--no-instructions', ...(durable ? [] : ['--no-sync']));
  try {
    await promisify(execFile)(binaries.initdb, args, { ...account, cwd: '/', env: postgresEnvironment });
    await rename(draft, folder);
    if (durable) await syncFolder(parent);
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const advice = printed.includes('could not look up effective user ID')
      ? 'Give that user a line in /etc/passwd, start as a user who has one (or as root), or set DATABASE_URL.'
      : 'Check that the disk has space and that the folder may be written, then start again. The incomplete database was removed.';
    throw new Error(
      `The database could not be created in ${folder}. ${printed || String(error)}\n${advice}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(nursery, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Done last, so that a link always leads to a complete cluster. */
export async function linkCluster(place: ClusterPlace): Promise<void> {
  if (place.linkFrom === undefined) return;
  // An empty folder may stand there; anything else was refused earlier.
  await rm(place.linkFrom, { recursive: true, force: true });
  await symlink(place.folder, place.linkFrom);
}

/** The superuser's password, undefined before the first start. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'secrets', 'postgres-password'), 'utf8').catch(ignoreMissing);
  return text?.trim() || undefined;
}

export async function createPassword(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, 'postgres-password');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(password);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
  return password;
}

/** initdb and postgres refuse root: then the owner of an existing cluster runs them, else nobody. */
async function accountFor(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(ignoreMissing);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
}

async function refuseForeignCluster({ folder, account }: ClusterPlace): Promise<void> {
  const owner = await stat(folder).catch(ignoreMissing);
  const me = process.getuid?.();
  if (owner === undefined || account !== undefined || owner.uid === me) return;
  throw new Error(
    `The database in ${folder} belongs to user ${owner.uid}, and this service runs as user ${me}. Start it as the ` +
      `user who created it (root, if user ${owner.uid} is ${nobody.uid}), or run: chown -R ${me} ${folder}`,
  );
}

/** Returns the folder that still bars the account, after giving it the right to pass the data folder itself. */
async function openDataFolder(dataDir: string, account: Account): Promise<string | undefined> {
  const barrier = await firstBarrier(dataDir, account);
  if (barrier !== dataDir) return barrier;
  await chmod(dataDir, ((await stat(dataDir)).mode & 0o7777) | 0o001);
  return firstBarrier(dataDir, account);
}

/** What a killed initdb left behind. The caller holds the lock of the data folder, so no other process uses it. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    // An initdb that outlived its parent may still be writing; the next start then removes the rest.
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The top goes last: until then an interrupted run is seen as not done. */
async function chownTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownTree(path, account);
    else await lchown(path, account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
