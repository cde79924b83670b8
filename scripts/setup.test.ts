import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A folder like a fresh clone, with an npm that only writes down what it was told. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-setup-'));
  await mkdir(join(folder, 'scripts'));
  await mkdir(join(folder, 'node_modules'));
  await copyFile(join(import.meta.dirname, 'setup.mjs'), join(folder, 'scripts/setup.mjs'));
  await writeFile(join(folder, 'package-lock.json'), '{}');
  await writeFile(
    join(folder, 'npm.cjs'),
    "require('fs').appendFileSync(__dirname + '/told', process.argv.slice(2).join(' ') + '\\n')",
  );
});
afterEach(() => rm(folder, { recursive: true }));

/** What npm was told, start by start. */
async function told(...starts: Record<string, string>[]): Promise<string[]> {
  for (const environment of starts)
    await promisify(execFile)(process.execPath, [join(folder, 'scripts/setup.mjs')], {
      env: { npm_execpath: join(folder, 'npm.cjs'), ...environment },
    });
  return (await readFile(join(folder, 'told'), 'utf8')).trim().split('\n');
}

test('everything is installed once', async () => {
  expect(await told({}, {})).toEqual(['ci --no-audit --no-fund --loglevel=error']);
});

test('PARLEY_INSTALL_SPEECH=off leaves out the workspace of speech, and without it that is installed', async () => {
  const off = { PARLEY_INSTALL_SPEECH: 'off' };
  expect(await told(off, off, {})).toEqual([
    'ci --no-audit --no-fund --loglevel=error --include-workspace-root --workspace=console --workspace=sdk',
    'ci --no-audit --no-fund --loglevel=error',
  ]);
});

test('the file .env may say so too', async () => {
  await writeFile(join(folder, '.env'), 'PORT=3001\nPARLEY_INSTALL_SPEECH="off"\n');
  expect((await told({}))[0]).toContain('--workspace=sdk');
});
