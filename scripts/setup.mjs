// Runs before start, test and the others, on whatever Node the machine has: installs what is missing.
// It must not import anything that an install would bring.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules', '.installed-lock');
// The lock file and the platform: a folder copied from another machine is installed anew.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

// Written only after a whole install, so one that was interrupted is done again.
const installed = existsSync(marker) && readFileSync(marker, 'utf8') === wanted;

if (!installed) {
  console.log('Installing what Parley needs (once; about a minute)…');
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // The same npm that runs this script, where it says which it is.
  const [command, ...before] = npm && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Without npm's own settings of this run: "npm test --something" must not change the install.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(omit|production|only)$/i.test(name)),
  );
  const { status, error } = spawnSync(command, [...before, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, NODE_ENV: '' },
  });
  if (status !== 0) {
    console.error(
      `The installation failed${error ? ` (${error.message})` : ''}. Check the network, then run the same command again.`,
    );
    process.exit(1);
  }
  writeFileSync(marker, wanted);
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

const bundled = join(root, 'node_modules', '.bin', 'node');
if (!existsSync(bundled) && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Parley needs Node 24 or later; this is ${process.version}. Install it from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
