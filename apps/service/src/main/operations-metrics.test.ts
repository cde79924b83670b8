import { tmpdir } from 'node:os';
import { ManualClock } from '@parley/kernel/clock.ts';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LAST_BACKUP, writeFact } from '../storage/installation.ts';
import { sql } from '../storage/sql.ts';
import type { DialStop } from '../workflows/dial-fence.ts';
import { addDiallingMetric, addOperationsMetrics } from './operations-metrics.ts';

const clock = new ManualClock('2026-11-16T12:00:00.000Z');
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

const makeRegistry = (certificateOf = async (_: URL) => new Date('2026-12-01T00:00:00Z'), address = '') => {
  const registry = new Registry();
  addOperationsMetrics(registry, {
    database: store.database,
    config: { PARLEY_DATA_DIR: tmpdir(), PARLEY_PUBLIC_URL: address || undefined },
    certificateOf,
  });
  return registry;
};
/** Values by name and labels, as Prometheus reads them. */
async function valuesOf(registry: Registry): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
}

test('metrics say how long a due call has waited, and how many calls the network did not take', async () => {
  const registry = makeRegistry();
  expect(await valuesOf(registry)).toMatchObject({
    parley_calls_waiting_seconds: 0,
    parley_calls_requeued: 0,
  });
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await place.scope.run(sql`
    update call_attempts set put_back_since = ${clock.now()} where company_id = ${place.scope.companyId}`);
  clock.advance(90_000);
  expect(await valuesOf(registry)).toMatchObject({
    parley_calls_waiting_seconds: 90,
    parley_calls_requeued: 1,
  });
  await place.scope.run(sql`
    insert into held_dial_queues (dial_queue, company_id) values (${place.scope.companyId}, ${place.scope.companyId})`);
  expect(await valuesOf(registry)).toMatchObject({ parley_calls_requeued: 0 });
});

test('metrics count webhooks whose circuit is open, in all companies', async () => {
  const registry = makeRegistry();
  const { scope } = await callingCompany(store.database);
  await scope.run(sql`
    insert into webhooks (id, company_id, api_key_id, name, url, headers, events, event_types, vocabulary, max_retries, timeout_ms, secret, inactive_since, circuit_opened_at,
                          created_at, updated_at)
    select gen_random_uuid(), ${scope.companyId}, gen_random_uuid(), 'Hook', 'https://example.com', '{}', '{*}', '{*}', 'NEUTRAL', 3, 5000, 'sealed', opened, opened, now(), now()
    from (values (null::timestamptz), (now())) as circuit (opened)`);
  expect(await valuesOf(registry)).toMatchObject({ parley_webhook_circuits_open: 1 });
});

test('metrics have the connections of PostgreSQL and the disk of the data folder', async () => {
  const values = await valuesOf(makeRegistry());
  const connections = (state: string) => values[`parley_database_server_connections{state="${state}"}`] ?? 0;
  expect(connections('used')).toBeGreaterThan(0);
  expect(connections('max')).toBeGreaterThan(connections('used'));
  const disk = (state: string) => values[`parley_disk_bytes{state="${state}"}`] ?? 0;
  expect(disk('free')).toBeGreaterThan(0);
  expect(disk('size')).toBeGreaterThan(disk('free'));
});

test('the time of the last backup is a metric, and no value before the first', async () => {
  const registry = makeRegistry();
  expect(await valuesOf(registry)).not.toHaveProperty('parley_last_backup_timestamp_seconds');
  await writeFact(store.database, LAST_BACKUP, '2026-11-16T11:00:00.000Z');
  await writeFact(store.database, LAST_BACKUP, '2026-11-16T12:00:00.000Z');
  expect(await valuesOf(registry)).toMatchObject({ parley_last_backup_timestamp_seconds: 1_794_830_400 });
});

test('the expiry of the certificate is read once an hour, and has no value while it is unknown', async () => {
  const name = 'parley_certificate_expiry_timestamp_seconds';
  const asked: string[] = [];
  let isAway = true;
  const registry = makeRegistry(async ({ host }) => {
    asked.push(host);
    if (isAway) throw new Error('no answer');
    return new Date('2026-12-01T00:00:00Z');
  }, 'https://calls.example.com:8443');
  expect(await valuesOf(registry)).not.toHaveProperty(name);
  isAway = false;
  for (const _ of [1, 2]) expect(await valuesOf(registry)).toMatchObject({ [name]: 1_796_083_200 });
  expect(asked).toEqual(['calls.example.com:8443', 'calls.example.com:8443']);
  expect(await valuesOf(makeRegistry(undefined, 'http://localhost:3000'))).not.toHaveProperty(name);
});

test('a metric says for which reason nobody is dialled, and nothing while that is not known', async () => {
  const registry = new Registry();
  let answer: () => Promise<DialStop | undefined> = async () => undefined;
  addDiallingMetric(registry, () => answer());
  const none = { clock: 0, ledger: 0, other_database: 0, paused: 0, timeline: 0 };
  const named = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(values).map(([reason, value]) => [`parley_dialling_stopped{reason="${reason}"}`, value]),
    );
  expect(await valuesOf(registry)).toEqual(named(none));
  answer = async () => ({ reason: 'clock', words: 'The clock is wrong' });
  expect(await valuesOf(registry)).toEqual(named({ ...none, clock: 1 }));
  answer = () => Promise.reject(new Error('no answer'));
  expect(await valuesOf(registry)).toEqual({});
});
