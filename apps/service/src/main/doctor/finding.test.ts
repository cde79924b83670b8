import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import {
  certificate,
  configuration,
  databaseFindings,
  exposure,
  fileMode,
  masterKey,
  room,
} from './finding.ts';

const exposed = (environment: Record<string, string>) =>
  exposure(loadConfig(environment, {}).config).map(({ state, words }) => `${state} ${words}`);
const states = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state);
const facts = { majorVersion: 18, sizeBytes: 1e9, connections: 9, maxConnections: 100, isMigrated: true };

test('a service that only its own machine reaches is not exposed', () => {
  expect(exposed({})).toEqual(['ok Only this machine reaches the service (HOST=localhost).']);
});

test('a service that listens to a network without encryption is a problem', () => {
  expect(exposed({ HOST: '0.0.0.0', PARLEY_DEMO: 'off' })[0]).toMatch(/^problem .* is not encrypted/);
});

test('a service behind a trusted proxy with TLS has no problem', () => {
  const environment = {
    PARLEY_PUBLIC_URL: 'https://calls.example.com',
    PARLEY_TRUST_PROXY: '127.0.0.1',
    PARLEY_DEMO: 'off',
  };
  expect(exposed(environment)).toEqual(['ok The public address is encrypted: https://calls.example.com']);
});

test('a public service whose webhooks reach private networks is a problem', () => {
  const environment = { PARLEY_PUBLIC_URL: 'https://calls.example.com', PARLEY_ALLOW_PRIVATE_URLS: 'true' };
  expect(exposed(environment).join('\n')).toContain('problem Webhooks may reach private networks');
});

test('metrics are open to private networks only, and with a token to its bearer', () => {
  const reachable = { HOST: '0.0.0.0', PARLEY_PUBLIC_URL: 'https://calls.example.com', PARLEY_DEMO: 'off' };
  expect(exposed(reachable).at(-1)).toContain('shows /metrics to whoever reaches it from a private network');
  expect(exposed({ ...reachable, PARLEY_METRICS_TOKEN: 't'.repeat(40) }).at(-1)).toContain(
    '/metrics needs PARLEY_METRICS_TOKEN',
  );
});

test('secrets that others can read are a problem', () => {
  expect(fileMode('/data/secrets', 0o40700).state).toBe('ok');
  expect(fileMode('/data/secrets', 0o40755).state).toBe('problem');
});

test('less than a gigabyte is a problem, less than a tenth is worth a note', () => {
  const of = (freeBytes: number) => room('/data', { freeBytes, totalBytes: 100e9 }).state;
  expect([of(0.5e9), of(5e9), of(50e9)]).toEqual(['problem', 'note', 'ok']);
});

test('a schema of another version and an old PostgreSQL are problems', () => {
  expect(states(databaseFindings(facts, 20))).toEqual(['ok', 'ok', 'ok']);
  expect(states(databaseFindings({ ...facts, isMigrated: false, majorVersion: 14 }, 20))).toEqual([
    'problem',
    'ok',
    'problem',
  ]);
});

test('too few free connections for one more process are worth a note', () => {
  expect(states(databaseFindings({ ...facts, connections: 90 }, 20))[1]).toBe('note');
});

test('a certificate that ends soon is noticed before it does', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const until = (day: string) => certificate('calls.example.com', new Date(day), now).state;
  expect([until('2026-04-30'), until('2026-05-10'), until('2026-07-01')]).toEqual(['problem', 'note', 'ok']);
});

test('everything but ok comes with a remedy', () => {
  const { config } = loadConfig({ HOST: '0.0.0.0', PARLEY_ALLOW_PRIVATE_URLS: 'true' }, {});
  const findings = [...exposure(config), ...configuration(config), fileMode('/x', 0o777)];
  for (const { state, remedy } of findings) if (state !== 'ok') expect(remedy).toBeTruthy();
});

test('a trunk without a public address is told that the law of the called country is not followed', () => {
  const lawOf = (environment: Record<string, string>) =>
    configuration(loadConfig({ PARLEY_SIP_TRUNK: 'sip:trunk.example', ...environment }, {}).config)
      .filter(({ words }) => words.includes('law'))
      .map(({ state, remedy }) => `${state} ${remedy}`);
  expect(lawOf({})).toEqual([
    'note Set PARLEY_CALLING_LAW=on to call other people, or off to decide on the hours yourself.',
  ]);
  expect(lawOf({ PARLEY_CALLING_LAW: 'off' })).toEqual([]);
  expect(lawOf({ PARLEY_PUBLIC_URL: 'https://calls.example.com' })).toEqual([]);
});

test('a master key that cannot be used is a problem, and one that others wait for is worth a note', () => {
  const source = 'PARLEY_MASTER_KEY';
  expect(masterKey({ source, olderKeys: 0 }).words).toContain('The master key is PARLEY_MASTER_KEY');
  const findings = [{ olderKeys: 0 }, { olderKeys: 3 }, { trouble: 'it answered 403' }].map((more) =>
    masterKey({ source, ...more }),
  );
  expect(states(findings)).toEqual(['ok', 'note', 'problem']);
});
