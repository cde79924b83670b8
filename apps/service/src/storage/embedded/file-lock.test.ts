import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withFileLock } from './file-lock.ts';

async function newLockPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
}

test('two tasks under one file lock never overlap', async () => {
  const path = await newLockPath();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
  };
  await Promise.all([1, 2, 3].map(() => withFileLock(path, { timeoutMs: 5_000 }, work)));
  expect(most).toBe(1);
});

test('a wait for a file lock is announced once, and a lock held for too long is reported', async () => {
  const path = await newLockPath();
  let announced = 0;
  await withFileLock(path, { timeoutMs: 0 }, async () => {
    const second = withFileLock(path, { timeoutMs: 60, onWait: () => announced++ }, async () => 'in');
    await expect(second).rejects.toThrow(/Another process has held/);
  });
  expect(announced).toBe(1);
});

test('the file lock of a killed process can be taken', async () => {
  const path = await newLockPath();
  const script = `
    import { withFileLock } from ${JSON.stringify(new URL('./file-lock.ts', import.meta.url).href)};
    await withFileLock(${JSON.stringify(path)}, { timeoutMs: 0 }, async () => {
      console.log('held');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await expect(withFileLock(path, { timeoutMs: 0 }, async () => 'in')).rejects.toThrow();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await withFileLock(path, { timeoutMs: 0 }, async () => 'in')).toBe('in');
});

test('taking a file lock in a missing folder is refused with its path', async () => {
  const path = join(await newLockPath(), 'missing', 'lock');
  await expect(withFileLock(path, { timeoutMs: 0 }, async () => 'in')).rejects.toThrow(path);
});
