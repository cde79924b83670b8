import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What postmaster.pid says. It may be left from a server long gone. */
export interface Postmaster {
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
