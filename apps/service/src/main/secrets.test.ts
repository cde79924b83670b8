import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const configFor = (name: string, environment: Record<string, string> = {}) =>
  loadConfig({ PARLEY_DATA_DIR: join(root, name), ...environment }, {}).config;

test('twenty processes that start together agree on the same secrets', async () => {
  const config = configFor('together');
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(config)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await readdir(join(root, 'together/secrets'))).toEqual([
    'admin-jwt-secret',
    'key-pepper',
    'link-secret',
  ]);
});

test('secrets are long, differ from each other and are readable only by their owner', async () => {
  const { adminJwt, keyPepper, link } = await loadSecrets(configFor('modes'));
  expect(new Set([adminJwt, keyPepper, link]).size).toBe(3);
  expect(adminJwt.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(root, 'modes/secrets'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(root, 'modes/secrets/key-pepper'))).mode & 0o777).toBe(0o600);
});

test('a secret from the configuration is used and not stored', async () => {
  const { keyPepper } = await loadSecrets(configFor('given', { PARLEY_KEY_PEPPER: 'p'.repeat(40) }));
  expect(keyPepper).toBe('p'.repeat(40));
  expect(await readdir(join(root, 'given/secrets'))).not.toContain('key-pepper');
});
