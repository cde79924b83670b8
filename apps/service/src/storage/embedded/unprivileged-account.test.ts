import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { firstBarrier, nobody } from './unprivileged-account.ts';

test('the outermost folder that bars an account is named, and none when all can be passed', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'parley-barrier-'));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  const inner = join(outer, 'inner');
  await mkdir(inner, { mode: 0o700 });
  expect(await firstBarrier(inner, nobody)).toBe(outer);
  await chmod(outer, 0o701);
  expect(await firstBarrier(inner, nobody)).toBe(inner);
  await chmod(inner, 0o701);
  expect(await firstBarrier(inner, nobody)).toBeUndefined();
});
