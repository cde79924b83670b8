import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dependencyViolations } from './dependencies.ts';

const root = mkdtempSync(join(tmpdir(), 'dependencies-'));
afterAll(() => rmSync(root, { recursive: true }));

const good = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };

function locked(packages: Record<string, object>): string[] {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  return dependencyViolations(root);
}

test('every dependency comes from the registry, has a checksum and an allowed licence', () => {
  expect(dependencyViolations(join(import.meta.dirname, '..'))).toEqual([]);
});

test.each([
  [{ license: 'GPL-3.0' }, 'a 1.0.0 has the licence GPL-3.0'],
  [{ license: 'MIT AND GPL-3.0' }, 'a 1.0.0 has the licence MIT AND GPL-3.0'],
  [{ license: undefined }, 'a 1.0.0 has the licence none'],
  [{ integrity: undefined }, 'a 1.0.0 has no SHA-512 checksum'],
  [{ integrity: 'sha1-x' }, 'a 1.0.0 has no SHA-512 checksum'],
  [{ resolved: 'git+ssh://git@example.com/a.git' }, 'a 1.0.0 comes from git+ssh:'],
])('a package with %o is reported', (change, words) => {
  expect(locked({ '': {}, 'node_modules/a': { ...good, ...change } })).toEqual([
    expect.stringContaining(words),
  ]);
});

test('one allowed licence of several alternatives suffices, and our own packages are not checked', () => {
  const packages = {
    '': {},
    'packages/own': { version: '1.0.0' },
    'node_modules/own': { link: true },
    'node_modules/a': { ...good, license: '(GPL-3.0 OR Apache-2.0)' },
  };
  expect(locked(packages)).toEqual([]);
});

test('a lockfile without packages is reported as a failure', () => {
  expect(locked({ '': {} })).toHaveLength(1);
});
