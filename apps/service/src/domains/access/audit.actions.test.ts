import { auditEventTypes } from '@parley/contract/audit.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { purgeAudit } from './audit.actions.ts';
import { purgeAuditTask } from './audit.model.ts';

const START = '2026-03-14T09:30:00.000Z';
const DAY_MS = 86_400_000;
const clock = new ManualClock(START);
let service: TestService;
/** A key with a change on each of five minutes, and where its log is. */
let logs: string;
beforeAll(async () => {
  service = await startTestService({ clock });
  const { id } = await service.newKey({ type: 'ATS' });
  logs = `/api-keys/${id}/audit-logs`;
  for (const change of [
    { name: 'One' },
    { scopes: ['read:jobs'] },
    { suspended: true, suspensionReason: 'Two' },
    { suspended: false },
  ]) {
    clock.advance(60_000);
    await service.admin.patch(`/api-keys/${id}`, change);
  }
});
afterAll(() => service.stop());

const kinds = async (query = '') =>
  (await service.admin.get(`${logs}${query}`)).body.data.map(
    ({ eventType }: { eventType: string }) => eventType,
  );
const minute = (n: number) => new Date(Date.parse(START) + n * 60_000).toISOString();
const all = ['KEY_RESUMED', 'KEY_SUSPENDED', 'SCOPES_CHANGED', 'CONFIG_CHANGED', 'KEY_CREATED'];

test('the audit log is listed newest first', async () => {
  expect(await kinds()).toEqual(all);
});

test.each(all)('the audit log can be filtered by %s', async (eventType) => {
  expect(await kinds(`?eventType=${eventType}`)).toEqual([eventType]);
});

test.each(['AUTH_SUCCESS', 'AUTH_FAILURE', 'KEY_REVOKED'])(
  'the audit log of a key without %s entries is empty when filtered by that type',
  async (eventType) => {
    const { body } = await service.admin.get(`${logs}?eventType=${eventType}`);
    expect(body).toEqual({ data: [], total: 0, page: 1, limit: 20, totalPages: 0 });
  },
);

test.each([
  ['since an entry', `?from=${minute(3)}`, all.slice(0, 2)],
  ['up to an entry', `?to=${minute(1)}`, all.slice(3)],
  ['between two entries', `?from=${minute(1)}&to=${minute(2)}`, all.slice(2, 4)],
  ['from just after an entry', `?from=${minute(3).replace('.000', '.001')}`, all.slice(0, 1)],
  ['with another offset', `?from=${encodeURIComponent('2026-03-14T11:33:00+02:00')}`, all.slice(0, 2)],
  ['with end before start', `?from=${minute(2)}&to=${minute(1)}`, []],
  ['by kind and a time without such entries', `?eventType=KEY_CREATED&from=${minute(1)}`, []],
])('the entries of the audit log can be read %s', async (_words, query, expected) => {
  expect(await kinds(query)).toEqual(expected);
});

test('the audit log is listed in pages', async () => {
  const { body } = await service.admin.get(`${logs}?limit=2&page=2`);
  expect(body).toMatchObject({ total: 5, page: 2, limit: 2, totalPages: 3 });
  expect(await kinds('?limit=2&page=2')).toEqual(all.slice(2, 4));
  expect(await kinds('?limit=2&page=9')).toEqual([]);
});

test.each([
  'eventType=KEY_LOST',
  'eventType=',
  'from=yesterday',
  'to=2026-03-14',
  'limit=1000',
  'reason=EXPIRED',
])('the audit log refuses the query ?%s', async (query) => {
  const { status, body } = await service.admin.get(`${logs}?${query}`);
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringMatching(new RegExp(`^${query.split('=')[0]} `))]);
});

test('the audit log of a key has no entries of other keys', async () => {
  const other = await service.newKey({ type: 'ATS' });
  const { body } = await service.admin.get(`/api-keys/${other.id}/audit-logs`);
  expect(body.data).toMatchObject([{ eventType: 'KEY_CREATED', apiKeyId: other.id }]);
});

