import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dependencyViolations } from './dependencies.ts';
import { layerViolations } from './layers.ts';
import { packageViolations } from './packages.ts';
import { filesOf, wordViolations } from './words.ts';

/** Format, lint, types, packages and layers, dependencies, file names, dead code: every check that does not run the service. */

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const succeeds = (program: string, args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'inherit' }).status === 0;
const run =
  (command: string, ...args: string[]) =>
  () =>
    succeeds(join(bin, command), args);

const steps: [name: string, passes: () => boolean][] = [
  // First: the console's types are generated, not committed.
  ['types of the API', () => succeeds(process.execPath, [join(import.meta.dirname, 'console-types.ts')])],
  ['format and lint', run('biome', 'ci', '--error-on-warnings', '.')],
  ['types', run('tsc', '--noEmit', '-p', '.')],
  ['types in the browser', run('tsc', '--noEmit', '-p', 'tsconfig.browser.json')],
  ['types in the console', run('tsc', '--noEmit', '-p', 'apps/console')],
  ['packages and layers', keepsWalls],
  ['dependencies', () => hasNone(dependencyViolations(root))],
  ['file names', () => hasNone(wordViolations(filesOf(root)))],
  ['dead code', run('knip', '--no-progress')],
];

function keepsWalls(): boolean {
  return hasNone([...packageViolations(root), ...layerViolations(join(root, 'apps/service/src'))]);
}

function hasNone(violations: readonly string[]): boolean {
  for (const line of violations) console.error(line);
  return violations.length === 0;
}

const failed = steps.filter(([name, passes]) => {
  const started = performance.now();
  const passed = passes();
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return !passed;
});
if (failed.length > 0) process.exit(1);
