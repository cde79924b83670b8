import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import {
  backupAge,
  certificate,
  configuration,
  databaseFindings,
  exposure,
  fileMode,
  guessableSecrets,
  masterKey,
  room,
} from './finding.ts';

const exposed = (environment: Record<string, string>) =>
  exposure(loadConfig(environment, {}).config).map(({ state, words }) => `${state} ${words}`);
const states = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state);
const facts = {
  majorVersion: 18,
  sizeBytes: 1e9,
  connections: 9,
  maxConnections: 100,
  schema: 'current',
  running: [],
  otherVersions: [],
  clockAheadMs: 12,
  lastBackup: undefined,
} as const;

test('parley doctor accepts a service that only its own machine can reach', () => {
  expect(exposed({})).toEqual(['ok Only this machine reaches the service (HOST=localhost).']);
});

test('parley doctor reports a service that is reachable from the network without encryption', () => {
  expect(exposed({ HOST: '0.0.0.0', PARLEY_DEMO: 'off' })[0]).toMatch(/^problem .* is not encrypted/);
});

test('parley doctor accepts a service behind a trusted proxy with TLS', () => {
  const environment = {
    PARLEY_PUBLIC_URL: 'https://calls.example.com',
    PARLEY_TRUST_PROXY: '127.0.0.1',
    PARLEY_DEMO: 'off',
  };
  expect(exposed(environment)).toEqual(['ok The public address is encrypted: https://calls.example.com']);
});

test('parley doctor reports a public service whose webhooks may reach private networks', () => {
  const environment = { PARLEY_PUBLIC_URL: 'https://calls.example.com', PARLEY_ALLOW_PRIVATE_URLS: 'true' };
  expect(exposed(environment).join('\n')).toContain('problem Webhooks may reach private networks');
});

test('parley doctor says whether /metrics is open to this machine or needs its token', () => {
  const reachable = { HOST: '0.0.0.0', PARLEY_PUBLIC_URL: 'https://calls.example.com', PARLEY_DEMO: 'off' };
  expect(exposed(reachable).at(-1)).toContain('shows /metrics to this machine only');
  expect(exposed({ ...reachable, PARLEY_METRICS_TOKEN: 't'.repeat(40) }).at(-1)).toContain(
    '/metrics needs PARLEY_METRICS_TOKEN',
  );
});

test('parley doctor notes that web calls of a service that others reach connect to private networks', () => {
  const inside = 'note Web calls connect to addresses in private networks';
  const notes = (environment: Record<string, string>) => exposed(environment).join('\n');
  expect(notes({ HOST: '0.0.0.0', PARLEY_PUBLIC_URL: 'http://192.168.1.5:3000' })).toContain(inside);
  expect(notes({ PARLEY_PUBLIC_URL: 'https://calls.example.com', PARLEY_WEBRTC_PRIVATE: 'true' })).toContain(
    inside,
  );
  expect(notes({ HOST: '0.0.0.0' })).not.toContain(inside);
});

test('parley doctor reports secret files that other users can read', () => {
  expect(fileMode('/data/secrets', 0o40700).state).toBe('ok');
  expect(fileMode('/data/secrets', 0o40755).state).toBe('problem');
});

test('parley doctor reports less than 1 GB of free disk, and notes less than a tenth', () => {
  const of = (freeBytes: number) => room('/data', { freeBytes, totalBytes: 100e9 }).state;
  expect([of(0.5e9), of(5e9), of(50e9)]).toEqual(['problem', 'note', 'ok']);
});

test('parley doctor reports a database schema of another version and an outdated PostgreSQL', () => {
  expect(states(databaseFindings(facts, 20))).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(states(databaseFindings({ ...facts, schema: 'too old', majorVersion: 14 }, 20))).toEqual([
    'problem',
    'ok',
    'problem',
    'ok',
  ]);
});

test('parley doctor notes a clock that is a second off, and reports one with which nobody is dialled', () => {
  const clock = (clockAheadMs: number) => databaseFindings({ ...facts, clockAheadMs }, 20)[3];
  expect([clock(-900), clock(-1500), clock(6000)].map((one) => one?.state)).toEqual([
    'ok',
    'note',
    'problem',
  ]);
  expect(clock(-1500)?.words).toBe("The clock of this machine is 1.5 s behind the database's.");
  expect(clock(6000)?.words).toContain("6.0 s ahead of the database's. Nobody is dialled.");
});

