import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whom a program runs as; fits the `uid` and `gid` options of spawn. */
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
