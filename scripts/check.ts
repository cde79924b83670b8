import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { dependencyViolations } from './dependencies.ts';
import { layerViolations } from './layers.ts';
import { packageViolations } from './packages.ts';
import { filesOf, wordViolations } from './words.ts';

/** Format, lint, types, packages and layers, dependencies, file names, dead code: every check that does not run the service. */

interface Outcome {
  readonly passed: boolean;
  readonly said: string;
}

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const cache = join(root, 'node_modules/.cache');

/** Speaks when it is over, so that what two steps say does not mix. */
const result = (program: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ passed: code === 0, said }));
  });
const run =
  (command: string, ...args: string[]) =>
  () =>
    result(join(bin, command), args);
/** What it found out is kept, so that the next run looks only at what has changed. */
const types = (name: string, project: string) =>
  run(
    'tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    join(cache, `${name}.tsbuildinfo`),
    '-p',
    project,
  );
const hasNone = (violations: () => readonly string[]) => async () => {
  const found = violations();
  return { passed: found.length === 0, said: found.map((line) => `${line}\n`).join('') };
};

type Step = readonly [name: string, run: () => Promise<Outcome>];

/** Two queues beside each other, of about the same length. */
const queues: readonly (readonly Step[])[] = [
  [
    ['types', types('node', '.')],
    ['format and lint', run('biome', 'ci', '--error-on-warnings', '.')],
  ],
  [
    ['packages and layers', hasNone(wallViolations)],
    ['dependencies', hasNone(() => dependencyViolations(root))],
    ['file names', hasNone(() => wordViolations(filesOf(root)))],
    // The console's types are generated, not committed: they come before what reads them.
    ['types of the API', () => result(process.execPath, [join(import.meta.dirname, 'console-types.ts')])],
    ['types in the console', types('console', 'apps/console')],
    ['types in the browser', types('browser', 'tsconfig.browser.json')],
    ['dead code', run('knip', '--no-progress', '--cache')],
  ],
];

function wallViolations(): string[] {
  return [...packageViolations(root), ...layerViolations(join(root, 'apps/service/src'))];
}

async function passes([name, step]: Step): Promise<boolean> {
  const started = performance.now();
  const { passed, said } = await step();
  process.stderr.write(passed ? '' : said);
  console.log(
    `${passed ? 'passed' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  return passed;
}

let hasFailed = false;
const inTurn = async (steps: readonly Step[]): Promise<void> => {
  for (const step of steps) if (!(await passes(step))) hasFailed = true;
};
await Promise.all(queues.map(inTurn));
if (hasFailed) process.exit(1);
