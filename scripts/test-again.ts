import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runRealTests } from './real-tests.ts';

/**
 * npm run test:again -- 20 [--real] [paths]: runs the deterministic tests (or those in real time) so many times and lists
 * what ever failed, and how often. What is flaky is fixed or deleted: nothing is retried.
 */

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const [count, ...rest] = process.argv.slice(2);
const times = Number(count);
if (!Number.isInteger(times) || times < 1) {
  console.error('Say how often: npm run test:again -- 20 [--real] [paths]');
  process.exit(2);
}
const paths = rest.filter((arg) => arg !== '--real');
const isReal = rest.includes('--real');
const folder = mkdtempSync(join(tmpdir(), 'parley-again-'));
const failures = new Map<string, number>();

for (let time = 1; time <= times; time += 1) {
  const started = performance.now();
  const failed = isReal && paths.length === 0 ? await runAllReal() : runOnce();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${time} of ${times}: ${failed.length === 0 ? 'passed' : `${failed.length} failed`} (${seconds} s)`,
  );
  for (const name of failed) {
    console.log(`  ${name}`);
    failures.set(name, (failures.get(name) ?? 0) + 1);
  }
}
rmSync(folder, { recursive: true, force: true });

if (failures.size === 0) console.log(`Nothing failed in ${times} runs.`);
else {
  console.log(`\nFailed at least once in ${times} runs:`);
  for (const [name, often] of [...failures].sort(([, a], [, b]) => b - a))
    console.log(`  ${String(often).padStart(String(times).length)}× ${name}`);
  process.exitCode = 1;
}

function reportOf(project: string): string {
  const report = join(folder, `${project}.json`);
  rmSync(report, { force: true });
  return report;
}

const reporting = (report: string): string[] => ['--retry=0', '--reporter=json', `--outputFile=${report}`];

/** The names of what failed. */
function runOnce(): string[] {
  const report = reportOf('some');
  const project = isReal ? '!deterministic' : 'deterministic';
  const { status, stderr } = spawnSync(
    'vitest',
    ['run', '--project', project, ...paths, ...reporting(report)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  return namesOf([report], status === 0, stderr);
}

/** As npm run test:real does it. */
async function runAllReal(): Promise<string[]> {
  const reports: string[] = [];
  let output = '';
  const havePassed = await runRealTests(
    (project) => {
      const report = reportOf(project);
      reports.push(report);
      return reporting(report);
    },
    (text) => {
      output += text;
    },
  );
  return namesOf(reports, havePassed, output);
}

function namesOf(reports: readonly string[], hasPassed: boolean, output: string): string[] {
  const failed = reports.flatMap(failuresIn);
  if (hasPassed || failed.length > 0) return failed;
  // An error outside of every test, such as a rejection that nobody caught.
  return [`vitest failed: ${output.trim().slice(-2000)}`];
}

function failuresIn(report: string): string[] {
  let read: Report;
  try {
    read = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return [];
  }
  return read.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // A file without a failed test that failed all the same: its hooks or its imports did.
    if (status === 'failed' && failed.length === 0) return [`${file} (outside of its tests)`];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}
