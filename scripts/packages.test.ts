import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageViolations } from './packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function planted(files: Record<string, string | object>): string {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const audio = { name: '@parley/audio', exports: { './wav.ts': './src/wav.ts' } };
const wav = { 'packages/audio/package.json': audio, 'packages/audio/src/wav.ts': 'export const x = 1;' };

test('our packages have no violations', () => {
  expect(packageViolations(join(import.meta.dirname, '..'))).toEqual([]);
});

test('an import that package.json does not list is reported', () => {
  const root = planted({
    ...wav,
    'packages/sip/package.json': { name: '@parley/sip' },
    'packages/sip/src/a.ts': "import { x } from '@parley/audio/wav.ts';",
  });
  expect(packageViolations(root)).toEqual([
    'packages/sip/src/a.ts imports @parley/audio/wav.ts: packages/sip/package.json does not name @parley/audio',
  ]);
});

test('an import past the exports of a package is reported', () => {
  const root = planted({
    ...wav,
    'packages/sip/package.json': { name: '@parley/sip', dependencies: { '@parley/audio': '1' } },
    'packages/sip/src/a.ts': "import { y } from '@parley/audio/secret.ts';\nimport '../../audio/src/wav.ts';",
  });
  expect(packageViolations(root)).toEqual([
    'packages/sip/src/a.ts imports @parley/audio/secret.ts: @parley/audio does not export it',
    "packages/sip/src/a.ts imports ../../audio/src/wav.ts: it lies outside @parley/sip; use the package's name",
  ]);
});

test('circular dependencies of packages are reported', () => {
  const root = planted({
    'packages/a/package.json': { name: '@parley/a', dependencies: { '@parley/b': '1' } },
    'packages/b/package.json': { name: '@parley/b', dependencies: { '@parley/a': '1' } },
    'packages/a/src/x.ts': "import './y.ts';",
  });
  expect(packageViolations(root)).toEqual([
    '@parley/a needs @parley/b needs @parley/a: a circular dependency',
  ]);
});

test('production code must not import fakes', () => {
  const root = planted({
    'testing/package.json': { name: '@parley/testing', exports: { './*': './src/*' } },
    'packages/sip/package.json': { name: '@parley/sip', devDependencies: { '@parley/testing': '1' } },
    'packages/sip/src/a.ts': "import '@parley/testing/fake.ts';",
    'packages/sip/src/a.test.ts': "import '@parley/testing/fake.ts';",
  });
  expect(packageViolations(root)).toEqual([
    'packages/sip/src/a.ts imports @parley/testing/fake.ts: only tests import it',
  ]);
});

test('a package check that finds no files fails', () => {
  expect(() => packageViolations(planted({}))).toThrow('found 0 packages');
});
