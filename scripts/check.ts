import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { breaches } from './floors.ts';

/** Format, lint, types, floors, dead code: everything that can be said without running the service. */

const bin = join(import.meta.dirname, '../node_modules/.bin');
const run =
  (command: string, ...args: string[]) =>
  () =>
    spawnSync(join(bin, command), args, { stdio: 'inherit' }).status === 0;

const steps: [name: string, passes: () => boolean][] = [
  ['format and lint', run('biome', 'ci', '--error-on-warnings', '.')],
  ['types', run('tsc', '--noEmit', '-p', '.')],
  ['types in the browser', run('tsc', '--noEmit', '-p', 'tsconfig.browser.json')],
  ['types in the console', run('tsc', '--noEmit', '-p', 'console')],
  ['floors', keepsFloors],
  ['dead code', run('knip', '--no-progress')],
];

function keepsFloors(): boolean {
  const found = breaches(join(import.meta.dirname, '../src'));
  for (const line of found) console.error(line);
  return found.length === 0;
}

const failed = steps.filter(([name, passes]) => {
  const started = performance.now();
  const passed = passes();
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return !passed;
});
if (failed.length > 0) process.exit(1);
