import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { areas } from './mutants/areas.ts';
import type { Mutant } from './mutants/mutant.ts';

/**
 * npm run test:mutants -- [--unchecked] [--from=20] [words]: puts faults into the code, one at a time, and runs the deterministic tests that should
 * notice each. Words select by area, file or description; --unchecked skips the run that shows that they pass without. Fails below 90 %, or if a mutant no longer fits the code.
 */

const LEAST_SHARE = 0.9;
const SLOWEST_TEST_MS = 60_000;
/** A mutant may loop for ever; then the tests did notice it. */
const LONGEST_MS = 240_000;

const root = join(import.meta.dirname, '..');

type PlannedMutant = Mutant & { readonly area: string; readonly tests: readonly string[] };

type Verdict =
  | { readonly kind: 'noticed'; readonly by: string }
  | { readonly kind: 'not noticed' }
  /** It does not fit the code any more, so that nothing was tested. */
  | { readonly kind: 'stale' | 'broken'; readonly why: string };

/** Puts the file back that is changed at the moment. */
let restore = (): void => {};
let vitest: Vitest | undefined;
let isStopped = false;

process.on('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopped = true;
    restore();
    console.log('\nStopped. The code was restored.');
    stop().finally(() => process.exit(130));
  });

const [flags, words] = [
  process.argv.slice(2).filter((arg) => arg.startsWith('--')),
  process.argv.slice(2).filter((arg) => !arg.startsWith('--')),
];
const from = Number(flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) ?? 1);
const planned = areas
  .flatMap(({ name, tests, mutants }) => mutants.map((one): PlannedMutant => ({ area: name, tests, ...one })))
  .filter((one) =>
    words.every((word) => `${one.area} ${one.file} ${one.breaks}`.toLowerCase().includes(word.toLowerCase())),
  );
const exitCode = await main().finally(stop);
process.exit(exitCode);

