import { testDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Notifications } from '../../storage/notifications.ts';
import { sql } from '../../storage/sql.ts';
import { issueKey } from './api-key.actions.ts';
import { hashKey } from './api-key.model.ts';
import { ApiKeyCache } from './api-key-cache.actions.ts';

const PEPPER = 'pepper';
let here: TestService;
let there: TestService;
let own: Awaited<ReturnType<typeof testDatabase>>;
let companyId: string;
beforeAll(async () => {
  here = await startTestService();
  there = await startTestService({ databaseUrl: here.databaseUrl });
  own = await testDatabase();
  companyId = (await here.newCompany()).id;
});
afterAll(async () => {
  await own.close();
  await there.stop();
  await here.stop();
});

const USAGE = '/billing/usage';
const statusIn = async (service: TestService, key: string) => (await service.api(key).get(USAGE)).status;

/** A key that both processes have let in, and so keep. */
async function keptByBoth(): Promise<{ id: string; key: string }> {
  const key = await here.newKey({ companyId, scopes: ['read:billing'] });
  for (const service of [here, there, here, there]) expect(await statusIn(service, key.key)).toBe(200);
  return key;
}

test.each<[string, Record<string, unknown>, number]>([
  ['suspended', { suspended: true }, 401],
  ['limited to other addresses', { allowedIPs: ['192.0.2.1'] }, 401],
  ['deprived of its scope', { scopes: ['read:jobs'] }, 403],
])(
  'an API key %s in one process is refused there at once, and in other processes after a notification',
  async (_words, body, status) => {
    const { id, key } = await keptByBoth();
    expect((await here.admin.patch(`/api-keys/${id}`, body)).status).toBe(200);
    expect(await statusIn(here, key)).toBe(status);
    await expect.poll(() => statusIn(there, key), { interval: 5 }).toBe(status);
  },
);

test('an API key revoked in one process is refused in the other', async () => {
  const { id, key } = await keptByBoth();
  await there.admin.delete(`/api-keys/${id}`, { revocationReason: 'Over' });
  expect(await statusIn(there, key)).toBe(401);
  await expect.poll(() => statusIn(here, key), { interval: 5 }).toBe(401);
});

test('an API key suspended and resumed in one process works again in both processes', async () => {
  const { id, key } = await keptByBoth();
  await here.admin.patch(`/api-keys/${id}`, { suspended: true });
  await expect.poll(() => statusIn(there, key), { interval: 5 }).toBe(401);
  await here.admin.patch(`/api-keys/${id}`, { suspended: false });
  expect(await statusIn(here, key)).toBe(200);
  await expect.poll(() => statusIn(there, key), { interval: 5 }).toBe(200);
});

test('an API key suspended while the notification connection is lost is refused, not served from the cache', async () => {
  const { id, key } = await keptByBoth();
  const lost = await here.services.database.all(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'parley notifications' and datname = current_database()`);
  expect(lost).toHaveLength(2);
  await expect.poll(() => there.services.notifications.listening, { interval: 1 }).toBe(false);
  expect(await statusIn(there, key)).toBe(200);
  // Behind everybody's back: no notification is sent, so only a look at the row can know.
  await here.services.database.run(sql`update api_keys set state = 'SUSPENDED' where id = ${id}`);
  expect(await statusIn(there, key)).toBe(401);

  await expect.poll(() => there.services.notifications.listening).toBe(true);
  await expect.poll(() => here.services.notifications.listening).toBe(true);
  const after = await keptByBoth();
  await here.admin.patch(`/api-keys/${after.id}`, { suspended: true });
  await expect.poll(() => statusIn(there, after.key), { interval: 5 }).toBe(401);
});

async function cacheOn(notifications: Notifications) {
  const cache = new ApiKeyCache(own.database, notifications);
  const wanted = { type: 'ATS' as const, name: 'Key', scopes: ['read:jobs'] };
  const { id, key } = await issueKey(own.database, PEPPER, wanted, {
    actor: { kind: 'system', id: 'test' },
    client: undefined,
  });
  return { cache, id, hash: hashKey(PEPPER, key) };
}
const newNotifications = () => new Notifications({ url: own.url, onError: () => {} });

async function listening<Result>(work: (notifications: Notifications) => Promise<Result>): Promise<Result> {
  const notifications = newNotifications();
  try {
    return await work(notifications);
  } finally {
    await notifications.stop();
  }
}

test('a looked-up API key is cached while the process receives notifications', () =>
  listening(async (notifications) => {
    const { cache, id, hash } = await cacheOn(notifications);
    await notifications.start();
    expect(cache.cached(hash)).toBeUndefined();
    expect((await cache.lookUp(hash))?.id).toBe(id);
    expect(cache.cached(hash)?.id).toBe(id);
  }));

test('an API key is not cached before the notification connection is open', async () => {
  const { cache, id, hash } = await cacheOn(newNotifications());
  expect((await cache.lookUp(hash))?.id).toBe(id);
  expect(cache.cached(hash)).toBeUndefined();
});

test('cached API keys are not used while the notification connection is interrupted', () =>
  listening(async (notifications) => {
    const { cache, hash } = await cacheOn(notifications);
    await notifications.start();
    await cache.lookUp(hash);
    await notifications.stop();
    expect(cache.cached(hash)).toBeUndefined();
  }));

test('an API key that changes during its lookup is not cached in its old state', () =>
  listening(async (notifications) => {
    const { cache, id, hash } = await cacheOn(notifications);
    await notifications.start();
    const before = cache.lookUp(hash);
    cache.empty();
    expect((await before)?.id).toBe(id);
    expect(cache.cached(hash)).toBeUndefined();
  }));

test('a lookup of an unknown API key is not cached, so that a key created afterwards works at once', () =>
  listening(async (notifications) => {
    const { cache } = await cacheOn(notifications);
    await notifications.start();
    const hash = hashKey(PEPPER, 'sk_unknown');
    expect(await cache.lookUp(hash)).toBeUndefined();
    expect(cache.cached(hash)).toBeUndefined();
  }));