test('parley doctor notes a backup of two days ago, and reports one of a week ago', () => {
  const now = new Date('2026-05-09T12:00:00Z');
  const of = (day: string) => backupAge(new Date(`${day}T11:00:00Z`), now);
  expect(['2026-05-08', '2026-05-07', '2026-05-02'].map((day) => of(day).state)).toEqual([
    'ok',
    'note',
    'problem',
  ]);
  expect(of('2026-05-02').words).toBe('The last backup is 7 days old (2026-05-02T11:00:00.000Z).');
  expect(backupAge(undefined, now)).toMatchObject({
    state: 'note',
    remedy: expect.stringContaining('parley backup'),
  });
});

test('parley doctor reports secrets that are placeholders, and notes secrets that are equal', () => {
  const random = '5f0c8a1e9b7d4c3f2a6e8d0b1c9f7a5e';
  const of = (given: Record<string, string | undefined>) =>
    guessableSecrets(given).map(({ state, words }) => `${state} ${words.split(':')[0]}`);
  expect(of({ PARLEY_KEY_PEPPER: random, PARLEY_LINK_SECRET: undefined })).toEqual([]);
  for (const value of [
    'change-me-change-me-change-me-change',
    'x'.repeat(40),
    'your-secret-of-at-least-32-characters',
  ])
    expect(of({ PARLEY_LINK_SECRET: value })).toEqual([
      'problem PARLEY_LINK_SECRET looks like a placeholder',
    ]);
  expect(of({ PARLEY_KEY_PEPPER: random, PARLEY_LINK_SECRET: random })).toEqual([
    'note PARLEY_KEY_PEPPER and PARLEY_LINK_SECRET have the same value',
  ]);
});

test('parley doctor notes that there are too few free database connections for one more process', () => {
  expect(states(databaseFindings({ ...facts, connections: 90 }, 20))[1]).toBe('note');
});

test('parley doctor reports a TLS certificate that expires soon', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const until = (day: string) => certificate('calls.example.com', new Date(day), now).state;
  expect([until('2026-04-30'), until('2026-05-10'), until('2026-07-01')]).toEqual(['problem', 'note', 'ok']);
});

test('every finding of parley doctor that is not ok has a remedy', () => {
  const { config } = loadConfig({ HOST: '0.0.0.0', PARLEY_ALLOW_PRIVATE_URLS: 'true' }, {});
  const findings = [...exposure(config), ...configuration(config), fileMode('/x', 0o777)];
  for (const { state, remedy } of findings) if (state !== 'ok') expect(remedy).toBeTruthy();
});

test('parley doctor notes that the law of the called country is switched off, whether trunks are settings or records', () => {
  const lawOf = (environment: Record<string, string>) =>
    configuration(loadConfig(environment, {}).config)
      .filter(({ words }) => words.includes('law'))
      .map(({ state, words }) => `${state} ${words.split(': ')[1]}`);
  expect(lawOf({ PARLEY_SIP_TRUNK: 'sip:trunk.example' })).toEqual([]);
  expect(lawOf({ PARLEY_CALLING_LAW: 'off' })).toEqual(['note PARLEY_CALLING_LAW=off.']);
  expect(lawOf({ PARLEY_SIP_TRUNK: 'sip:127.0.0.1:5080' })).toEqual([
    expect.stringContaining('note the trunk is on this machine'),
  ]);
});

test('parley doctor notes that fewer RTP ports are configured than calls need', () => {
  const notesOf = (environment: Record<string, string>) =>
    configuration(loadConfig(environment, {}).config).filter(({ words }) =>
      words.includes('PARLEY_RTP_PORTS'),
    );
  expect(notesOf({ PARLEY_RTP_PORTS: '20000-20199' })).toMatchObject([{ state: 'note' }]);
  expect(notesOf({})).toEqual([]);
});

test('parley doctor reports an unusable master key, and notes a master key that older keys still need', () => {
  const source = 'PARLEY_MASTER_KEY';
  expect(masterKey({ source, olderKeys: 0 }).words).toContain('The master key is PARLEY_MASTER_KEY');
  const findings = [{ olderKeys: 0 }, { olderKeys: 3 }, { trouble: 'it answered 403' }].map((more) =>
    masterKey({ source, ...more }),
  );
  expect(states(findings)).toEqual(['ok', 'note', 'problem']);
});
