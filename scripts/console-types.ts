import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { consoleDocument, publicDocument } from '@parley/service/main/api-document.ts';
import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';

/**
 * Writes the types that the console speaks the API with: `node scripts/console-types.ts`. They come from the same
 * route objects that serve it, and a test holds the files against them.
 */

const root = join(import.meta.dirname, '..');
/** It needs the API of TypeScript 5, so it lives in the workspace of the SDK with a TypeScript of its own. */
const generator = join(root, 'packages/sdk/node_modules/openapi-typescript/bin/cli.js');

/** What each file has to hold, by its path. */
export async function consoleTypes(): Promise<ReadonlyMap<string, string>> {
  const documents = {
    'api.gen.ts': publicDocument(apiRoutes, { aliases: true }),
    'console-api.gen.ts': consoleDocument(consoleRoutes),
  };
  const folder = await mkdtemp(join(tmpdir(), 'parley-types-'));
  try {
    const types = Object.entries(documents).map(async ([name, document]) => {
      const text = await typesOf(document, join(folder, name));
      return [join(root, 'apps/console/src/api', name), text] as const;
    });
    return new Map(await Promise.all(types));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function typesOf(document: object, file: string): Promise<string> {
  await writeFile(`${file}.json`, JSON.stringify(document));
  await promisify(execFile)(process.execPath, [generator, `${file}.json`, '--output', file]);
  return readFile(file, 'utf8');
}

if (import.meta.main) {
  for (const [path, text] of await consoleTypes()) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
