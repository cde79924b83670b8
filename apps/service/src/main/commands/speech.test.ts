import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OFFLINE_STT } from './speech.ts';

test('the offline STT that an installed package is told to install has the versions of a clone', async () => {
  const path = join(import.meta.dirname, '../../../../../packages/speech-models/package.json');
  const { dependencies } = JSON.parse(await readFile(path, 'utf8'));
  const versions = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(versions).toEqual(expect.arrayContaining(OFFLINE_STT));
});
