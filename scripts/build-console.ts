import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listPackages } from './bundled-packages.ts';
import { ownPackages } from './own-packages.ts';

/**
 * Builds apps/console/dist if the console's sources have changed since the last build. A service started from a clone runs it
 * in the background. What it needs for that, and the service does not, is installed aside and removed again.
 */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'apps/console');
const dist = join(folder, 'dist');

async function madeOf(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  hash.update(await readFile(join(import.meta.dirname, 'bundled-packages.ts')));
  const names = await readdir(folder, { recursive: true });
  for (const name of names.sort()) {
    if (!/^(src|public)[/\\].*\.\w+$|^[\w.-]+\.(ts|html)$/.test(name)) continue;
    // Only types, which leave no trace in the build.
    if (name.endsWith('.gen.ts')) continue;
    hash.update(name).update(await readFile(join(folder, name)));
  }
  for (const name of ownPackages(root, 'apps/console')) {
    const names = await readdir(join(root, name), { recursive: true });
    for (const file of names.sort())
      if (/^(src|locales)[/\\].*\.(ts|json)$/.test(file) && !file.endsWith('.test.ts'))
        hash.update(file).update(await readFile(join(root, name, file)));
  }
  return hash.digest('hex');
}

type Build = typeof import('vite').build;
/** Plain JavaScript, for Nodes that know no TypeScript. */
const { installPart } = (await import(new URL('./partial-install.mjs', import.meta.url).href)) as {
  installPart(options: object): Promise<{ code: number }>;
};

const ASIDE = '.install-console-';

/** Runs `build` with a folder that has the console and all it is built with. */
async function withTools(build: (console: string, vite: Build) => Promise<void>): Promise<void> {
  const inPlace = viteOf(folder);
  if (inPlace !== undefined) return build(folder, await inPlace);
  await removeAbandoned();
  const aside = join(root, `${ASIDE}${process.pid}`);
  try {
    const workspaces = ['apps/console'];
    const { code } = await installPart({ root, folder: aside, workspaces, packages: [], say: console.log });
    if (code !== 0) throw new Error('What the console is built with could not be installed.');
    const sources = ['apps/console', ...ownPackages(root, 'apps/console')];
    for (const part of [...sources, 'tsconfig.json', 'tsconfig.browser.json'])
      await cp(join(root, part), join(aside, part), {
        recursive: true,
        filter: (path) => !/[/\\](node_modules|dist[^/\\]*|package\.json)$/.test(path),
      });
    const there = join(aside, 'apps/console');
    await build(there, (await viteOf(there)) as Build);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Undefined: it is not installed there. */
function viteOf(near: string): Promise<Build> | undefined {
  try {
    const entry = createRequire(join(near, 'package.json')).resolve('vite/package.json');
    const main = pathToFileURL(join(entry, '../dist/node/index.js')).href;
    return import(main).then((vite: { build: Build }) => vite.build);
  } catch {
    return undefined;
  }
}

/** Of builds that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(ASIDE)) continue;
    try {
      process.kill(Number(name.slice(ASIDE.length)), 0);
    } catch {
      await rm(join(root, name), { recursive: true, force: true });
    }
  }
}

const wanted = await madeOf();
const made = await readFile(join(dist, '.made-of'), 'utf8').catch(() => undefined);
if (made !== wanted) {
  const started = performance.now();
  console.log('Building the console (once; up to a minute or two)…');
  // Whatever the environment says: otherwise React is built for development, twice as large and slow.
  process.env.NODE_ENV = 'production';
  // Built elsewhere and moved into place: neither a running service nor a second build sees half of it.
  const aside = join(folder, `dist.${process.pid}`);
  try {
    await withTools(async (from, build) => {
      await build({
        configFile: join(from, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: aside },
        plugins: [listPackages(join(from, '../..'))],
      });
    });
  } catch (error) {
    // As it is, the error would print every file that was read.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.error(`The console could not be built: ${reason}`);
    process.exit(1);
  }
  await writeFile(join(aside, '.made-of'), wanted);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
