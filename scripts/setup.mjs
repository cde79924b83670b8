// Runs before start, test and the others, on whatever Node the machine has: installs what is missing.
// It must not import anything that an install would bring.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules', '.installed-lock');
// The offline ear and voice are 300 MB, which a service that only answers the API can do without.
const withSpeech = (process.env.PARLEY_INSTALL_SPEECH || settingInFile('PARLEY_INSTALL_SPEECH')) !== 'off';
// The lock file and the platform: a folder copied from another machine is installed anew.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}${withSpeech ? '' : ' without speech'}`)
  .digest('hex');

// Written only after a whole install, so one that was interrupted is done again.
const installed = existsSync(marker) && readFileSync(marker, 'utf8') === wanted;

if (!installed) {
  console.log('Installing what Parley needs (once; about half a minute)…');
  const started = Date.now();
  if (!(await install())) {
    console.error(
      'The installation did not finish. If another one is running here, let it end; otherwise check the network. Then run the same command again.',
    );
    process.exit(1);
  }
  writeFileSync(marker, wanted);
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Runs npm ci and waits for its end, also when a signal comes: npm gets the same one and tidies up after itself. */
function install() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Every workspace but that of speech.
  if (!withSpeech) args.push('--include-workspace-root', '--workspace=console', '--workspace=sdk');
  // The same npm that runs this script, where it says which it is.
  const [command, ...before] = npm && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Without npm's own settings of this run: "npm test --something" must not change the install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production|only)$/i.test(name)),
  );
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    stdio: 'inherit',
    // The runtime of the offline ear would fetch a driver for graphics cards from elsewhere.
    env: { ...env, NODE_ENV: '', ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
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

// What the console is made of is TypeScript for browsers: it is put together once, here.
if (existsSync(join(root, 'console', 'index.html'))) {
  const node = existsSync(bundled) ? bundled : process.execPath;
  const { status } = spawnSync(node, [join(root, 'scripts', 'build-console.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(
      'The console could not be built; what went wrong stands above. Everything else works without it.',
    );
  }
}
