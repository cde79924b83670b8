import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'parley-clone-'));
  const files = (
    await promisify(execFile)('git', ['ls-files', '-z', 'apps', 'packages', 'scripts'], { cwd: root })
  ).stdout
    .split('\0')
    .filter((path) => path !== '');
  for (const path of [
    ...files,
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.browser.json',
  ])
    await cp(join(root, path), join(clone, path));
});
afterEach(() => rm(clone, { recursive: true }));

test('the console is built in a fresh clone, which keeps nothing of what it was built with', {
  timeout: 240_000,
}, async () => {
  await promisify(execFile)(process.execPath, ['scripts/build-console.ts'], { cwd: clone });
  expect(await readFile(join(clone, 'apps/console/dist/index.html'), 'utf8')).toContain('<script');
  const left = await readdir(clone);
  expect(left.filter((name) => name.startsWith('.install') || name === 'node_modules')).toEqual([]);
});