async function main(): Promise<number> {
  if (planned.length === 0) {
    console.error(`No mutant has ${words.join(' and ')} in its area, file or description.`);
    return 2;
  }
  const changed = dirty([...new Set(planned.map(({ file }) => file))]);
  if (changed.length > 0) {
    console.error(`Commit or stash these first, they would be overwritten:\n  ${changed.join('\n  ')}`);
    return 2;
  }
  if (!flags.includes('--unchecked')) {
    const tests = [...new Set(planned.flatMap((one) => one.tests))].filter((path) =>
      existsSync(join(root, path)),
    );
    console.log(`Without a mutant: ${tests.length} files of tests …`);
    const before = await outcomeOf(tests);
    if (before.kind !== 'passed') {
      console.error(`Fix these first: they fail without any mutant.\n  ${describe(before)}`);
      return 2;
    }
  }
  const verdicts: [PlannedMutant, Verdict][] = [];
  for (const one of planned.slice(from - 1)) {
    const started = performance.now();
    const verdict = await tryOut(one);
    verdicts.push([one, verdict]);
    const nth = `${from - 1 + verdicts.length}/${planned.length}`.padStart(7);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${nth} ${verdict.kind.padEnd(11)} ${one.area}: ${one.breaks} (${seconds} s)\n${detail(one, verdict)}`,
    );
  }
  return summary(verdicts);
}

function detail({ file, tests }: PlannedMutant, verdict: Verdict): string {
  if (verdict.kind === 'noticed') return `                    by ${verdict.by}`;
  if (verdict.kind === 'not noticed') return `                    in ${file}, by none of ${tests.join(', ')}`;
  return `                    in ${file}: ${verdict.why}`;
}

function summary(verdicts: readonly [PlannedMutant, Verdict][]): number {
  const count = (all: readonly [PlannedMutant, Verdict][]) =>
    all.filter(([, { kind }]) => kind === 'noticed').length;
  console.log();
  for (const [area, all] of Map.groupBy(verdicts, ([one]) => one.area))
    console.log(`${area.padEnd(16)} ${count(all)} of ${all.length} noticed`);
  const unfit = verdicts.filter(([, { kind }]) => kind === 'stale' || kind === 'broken').length;
  if (unfit > 0) console.log(`${unfit} mutants no longer apply to the code: update them in scripts/mutants.`);
  const share = count(verdicts) / verdicts.length;
  console.log(
    `${count(verdicts)} of ${verdicts.length} mutants noticed by tests: ${(share * 100).toFixed(1)} %`,
  );
  return share < LEAST_SHARE || unfit > 0 ? 1 : 0;
}

async function tryOut(one: PlannedMutant): Promise<Verdict> {
  const missing = [one.file, ...one.tests].find((path) => !existsSync(join(root, path)));
  if (missing !== undefined) return { kind: 'stale', why: `there is no ${missing}` };
  const path = join(root, one.file);
  const code = readFileSync(path, 'utf8');
  const times = code.split(one.old).length - 1;
  if (times !== 1) {
    const why = `its old text occurs ${times} times instead of once:\n${one.old}`;
    return { kind: 'stale', why };
  }
  // The schema is applied when vitest starts.
  const isSchema = one.file.endsWith('.sql');
  if (isSchema) await stop();
  restore = () => {
    writeFileSync(path, code);
    vitest?.invalidateFile(path);
    restore = () => {};
  };
  writeFileSync(
    path,
    code.replace(one.old, () => one.new),
  );
  vitest?.invalidateFile(path);
  try {
    const outcome = await outcomeOf(one.tests);
    if (outcome.kind === 'passed') return { kind: 'not noticed' };
    if (outcome.kind === 'endless') return { kind: 'noticed', by: 'a test that never ended' };
    if (outcome.kind === 'failed') return { kind: 'noticed', by: outcome.tests[0] ?? '' };
    return { kind: 'broken', why: describe(outcome) };
  } finally {
    restore();
    if (isSchema) await stop();
  }
}

type Outcome =
  | { readonly kind: 'passed' | 'endless' }
  | { readonly kind: 'failed'; readonly tests: readonly string[] }
  /** No test failed: a file could not be loaded, or vitest itself failed. */
  | { readonly kind: 'not run'; readonly why: string };

function describe(outcome: Outcome): string {
  if (outcome.kind === 'failed') return outcome.tests.join('\n  ');
  return outcome.kind === 'not run' ? outcome.why : outcome.kind;
}

/** Started once: a new vitest with its database takes longer than most of the tests. */
async function started(): Promise<Vitest> {
  if (vitest !== undefined) return vitest;
  vitest = await createVitest('test', {
    root,
    watch: false,
    project: ['deterministic'],
    bail: 1,
    // A test that is only slow, because the machine is busy, has noticed nothing.
    testTimeout: SLOWEST_TEST_MS,
    // Reports are written here, not by vitest.
    reporters: [{}],
  });
  // Unlike the limit for tests this one is not taken from the options above.
  for (const project of vitest.projects) project.config.hookTimeout = SLOWEST_TEST_MS;
  return vitest;
}

async function stop(): Promise<void> {
  await vitest?.close();
  vitest = undefined;
}

/** Runs these files of tests, until the first failure. */
async function outcomeOf(tests: readonly string[]): Promise<Outcome> {
  const running = await started();
  const found = await running.globTestSpecifications(tests.map((path) => join(root, path)));
  // What an earlier mutant broke is forgotten.
  for (const { project, moduleId } of found) running.state.clearFiles(project, [moduleId]);
  let patience: NodeJS.Timeout | undefined;
  const endless = new Promise<'endless'>((resolve) => {
    patience = setTimeout(resolve, LONGEST_MS, 'endless');
  });
  const result = await Promise.race([
    running.runTestSpecifications(found).catch((error: unknown) => {
      if (isStopped) return 'endless' as const;
      throw error;
    }),
    endless,
  ]);
  clearTimeout(patience);
  // Nothing goes on after a signal, which is about to end this process.
  if (isStopped) await new Promise(() => {});
  if (result === 'endless') {
    await stop();
    return { kind: 'endless' };
  }
  const ran = new Set(found.map(({ moduleId }) => moduleId));
  const testModules = result.testModules.filter(({ moduleId }) => ran.has(moduleId));
  const failed = testModules.flatMap(({ children }) => [...children.allTests('failed')]);
  if (failed.length > 0) return { kind: 'failed', tests: failed.map(({ fullName }) => fullName) };
  const [error] = [...testModules.flatMap((module) => module.errors()), ...result.unhandledErrors];
  if (error !== undefined) return { kind: 'not run', why: String((error as Error).message ?? error) };
  return testModules.length === tests.length
    ? { kind: 'passed' }
    : { kind: 'not run', why: `vitest ran ${testModules.length} of ${tests.length} files` };
}

/** Which of these have changes that are not committed. */
function dirty(files: readonly string[]): string[] {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '-z', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('Mutants need a git checkout, to know that nothing is overwritten');
  return stdout.split('\0').filter(Boolean);
}
