import { expect, test } from 'vitest';
import { changeOf } from './changed-tests.ts';

const repositoryChecks = ['scripts/packages.ts', 'scripts/layers.ts', 'scripts/words.ts'];
const mentions: Readonly<Record<string, readonly string[]>> = {
  'media-thread.ts': ['packages/sip/src/media/media-service.ts'],
  'posting.html': ['testing/src/postings.ts'],
};
const change = (...paths: string[]) => changeOf(paths, (text) => mentions[text] ?? []);

test.each([
  ['a module', 'packages/kernel/src/day.ts', []],
  ['a locale', 'packages/language/locales/et/cues.json', ['packages/language/src/locale.ts']],
  [
    'a migration',
    'apps/service/src/storage/migrations/0001_a.sql',
    ['apps/service/src/storage/migrate.ts', 'testing/src/database.ts'],
  ],
  ['a worker thread', 'packages/sip/src/media/media-thread.ts', ['packages/sip/src/media/media-service.ts']],
  ['a file that a test reads', 'testing/src/postings/posting.html', ['testing/src/postings.ts']],
])('a change of %s selects the tests of everything that reads it', (_, path, readers) => {
  const isModule = path.endsWith('.ts');
  const checks = /\.(ts|json)$/.test(path) ? repositoryChecks : [];
  expect(new Set(change(path).files)).toEqual(new Set([...(isModule ? [path] : []), ...readers, ...checks]));
  expect(change(path).everything).toBe(false);
});

test('a change of dependencies, configuration or test set-up selects every test', () => {
  for (const path of [
    'package-lock.json',
    'packages/sip/package.json',
    'vitest.config.ts',
    'testing/src/global-setup.ts',
  ])
    expect(change(path).everything).toBe(true);
});

test('a change of a document or of the console selects the tests with real programs that it affects', () => {
  expect(change('docs/keys.md', 'README.md', 'apps/console/src/routes.tsx').real).toEqual([
    'tests/real/docs',
    'tests/real/console',
  ]);
  expect(change('packages/kernel/src/day.ts').real).toEqual([]);
});
