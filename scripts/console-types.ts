import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

const folder = await mkdtemp(join(tmpdir(), 'parley-types-'));
try {
  await Promise.all(
    Object.entries(documents).map(async ([name, document]) => {
      const source = join(folder, `${name}.json`);
      await writeFile(source, JSON.stringify(document));
      await promisify(execFile)(process.execPath, [
        generator,
        source,
        '--output',
        join(app, 'src/api', name),
      ]);
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
