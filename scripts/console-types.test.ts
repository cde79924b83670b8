import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleTypes } from './console-types.ts';

test('the types of the console are those of the routes: node scripts/console-types.ts writes them anew', async () => {
  const types = await consoleTypes();
  expect(types.size).toBe(2);
  for (const [path, text] of types) expect(await readFile(path, 'utf8').catch(() => 'missing')).toBe(text);
});
