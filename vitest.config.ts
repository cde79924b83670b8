import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/src/longest-first.ts';
import { TEST_MS, WAIT_MS } from './testing/src/test-time.ts';

/**
 * What is in tests/real, and every *.real.test.ts beside its file, needs other programs or real time: browsers, SIP peers,
 * sound, processes that are killed. Everything else is deterministic, and `npm test` runs it.
 */
const real = ['tests/real/**/*.test.ts', '{packages,apps}/*/src/**/*.real.test.ts', 'scripts/*.real.test.ts'];
const deterministic = ['{packages,apps}/*/src/**/*.test.ts', '{testing,scripts,tests}/**/*.test.ts'];
/** Browsers keep the processors busy. */
const inBrowsers = [
  'tests/real/console/**/*.test.ts',
  'tests/real/browser/{call-page,documentation,recording,web-*}.test.ts',
];
/** Sound mostly waits: a sentence takes as long as it takes. With too much beside it, it stutters. Openings wait for nothing. */
const spoken = [
  'tests/real/{sip,web-calls}/**/*.test.ts',
  'tests/real/speech/!(openings).test.ts',
  'tests/real/browser/{cut-call,interrupted-call,relayed-call,spoken-call}.test.ts',
  'packages/*/src/**/*.real.test.ts',
];
const nodeModules = '**/node_modules/**';
const globalSetup = ['testing/src/global-setup.ts'];
const browserServer = 'tests/real/browser/browser-server.ts';

// For threads and processes that tests start: without it each strips and compiles the same files again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    // Threads without isolation: 300 tests took 2.1 s against 12 s isolated. Module state is forbidden, so
    // files cannot disturb each other.
    pool: 'threads',
    isolate: false,
    expect: { poll: { timeout: WAIT_MS } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'deterministic',
          globalSetup,
          setupFiles: ['testing/src/fixed-seed.ts', 'testing/src/low-priority.ts'],
          include: deterministic,
          exclude: [...real, nodeModules],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          // Part of a test's time is spent waiting for PostgreSQL.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          globalSetup,
          include: real,
          exclude: [...inBrowsers, ...spoken, nodeModules],
          // Only for what hangs: nothing is measured here.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Half of a test's time is spent waiting for another process to start, or for real time to pass.
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          globalSetup: [...globalSetup, browserServer],
          include: inBrowsers,
          exclude: [nodeModules],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A test waits for its browser, and the browser for the service.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'sound',
          globalSetup: [...globalSetup, browserServer],
          include: spoken,
          exclude: [nodeModules],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // After the others, which would make it stutter. A word that the recogniser mishears once is heard again.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 4 },
          retry: 1,
        },
      },
    ],
  },
});
