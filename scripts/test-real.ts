import { spawnSync } from 'node:child_process';
import { type Program, programs } from '@parley/testing/programs.ts';
import { runRealTests } from './real-tests.ts';

/**
 * npm run test:real -- [paths]: the tests that need other programs, processes or real time. It says before and after them
 * what is skipped because a program is missing, and what is run only in part.
 */

const missing = Object.values<Program>(programs).filter(({ isMissing }) => isMissing);

/** What takes long runs here in a part that represents it, and as a whole by its own command. */
const parts = [
  ['crashes at four steps of 40 calls', 'test:crash', 'at every step of a thousand calls'],
  ['one failover to a replica and one cut network', 'test:crash', 'five and ten'],
  ['a backup during 200 calls', 'test:backup', 'during a thousand'],
  ['15 ways to answer a call', 'test:openings', 'all 200'],
  ['a split run of 1,000 calls', 'test:split', '10,000 calls'],
  ['faults of 50 seeds in virtual time', 'simulate', 'as many seeds as asked for'],
  ['each page of the console in one theme per width', 'test:looks', 'both themes in both widths'],
  ['4 seconds of an attack', 'test:attack', 'a minute, and how much it slows others'],
  ['nothing of the container image', 'test:image', 'building and running it'],
] as const;

function reportMissing(): void {
  const found = 'Every program that the tests need is installed.';
  console.log(missing.length === 0 ? found : 'Skipped, because a program is missing:');
  for (const { name, tests, install } of missing)
    console.log(`  ${tests}\n    needs ${name}. Install it: ${install}`);
  console.log();
}

function reportParts(): void {
  console.log('Run in part; the whole has a command of its own:');
  for (const [part, command, whole] of parts) console.log(`  ${part}. npm run ${command}: ${whole}`);
  console.log();
}

const paths = process.argv.slice(2);
// Modules that "npm test" has transformed need not be transformed again.
const cached = '--experimental.fsModuleCache';

reportMissing();
if (paths.length === 0) {
  reportParts();
  const havePassed = await runRealTests(
    () => [cached],
    (text) => process.stdout.write(text),
  );
  reportParts();
  process.exitCode = havePassed ? 0 : 1;
} else {
  const args = ['run', '--project', '!deterministic', cached, ...paths];
  process.exitCode = spawnSync('vitest', args, { stdio: 'inherit' }).status ?? 1;
}
reportMissing();
