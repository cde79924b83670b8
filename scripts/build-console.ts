import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds apps/console/dist if the console's sources have changed since the last build. Part of the setup. */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'apps/console');
const dist = join(folder, 'dist');

async function madeOf(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  const names = await readdir(folder, { recursive: true });
  for (const name of names.sort()) {
    if (!/^(src|public)[/\\].*\.\w+$|^[\w.-]+\.(ts|html)$/.test(name)) continue;
    // Only types, which leave no trace in the build.
    if (name.endsWith('.gen.ts')) continue;
    hash.update(name).update(await readFile(join(folder, name)));
  }
  // What the console takes from other packages.
  for (const name of ['contract', 'language']) {
    const sources = join(root, 'packages', name, 'src');
    for (const file of (await readdir(sources)).sort())
      if (file.endsWith('.ts')) hash.update(file).update(await readFile(join(sources, file)));
  }
  return hash.digest('hex');
}

const wanted = await madeOf();
const made = await readFile(join(dist, '.made-of'), 'utf8').catch(() => undefined);
if (made !== wanted) {
  const started = performance.now();
  console.log('Building the console (once; some seconds)…');
  // Whatever the environment says: otherwise React is built for development, twice as large and slow.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // Built elsewhere and moved into place: neither a running service nor a second build sees half of it.
  const aside = join(folder, `dist.${process.pid}`);
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: aside } });
  await writeFile(join(aside, '.made-of'), wanted);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
