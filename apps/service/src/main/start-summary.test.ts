import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { type InstallationChecks, PartCheck } from './installation-checks.ts';
import { type Patience, startSummary } from './start-summary.ts';

const packages: SpeechPackages = {
  stt: { missing: [] },
  tts: { files: '/tts' },
  detector: { files: '/vad' },
};

/** Time passes when somebody sleeps. */
function scriptedPatience(): Patience & { readonly nowMs: () => number } {
  let ms = 0;
  return {
    nowMs: () => ms,
    sleep: async (more) => {
      ms += more;
    },
  };
}

function summaryWith(databaseFromMs: number, environment: Record<string, string> = {}) {
  const patience = scriptedPatience();
  const checkOf = (look: () => string | undefined) =>
    new PartCheck({
      look: async () => look(),
      keptMs: 0,
      limitMs: 60_000,
      late: 'late',
      nowMs: patience.nowMs,
    });
  const fine = checkOf(() => undefined);
  const checks: InstallationChecks = {
    database: checkOf(() =>
      patience.nowMs() < databaseFromMs ? 'The database cannot be reached' : undefined,
    ),
    storage: fine,
    masterKey: fine,
    dialling: fine,
    models: [],
    speech: [],
    mail: undefined,
    trunks: undefined,
  };
  const { config } = loadConfig(environment, {});
  return startSummary({ config, packages, checks, hints: [] }, patience);
}

test('a database that answers after some seconds is no trouble', async () => {
  const { lines, corrections } = await summaryWith(7000);
  expect(lines[0]).toBe('Database: embedded PostgreSQL');
  expect(corrections).toEqual([]);
});

test('a database that is away is reported, and so is its return', async () => {
  const { lines, corrections } = await summaryWith(60_000);
  expect(lines[0]).toBe(
    'Database: embedded PostgreSQL: The database cannot be reached: nothing works until it answers',
  );
  expect(await Promise.all(corrections.map((correction) => correction(() => false)))).toEqual([
    'Database: works now',
  ]);
});

test('nothing is corrected after a stop', async () => {
  const { corrections } = await summaryWith(60_000);
  expect(await corrections[0]?.(() => true)).toBeUndefined();
});

test('a TURN server over TCP is warned about', async () => {
  const { lines } = await summaryWith(0, {
    PARLEY_ICE_SERVERS: 'turn:ada:hidden@turn.example.com?transport=tcp',
  });
  expect(lines.join('\n')).toContain(
    'turn:turn.example.com?transport=tcp in PARLEY_ICE_SERVERS is a relay over TCP',
  );
  expect(lines.join('\n')).not.toContain('hidden');
});
