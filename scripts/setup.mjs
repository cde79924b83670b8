// Runs before start, test and the other scripts, on any Node that the machine has, and installs missing dependencies.
// It must not import anything that is installed by it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const marker = join(root, 'node_modules', '.installed-lock');
// Offline STT and TTS are 300 MB, which a service that only serves the API does not need.
const withSpeech = (process.env.PARLEY_INSTALL_SPEECH || settingInFile('PARLEY_INSTALL_SPEECH')) !== 'off';
// The lock file and the platform: a folder copied from another machine is installed again.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}${withSpeech ? '' : ' without speech'}`)
  .digest('hex');

// Written only after a complete install, so an interrupted one is repeated.
const installed = existsSync(marker) && readFileSync(marker, 'utf8') === wanted;

if (!installed) {
  console.log('Installing dependencies (once; one to three minutes)…');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  // npm prints nothing for minutes when its output is not a terminal.
  const progress = setInterval(() => console.log(`Still installing, for ${seconds()} s…`), progressMs());
  const ended = await install();
  clearInterval(progress);
  if ('signal' in ended) {
    console.error('Installation interrupted; run the same command again.');
    process.exit(128 + constants.signals[ended.signal]);
  }
  if (ended.code !== 0) {
    console.error(
      'The installation did not finish. If another one is running here, let it end; otherwise check the network. Then run the same command again.',
    );
    process.exit(1);
  }
  writeFileSync(marker, wanted);
  console.log(`Installed in ${seconds()} s.`);
}

/** Tests want to see it sooner: --progress-ms 50. */
function progressMs() {
  const at = process.argv.indexOf('--progress-ms');
  return at < 0 ? 15_000 : Number(process.argv[at + 1]);
}

/**
 * Runs npm ci and returns its exit code, or the signal that interrupted it. After a Ctrl-C npm and its child processes
 * continue for minutes: they are a process group of their own, which is ended as a whole.
 */
function install() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Every workspace except the speech models.
  if (!withSpeech)
    args.push('--include-workspace-root', ...workspaces().map((folder) => `--workspace=${folder}`));
  // The npm that runs this script, if it says which one it is.
  const [command, ...before] = npm && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Without npm's own settings of this run: "npm test --something" must not change the install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production|only)$/i.test(name)),
  );
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    detached: true,
    // A background process group may write to the terminal, but not read from it.
    stdio: ['ignore', 'inherit', 'inherit'],
    // The runtime of the offline STT would download a GPU driver.
    env: { ...env, NODE_ENV: '', ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  return new Promise((resolve) => {
    let signalled;
    const interrupt = (signal) => {
      // npm forwards the same Ctrl-C once more.
      if (signalled) return;
      signalled = signal;
      endGroup(child.pid, 'SIGTERM');
      // A process that ignores the signal has a second.
      setTimeout(() => {
        endGroup(child.pid, 'SIGKILL');
        finish({ signal });
      }, 1000);
    };
    const finish = (ended) => {
      for (const signal of signals) process.off(signal, interrupt);
      resolve(ended);
    };
    for (const signal of signals) process.on(signal, interrupt);
    child.on('error', () => finish({ code: 1 }));
    child.on('exit', (code) => {
      if (!signalled) finish({ code });
    });
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** Every workspace except the one with the weights of offline speech. */
function workspaces() {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return [...folders, 'testing'].filter((folder) => folder !== 'packages/speech-models');
}

function settingInFile(name) {
  const file = join(root, '.env');
  if (!existsSync(file)) return undefined;
  return new RegExp(`^${name}=["']?([^"'\\s]*)`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
}

const bundled = join(root, 'node_modules', '.bin', 'node');
if (!existsSync(bundled) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Parley needs Node 24 or later; this is ${process.version}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

// The console is TypeScript for browsers, so it is built once, here.
if (existsSync(join(root, 'apps/console', 'index.html'))) {
  const node = existsSync(bundled) ? bundled : process.execPath;
  const { status } = spawnSync(node, [join(root, 'scripts', 'build-console.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The console could not be built; see the error above. Everything else works without it.');
  }
}
