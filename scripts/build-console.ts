import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes apps/console/dist of the console's sources, when they changed since it was made. Part of the setup. */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'apps/console');
const dist = join(folder, 'dist');

async function madeOf(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  const names = await readdir(folder, { recursive: true });
  for (const name of names.sort()) {
    if (!/^(src|public)[/\\].*\.\w+$|^[\w.-]+\.(ts|html)$/.test(name)) continue;
    // Types alone, which leave no trace in what is built.
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
  // Whatever the environment says: with another value React is built for development, twice as large and slow.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // Made aside and moved into place whole: a service that reads it meanwhile, or a second build, sees no half of it.
  const aside = join(folder, `dist.${process.pid}`);
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: aside } });
  await writeFile(join(aside, '.made-of'), wanted);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
