import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@parley/kernel/clock.ts';
import { rewrapKeys } from '@parley/service/domains/personal-data/contact-key.actions.ts';
import { backUp } from '@parley/service/main/backup-folder.ts';
import { loadConfig } from '@parley/service/main/config.ts';
import { makeMasterKeys, readMasterKeyFacts } from '@parley/service/main/encryption.ts';
import { makeChecks } from '@parley/service/main/installation-checks.ts';
import { storageHealth } from '@parley/service/main/installation-health.ts';
import { makeLog } from '@parley/service/main/log.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { restore } from '@parley/service/main/restore-folder.ts';
import { openServices } from '@parley/service/main/wiring.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { startTransitServer, type TransitServer } from '@parley/testing/transit-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const pepper = testSecrets.PARLEY_KEY_PEPPER;
const [first, second] = ['a-first-master-key-of-32-characters', 'a-second-master-key-of-32-characters'];

let kms: TransitServer;
let clone: ClonedDatabase;
let dataDir: string;
beforeAll(async () => {
  kms = await startTransitServer('parley');
});
afterAll(() => kms.stop());
beforeEach(async () => {
  clone = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-master-key-'));
});
afterEach(async () => {
  await clone.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A process of this installation with these settings. */
async function during<Result>(
  environment: Record<string, string>,
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await startTestService({ databaseUrl: clone.url, dataDir, roles: ['api'], environment });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** A contact's document; answers its name in the store. */
async function upload(service: TestService): Promise<string> {
  const { id, api } = await service.newCompany();
  const contact = {
    firstName: 'Ada',
    lastName: 'Novak',
    email: 'ada@example.com',
    gdprExpiryDate: '2099-12-31',
  };
  const contactId = (await api.post('/contacts', contact)).body.id;
  const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: 5 };
  const { body } = await api.post(`/contacts/${contactId}/documents`, file);
  const { url, method, headers } = body.upload;
  expect((await fetch(url, { method, headers, body: 'hello' })).status).toBe(200);
  return `documents/${id}/${body.document.id}`;
}

const read =
  (name: string) =>
  async ({ services, url }: TestService): Promise<string | undefined> => {
    const found = await (await makeObjects(services, url)).get(name);
    return found && text(found.body);
  };

const wrappedWith = async ({ services }: TestService): Promise<string[]> => {
  const rows = await services.database.all<{ id: string }>(
    sql`select distinct master_key_id as id from contact_keys`,
  );
  return rows.map(({ id }) => id);
};

const rewrap = ({ services: { database, config, secrets } }: TestService) =>
  rewrapKeys(database, makeMasterKeys(config, secrets));
const facts = ({ services: { database, config, secrets } }: TestService) =>
  readMasterKeyFacts(database, config, secrets);

/** What the console shows of the storage of files, looked at now. */
async function health({ services, url }: TestService) {
  const objects = await makeObjects(services, url);
  const { storage, masterKey } = makeChecks(
    services,
    objects,
    () => undefined,
    async () => undefined,
  );
  return storageHealth(await storage.now(), await masterKey.now());
}

test('after a master key rotation the old master key is not needed', { timeout: 60_000 }, async () => {
  const name = await during({ PARLEY_MASTER_KEY: first }, upload);
  await during({ PARLEY_MASTER_KEY: `${second},${first}` }, async (service) => {
    const before = await wrappedWith(service);
    expect(await facts(service)).toEqual({
      source: 'PARLEY_MASTER_KEY',
      olderKeys: 0,
      unused: 'PARLEY_MASTER_KEY',
    });
    expect(await rewrap(service)).toBe(1);
    expect(await wrappedWith(service)).not.toEqual(before);
    expect(await facts(service)).toEqual({ source: 'PARLEY_MASTER_KEY', olderKeys: 0 });
  });
  expect(await during({ PARLEY_MASTER_KEY: second }, read(name))).toBe('hello');
});

test('a master key can be introduced later, and the pepper that wrapped keys before can be rotated', {
  timeout: 60_000,
}, async () => {
  const other = 'another-pepper-for-tests-of-32-characters';
  const name = await during({ PARLEY_KEY_PEPPER: pepper }, upload);
  await during({ PARLEY_KEY_PEPPER: `${other},${pepper}` }, rewrap);
  expect(await during({ PARLEY_KEY_PEPPER: other }, read(name))).toBe('hello');
  const file = join(dataDir, 'a-master-key');
  await writeFile(file, `${first}\n`);
  await during({ PARLEY_KEY_PEPPER: other, PARLEY_MASTER_KEY_FILE: file }, async (service) => {
    expect(await read(name)(service)).toBe('hello');
    expect(await rewrap(service)).toBe(1);
    expect(await read(name)(service)).toBe('hello');
  });
});

test('files written by a process with a new master key can be read by processes without it', {
  timeout: 60_000,
}, async () => {
  const remote = { PARLEY_KMS_URL: kms.url, PARLEY_KMS_KEY: 'parley', PARLEY_KMS_TOKEN: kms.token };
  await during({}, async (running) => {
    const before = await upload(running);
    for (const added of [{ PARLEY_MASTER_KEY: first }, remote]) {
      const name = await during(added, upload);
      expect([await read(name)(running), await read(before)(running)]).toEqual(['hello', 'hello']);
    }
  });
});

test('a read-only command changes no key, whatever master key it is given', {
  timeout: 60_000,
}, async () => {
  await during({}, async (service) => {
    const { database } = service.services;
    await upload(service);
    const stored = async () => [
      await database.all(sql`select id, master_key_id, wrapped from contact_keys order by id`),
      await database.all(sql`select name, value from installation_facts order by name`),
    ];
    const before = await stored();
    const { config } = loadConfig(
      { ...testSecrets, DATABASE_URL: clone.url, PARLEY_DATA_DIR: dataDir, PARLEY_MASTER_KEY: first },
      {},
    );
    const opened = await openServices({
      config,
      clock: systemClock,
      log: makeLog('silent'),
      say: () => {},
    });
    await opened.close();
    expect(await stored()).toEqual(before);
  });
});

test('an installation can move from a KMS to a local master key', { timeout: 60_000 }, async () => {
  const remote = { PARLEY_KMS_URL: kms.url, PARLEY_KMS_KEY: 'parley', PARLEY_KMS_TOKEN: kms.token };
  const name = await during(remote, upload);
  await expect(during({ PARLEY_MASTER_KEY: first }, async () => {})).rejects.toThrow('not configured');
  await during({ ...remote, PARLEY_MASTER_KEY: first }, async ({ services }) => {
    const { database, config, secrets } = services;
    const masters = makeMasterKeys(config, secrets);
    expect(await rewrapKeys(database, masters, masters.newestLocal)).toBe(1);
  });
  expect(await during({ PARLEY_MASTER_KEY: first }, read(name))).toBe('hello');
});

test('a process without the master key does not start', { timeout: 60_000 }, async () => {
  await during({ PARLEY_MASTER_KEY: first }, async () => {});
  const differs = 'PARLEY_MASTER_KEY differs from the one that this database was set up with';
  await expect(during({ PARLEY_MASTER_KEY: second }, async () => {})).rejects.toThrow(differs);
  await during({ PARLEY_MASTER_KEY: first }, upload);
  const unreadable = 'wrapped with a master key that is not configured';
  await expect(during({ PARLEY_MASTER_KEY: second }, async () => {})).rejects.toThrow(unreadable);
});

test('an installation can move from a local master key to a KMS, rotate there, and survive its failures', {
  timeout: 60_000,
}, async () => {
  const name = await during({ PARLEY_MASTER_KEY: first }, upload);
  const tokenFile = join(dataDir, 'token');
  await writeFile(tokenFile, `${kms.token}\n`);
  const remote = { PARLEY_KMS_URL: kms.url, PARLEY_KMS_KEY: 'parley', PARLEY_KMS_TOKEN_FILE: tokenFile };

  await during({ ...remote, PARLEY_MASTER_KEY: first }, async (service) => {
    expect(await read(name)(service)).toBe('hello');
    expect((await facts(service)).unused).toContain('the key parley of the KMS');
    await writeFile(tokenFile, 'a-wrong-token');
    await expect(rewrap(service)).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await facts(service)).source).toBe('PARLEY_MASTER_KEY');
    await writeFile(tokenFile, kms.token);
    expect(await rewrap(service)).toBe(1);
    expect(await wrappedWith(service)).toEqual(['kms:parley:v1']);
  });

  kms.rotate();
  await during(remote, async (service) => {
    expect((await facts(service)).olderKeys).toBe(1);
    expect(await rewrap(service)).toBe(1);
    kms.forgetOlder();
    expect(await read(name)(service)).toBe('hello');
    expect((await facts(service)).olderKeys).toBe(0);
  });

  await during(remote, async (service) => {
    const asked = kms.asked.length;
    await writeFile(tokenFile, 'an-expired-token');
    await expect(read(name)(service)).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await facts(service)).trouble).toContain('it answered 403');
    expect(await health(service)).toMatchObject({ part: 'Storage', state: 'degraded' });
    await writeFile(tokenFile, kms.token);
    expect(await read(name)(service)).toBe('hello');
    expect(await health(service)).toMatchObject({ state: 'ok' });
    expect(kms.asked.length).toBeGreaterThan(asked);
  });
});

test('a restored backup can decrypt files with the master key of the data folder', {
  timeout: 60_000,
}, async () => {
  const generated = { PARLEY_KEY_PEPPER: '' };
  const backups = join(dataDir, 'backups');
  const name = await during(generated, async (service) => {
    const uploaded = await upload(service);
    await backUp(service.services.config, backups, { now: new Date() });
    return uploaded;
  });
  const elsewhere = join(dataDir, 'elsewhere');
  const empty = await cloneDatabase();
  try {
    const { config } = loadConfig({ DATABASE_URL: empty.url, PARLEY_DATA_DIR: elsewhere }, {});
    const now = new Date();
    await restore(config, backups, { at: undefined, replace: true, allowMissing: false, now });
    const restored = await startTestService({
      databaseUrl: empty.url,
      dataDir: elsewhere,
      roles: ['api'],
      environment: generated,
    });
    try {
      expect(await read(name)(restored)).toBe('hello');
    } finally {
      await restored.stop();
    }
  } finally {
    await empty.drop();
  }
});
