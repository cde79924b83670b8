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

test('a database that needs some seconds to answer is not reported as a problem at startup', async () => {
  const { lines, corrections } = await summaryWith(7000);
  expect(lines[0]).toBe('Database: embedded PostgreSQL');
  expect(corrections).toEqual([]);
});

test('an unreachable database is reported at startup, and reported again when it is back', async () => {
  const { lines, corrections } = await summaryWith(60_000);
  expect(lines[0]).toBe(
    'Database: embedded PostgreSQL: The database cannot be reached: nothing works until it answers',
  );
  expect(await Promise.all(corrections.map((correction) => correction(() => false)))).toEqual([
    'Database: works now',
  ]);
});

test('the startup summary is not updated any more after a stop', async () => {
  const { corrections } = await summaryWith(60_000);
  expect(await corrections[0]?.(() => true)).toBeUndefined();
});

test('the startup summary warns about a TURN server over TCP', async () => {
  const { lines } = await summaryWith(0, {
    PARLEY_ICE_SERVERS: 'turn:ada:hidden@turn.example.com?transport=tcp',
  });
  expect(lines.join('\n')).toContain(
    'turn:turn.example.com?transport=tcp in PARLEY_ICE_SERVERS is a TURN relay over TCP',
  );
  expect(lines.join('\n')).not.toContain('hidden');
});

test('the startup summary warns about a TURN server with an account that every visitor gets', async () => {
  const warning = async (server: string) =>
    (
      await summaryWith(0, { PARLEY_ICE_SERVERS: server, PARLEY_TURN_SECRET: 'a-shared-secret' })
    ).lines.filter((line) => line.includes('can use the relay for ever'));
  expect(await warning('turn:turn.example.com')).toEqual([]);
  const [line] = await warning('turn:ada:hidden@turn.example.com');
  expect(line).toContain('Set PARLEY_TURN_SECRET');
  expect(line).not.toContain('hidden');
});

test('fewer RTP ports than calls are reported at startup', async () => {
  const { lines } = await summaryWith(0, { PARLEY_RTP_PORTS: '20000-20199' });
  expect(lines).toContainEqual(expect.stringContaining('has ports for 100 telephone calls'));
  expect((await summaryWith(0)).lines.join()).not.toContain('PARLEY_RTP_PORTS');
});