test('the types of audit entries are exactly those of the contract', () => {
  expect([...auditEventTypes].sort()).toEqual(
    ['AUTH_FAILURE', 'AUTH_SUCCESS', 'CONFIG_CHANGED', 'KEY_CREATED', 'KEY_RESUMED', 'KEY_REVOKED'].concat([
      'KEY_SUSPENDED',
      'SCOPES_CHANGED',
    ]),
  );
});

describe('the purge of the audit log', () => {
  const now = new ManualClock(START);
  const never = new AbortController().signal;
  let own: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    own = await testDatabase({ clock: now });
  });
  afterAll(() => own.close());
  beforeEach(() => own.database.run(sql`truncate audit_log`));

  const write = (
    eventType: string,
    ageDays: number,
    times = 1,
    apiKeyId: string | null = own.database.newId(),
  ) =>
    own.database.run(sql`
      insert into audit_log (id, event_type, api_key_id, occurred_at, metadata)
      select gen_random_uuid(), ${eventType}, ${apiKeyId}::uuid, ${new Date(now.now().getTime() - ageDays * DAY_MS)}::timestamptz, '{}'
      from generate_series(1, ${times}::int)`);
  const left = () =>
    own.database.all<{ kind: string; times: number }>(
      sql`select event_type as kind, count(*) as times from audit_log group by event_type order by event_type`,
    );

  test('the purge of the audit log removes old successes and keeps every other entry, however old', async () => {
    for (const eventType of auditEventTypes) await write(eventType, 1000);
    expect(await purgeAudit(own.database, never)).toBe(1);
    expect((await left()).map(({ kind }) => kind)).toEqual(
      auditEventTypes.filter((kind) => kind !== 'AUTH_SUCCESS').toSorted(),
    );
  });

  test('the purge of the audit log removes old failures of unknown keys, so that strangers cannot fill it', async () => {
    await write('AUTH_FAILURE', 1000, 3, null);
    await write('AUTH_FAILURE', 1, 1, null);
    expect(await purgeAudit(own.database, never)).toBe(3);
  });

  test('the purge of the audit log keeps successes of the last 90 days', async () => {
    await write('AUTH_SUCCESS', 0);
    await write('AUTH_SUCCESS', 90);
    await write('AUTH_SUCCESS', 90.001);
    expect(await purgeAudit(own.database, never)).toBe(1);
    expect(await left()).toEqual([{ kind: 'AUTH_SUCCESS', times: 2 }]);
  });

  test('the purge of the audit log continues until no old entry is left', async () => {
    await write('AUTH_SUCCESS', 91, 20_001);
    expect(await purgeAudit(own.database, never)).toBe(20_001);
    expect(await left()).toEqual([]);
  });

  test('the purge of the audit log removes the other entries as well once a retention is set for them', async () => {
    await write('KEY_REVOKED', 366, 2);
    await write('KEY_REVOKED', 364);
    await write('AUTH_SUCCESS', 31);
    const kept = { authenticationDays: 30, otherDays: 365 };
    expect(await purgeAudit(own.database, never, kept)).toBe(3);
    expect(await left()).toEqual([{ kind: 'KEY_REVOKED', times: 1 }]);
  });

  test('the purge of the audit log stops between batches on a stop signal', async () => {
    await write('AUTH_SUCCESS', 91);
    expect(await purgeAudit(own.database, AbortSignal.abort())).toBe(0);
    expect(await left()).toEqual([{ kind: 'AUTH_SUCCESS', times: 1 }]);
  });

  test('the purge of the audit log runs every night in a worker', async () => {
    expect(purgeAuditTask.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    const { database } = service.services;
    await database.run(sql`
      insert into audit_log (id, event_type, occurred_at, user_agent, metadata)
      values (gen_random_uuid(), 'AUTH_SUCCESS', ${new Date(clock.now().getTime() - 91 * DAY_MS)}, 'old', '{}')`);
    await database.enqueue(purgeAuditTask, {});
    const old = () => database.all(sql`select id from audit_log where user_agent = 'old'`);
    await expect.poll(old, { interval: 50 }).toEqual([]);
  });
});
