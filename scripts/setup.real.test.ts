import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  for (const workspace of ['packages/sip', 'packages/speech-models', 'apps/service'])
    await mkdir(join(folder, workspace), { recursive: true });
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

test('dependencies are installed once', async () => {
  expect(await told({}, {})).toEqual(['ci --no-audit --no-fund --loglevel=error']);
});

test('PARLEY_INSTALL_SPEECH=off leaves the speech packages out, and otherwise they are installed', async () => {
  const off = { PARLEY_INSTALL_SPEECH: 'off' };
  expect(await told(off, off, {})).toEqual([
    'ci --no-audit --no-fund --loglevel=error --include-workspace-root --workspace=packages/sip --workspace=apps/service --workspace=testing',
    'ci --no-audit --no-fund --loglevel=error',
  ]);
});

test('PARLEY_INSTALL_SPEECH is read from .env too', async () => {
  await writeFile(join(folder, '.env'), 'PORT=3001\nPARLEY_INSTALL_SPEECH="off"\n');
  expect((await told({}))[0]).toContain('--workspace=apps/service');
});

/** A setup whose npm does not end, does not listen to signals, and has started a process that does neither. */
async function endlessSetup(...args: string[]) {
  const deaf = "for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});";
  const child = JSON.stringify(`${deaf} setInterval(() => {}, 1000); console.log('Under way')`);
  await writeFile(
    join(folder, 'npm.cjs'),
    `${deaf} require('child_process').spawn(process.execPath, ['-e', ${child}], { stdio: 'inherit' });`,
  );
  const setup = spawn(process.execPath, [join(folder, 'scripts/setup.mjs'), ...args], {
    env: { npm_execpath: join(folder, 'npm.cjs') },
  });
  // Not before the last process that can write to its output has ended.
  const ended = once(setup, 'close');
  let text = '';
  for (const stream of [setup.stdout, setup.stderr]) stream.on('data', (chunk) => (text += chunk));
  const said = async (words: RegExp) => {
    while (!words.test(text)) await once(setup.stdout, 'data');
  };
  return { setup, ended, said, output: () => text };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'an installation interrupted by %s ends all its processes and says what to do',
  async (signal, code) => {
    const { setup, ended, said, output } = await endlessSetup();
    await said(/^Under way$/m);
    setup.kill(signal);
    expect(await ended).toEqual([code, null]);
    expect(output()).toContain('Installation interrupted; run the same command again.\n');
    expect(output()).not.toContain('check the network');
    // It is done again.
    await writeFile(join(folder, 'npm.cjs'), "require('fs').writeFileSync(__dirname + '/told', 'again')");
    expect(await told({})).toEqual(['again']);
  },
);

test('an installation prints how long it may take and reports progress', async () => {
  const { setup, ended, said } = await endlessSetup('--progress-ms', '20');
  await said(/^Installing dependencies \(once; one to three minutes\)…$/m);
  await said(/^Still installing, for \d+ s…$/m);
  setup.kill('SIGINT');
  await ended;
});
