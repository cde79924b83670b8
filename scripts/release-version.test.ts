import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { versionObstacles, writeVersion } from './release-version.ts';

const root = join(import.meta.dirname, '..');
const packages = ['.', 'packages/*', 'apps/*', 'testing'].flatMap((folder) =>
  globSync(join(folder, 'package.json'), { cwd: root }),
);
const files = [...packages, 'package-lock.json', 'CHANGELOG.md', 'deploy/kubernetes/kustomization.yaml'];

const HEADING = '## [Unreleased]\n';

/** A copy of what has a version. */
let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'release-'));
  for (const file of files) cpSync(join(root, file), join(copy, file));
  // Right after a release there is nothing.
  const changelog = read('CHANGELOG.md').replace(HEADING, `${HEADING}\n### Added\n\n- Something.\n`);
  writeFileSync(join(copy, 'CHANGELOG.md'), changelog);
});
afterEach(() => rmSync(copy, { recursive: true }));

const read = (file: string) => readFileSync(join(copy, file), 'utf8');
const current: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

test('a release sets its version in every package, what they need of each other, the lockfile and the manifests', () => {
  expect(versionObstacles(copy, '9.0.0')).toEqual([]);
  const written = writeVersion(copy, '9.0.0', '2026-11-19');
  const manifests = written.filter((file) => file.endsWith('package.json'));
  expect(manifests).toEqual(packages.toSorted());
  const lock = JSON.parse(read('package-lock.json'));
  for (const file of manifests) {
    const { version, dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    expect([file, version]).toEqual([file, '9.0.0']);
    const locked = lock.packages[file.replace(/\/?package\.json$/, '')];
    expect(locked).toMatchObject({ version: '9.0.0' });
    expect({ ...locked.dependencies, ...locked.devDependencies }).toEqual({
      ...dependencies,
      ...devDependencies,
    });
    for (const [name, needed] of Object.entries({ ...dependencies, ...devDependencies }))
      if (name.startsWith('@parley/')) expect([file, name, needed]).toEqual([file, name, '9.0.0']);
  }
  expect(lock.version).toBe('9.0.0');
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain('newTag: 9.0.0');
  // What others publish keeps its version.
  expect(lock.packages['node_modules/vitest']).toEqual(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages['node_modules/vitest'],
  );
});

test('a release dates what was unreleased, and leaves an empty heading for what comes next', () => {
  const before = read('CHANGELOG.md');
  writeVersion(copy, '9.0.0', '2026-11-19');
  expect(read('CHANGELOG.md')).toBe(before.replace(HEADING, `${HEADING}\n## [9.0.0] - 2026-11-19\n`));
  expect(versionObstacles(copy, '9.1.0')).toEqual(['CHANGELOG.md lists nothing under "Unreleased".']);
});

test('a version that is no version, is not later or was released is refused', () => {
  expect(versionObstacles(copy, 'v9.0.0')).toEqual([expect.stringContaining('is not a version')]);
  expect(versionObstacles(copy, '0.0.1')).toEqual([
    `0.0.1 is not later than ${current}, which package.json has.`,
  ]);
  writeVersion(copy, '9.0.0-alpha.1', '2026-11-19');
  expect(versionObstacles(copy, '9.0.0')).not.toContainEqual(expect.stringContaining('later'));
  expect(versionObstacles(copy, '9.0.0-alpha.1')).toEqual([
    expect.stringContaining('is not later'),
    'CHANGELOG.md has 9.0.0-alpha.1 already.',
    expect.stringContaining('lists nothing'),
  ]);
});
