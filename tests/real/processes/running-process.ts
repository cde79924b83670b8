import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';

export const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
export const KEY = /^ {2}(sk_test_\S+)$/m;
export const LINK = /^ {2}(http\S+\/console\/sign-in#\S+)$/m;

export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  said(words: RegExp): Promise<string>;
}

const folders: string[] = [];
const databases: ClonedDatabase[] = [];
export const children: ChildProcess[] = [];

/** Nothing of a test outlives it. */
export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    const pid = await postgresPid(folder);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
  for (const database of databases.splice(0)) await database.drop();
}

export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
  folders.push(folder);
  return folder;
}

/** An empty database that is there already: a start on it is much cheaper than one that makes its own. */
export async function newDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await cloneDatabase();
  databases.push(database);
  return { DATABASE_URL: database.url };
}

export async function start(
  dataDir: string,
  environment: Record<string, string> = {},
  uid?: number,
  parameters: readonly string[] = [],
  /** Of another version. */
  file = program,
): Promise<Running> {
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [file, 'start', ...parameters], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, PARLEY_DATA_DIR: dataDir, ...environment, PORT: port },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return {
    child,
    url: `http://localhost:${port}`,
    output: () => text,
    async said(words) {
      while (!words.test(text)) {
        const ended = child.exitCode ?? child.signalCode;
        if (ended !== null) throw new Error(`It ended with ${ended} before it said ${words}: ${text}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'exit')]);
      }
      return words.exec(text)?.[1] ?? '';
    },
  };
}

export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

export async function stop(running: Running, signal: NodeJS.Signals): Promise<number | null> {
  running.child.kill(signal);
  if (running.child.exitCode === null) await once(running.child, 'exit');
  return running.child.exitCode;
}
