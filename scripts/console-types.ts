import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { consoleDocument, publicDocument } from '@parley/service/main/api-document.ts';
import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';

/**
 * Writes the types of the API for the console, from the same route objects that serve it. They are not committed:
 * `npm run check` writes them before it checks types.
 */

const app = join(import.meta.dirname, '../apps/console');
/** It needs the API of TypeScript 5, so the console has a TypeScript of its own. */
const generator = join(app, 'node_modules/openapi-typescript/bin/cli.js');
const documents = {
  'api.gen.ts': publicDocument(apiRoutes, { aliases: true }),
  'console-api.gen.ts': consoleDocument(consoleRoutes),
};

/** Which document each file was last written from, by this version of the generator. */
const cache = join(import.meta.dirname, '../node_modules/.cache/console-types');

async function writeTypes(name: string, document: object, folder: string): Promise<void> {
  const json = JSON.stringify(document);
  const output = join(app, 'src/api', name);
  const mark = join(cache, name);
  const [version, types, last] = await Promise.all(
    [join(app, 'node_modules/openapi-typescript/package.json'), output, mark].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  );
  const hashOf = (written: string) =>
    createHash('sha256')
      .update(json + version + written)
      .digest('hex');
  if (last === hashOf(types ?? '')) return;
  const source = join(folder, `${name}.json`);
  await writeFile(source, json);
  await promisify(execFile)(process.execPath, [generator, source, '--output', output]);
  await writeFile(mark, hashOf(await readFile(output, 'utf8')));
}

await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'parley-types-'));
try {
  await Promise.all(Object.entries(documents).map(([name, document]) => writeTypes(name, document, folder)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
