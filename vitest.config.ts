import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Sound, browsers and telephones run at the speed of the world: with too much beside them they stutter. */
const inRealTime = [
  'packages/sip/src/media/media-service.test.ts',
  'packages/web-call/src/web-sound.test.ts',
  'packages/speech/src/offline/**/*.test.ts',
  'tests/{browser,console,sip}/**/*.test.ts',
  'tests/journeys/{spoken-call,spoken-web-call,speech-check}.test.ts',
];
const all = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'testing/{src,held-out}/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/**/*.test.ts',
];
const globalSetup = ['testing/src/global-setup.ts'];

export default defineConfig({
  test: {
    // Threads without isolation: 300 tests took 2.1 s against 12 s isolated. Module state is forbidden, so
    // files cannot disturb each other.
    pool: 'threads',
    isolate: false,
    // Only for what hangs: a busy machine starts a service in a minute, and nothing is measured here.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'at once',
          globalSetup,
          include: all,
          exclude: [...inRealTime, '**/node_modules/**'],
          // Most of a test's time is spent waiting for PostgreSQL and child processes: more workers than cores.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'in real time',
          globalSetup,
          include: inRealTime,
          maxWorkers: 2,
          // A machine that pauses for a second breaks a sentence: what fails twice is broken.
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
