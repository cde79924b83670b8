import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referenceDocs } from './reference-docs.ts';

test.each(Object.keys(referenceDocs))(
  '%s is as npx node scripts/reference-docs.ts writes it',
  async (path) => {
    const written = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    expect(written).toBe(await referenceDocs[path]?.());
  },
);
