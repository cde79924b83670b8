import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownPackages } from './own-packages.ts';

const root = mkdtempSync(join(tmpdir(), 'own-packages-'));
afterAll(() => rmSync(root, { recursive: true }));

function plant(folder: string, name: string, ...needed: string[]): void {
  mkdirSync(join(root, folder), { recursive: true });
  const dependencies = Object.fromEntries(needed.map((one) => [one, '1']));
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name, dependencies }));
}

test('the own packages that a package needs are found, directly or through others, and nothing else', () => {
  plant('apps/page', '@our/page', '@our/words', 'react');
  plant('packages/words', '@our/words', '@our/base');
  plant('packages/base', '@our/base');
  plant('packages/unused', '@our/unused');
  expect(ownPackages(root, 'apps/page')).toEqual(['packages/base', 'packages/words']);
});
