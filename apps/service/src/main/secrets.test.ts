import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

test('twenty processes that start at the same time agree on the same secrets', async () => {
  const config = configFor('together');
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(config)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await readdir(join(root, 'together/secrets'))).toEqual([
    'admin-jwt-secret',
    'key-pepper',
    'link-secret',
    'master-key',
  ]);
});

test('generated secrets are long, differ from each other and are readable only by their owner', async () => {
  const { adminJwt, keyPepper, link } = await loadSecrets(configFor('modes'));
  expect(new Set([adminJwt, keyPepper, link]).size).toBe(3);
  expect(adminJwt.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(root, 'modes/secrets'))).mode & 0o777).toBe(0o700);
  for (const name of ['key-pepper', 'master-key'])
    expect((await stat(join(root, 'modes/secrets', name))).mode & 0o777).toBe(0o600);
});

test('a secret set in the configuration is used, and not written to disk', async () => {
  const { keyPepper } = await loadSecrets(configFor('given', { PARLEY_KEY_PEPPER: 'p'.repeat(40) }));
  expect(keyPepper).toBe('p'.repeat(40));
  expect(await readdir(join(root, 'given/secrets'))).not.toContain('key-pepper');
});

test('a master key is generated only if neither a master key nor other secrets are configured', async () => {
  const madeWith = async (name: string, environment: Record<string, string>) => {
    const { masterKeys } = await loadSecrets(configFor(name, environment));
    return masterKeys.map(({ source }) => source);
  };
  const key = 'm'.repeat(40);
  const file = join(root, 'keys');
  await writeFile(file, `${'n'.repeat(40)}\n${'o'.repeat(40)}\n`);
  expect(await madeWith('none', {})).toEqual([expect.stringContaining('none/secrets/master-key')]);
  // A data folder may be a new one at each start where secrets are in the environment.
  expect(await madeWith('pepper', { PARLEY_KEY_PEPPER: 'p'.repeat(40) })).toEqual([]);
  expect(await madeWith('key', { PARLEY_MASTER_KEY: key })).toEqual(['PARLEY_MASTER_KEY']);
  expect(await madeWith('file', { PARLEY_MASTER_KEY_FILE: file })).toHaveLength(2);
  // The one that was made goes on to unwrap.
  expect(await madeWith('none', { PARLEY_MASTER_KEY: key })).toEqual([
    'PARLEY_MASTER_KEY',
    expect.stringContaining('none/secrets/master-key'),
  ]);
});

test('a master-key file without usable keys is refused', async () => {
  const file = join(root, 'short');
  const load = () => loadSecrets(configFor('short-keys', { PARLEY_MASTER_KEY_FILE: file }));
  await expect(load()).rejects.toThrow('cannot be read');
  for (const content of ['', 'short\n']) {
    await writeFile(file, content);
    await expect(load()).rejects.toThrow('must have a key of at least 32 characters on each line');
  }
});
