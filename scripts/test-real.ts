import { spawnSync } from 'node:child_process';
import { type Program, programs } from '@parley/testing/programs.ts';

/**
 * npm run test:real -- [paths]: the tests that need other programs, processes or real time. It says before and after them
 * what is skipped because a program is missing.
 */

const missing = Object.values<Program>(programs).filter(({ isMissing }) => isMissing);

function reportMissing(): void {
  const found = 'Every program that the tests need is installed.';
  console.log(missing.length === 0 ? found : 'Skipped, because a program is missing:');
  for (const { name, tests, install } of missing)
    console.log(`  ${tests}\n    needs ${name}. Install it: ${install}`);
  console.log();
}

reportMissing();
// Modules that "npm test" has transformed need not be transformed again.
const args = ['run', '--project', '!deterministic', '--experimental.fsModuleCache', ...process.argv.slice(2)];
const { status } = spawnSync('vitest', args, { stdio: 'inherit' });
reportMissing();
process.exitCode = status ?? 1;
