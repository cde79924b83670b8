import { ManualClock } from '@parley/kernel/clock.ts';
import { type CallingCompany, callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { purgeCalls } from './call-retention.actions.ts';
import { purgeCallsTask } from './call-retention.model.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock('2026-03-14T09:30:00Z');
const never = new AbortController().signal;
let store: Awaited<ReturnType<typeof testDatabase>>;
let place: CallingCompany;
beforeAll(async () => {
  store = await testDatabase({ clock });
  place = await callingCompany(store.database, { plan: { status: 'active' } });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from conversations`);
  await store.database.run(sql`delete from object_deletions`);
});

const keyOf = (attemptId: string) => `recordings/${attemptId}/8000-80000-80000.wav`;

/** A call of now, with a journal and a recording. */
async function callOf(database: Everywhere, company: CallingCompany, status = 'COMPLETED') {
  // Later, so that no worker dials it before it is taken for a call of now.
  const scheduleTime = new Date(clock.now().getTime() + DAY_MS).toISOString();
  const { attemptId } = await waitingCall(company, { scheduleTime });
  await database.run(sql`
    update call_attempts set status = ${status}, called_at = ${database.now()}, recording_key = ${keyOf(attemptId)}
    where id = ${attemptId}`);
  await database.run(sql`
    insert into call_journals (attempt_id, part, company_id, entries)
    select ${attemptId}::uuid, part, ${company.scope.companyId}::uuid, '[]' from generate_series(0, 2) part`);
  return attemptId;
}

const journals = async () =>
  (
    await store.database.all<{ id: string }>(
      sql`select distinct attempt_id as id from call_journals order by id`,
    )
  ).map(({ id }) => id);
const recorded = async () =>
  (
    await store.database.all<{ id: string }>(
      sql`select id from call_attempts where recording_key is not null order by id`,
    )
  ).map(({ id }) => id);

test('journals and recordings are kept as long as their conversations unless a retention is set', async () => {
  const attemptId = await callOf(store.database, place);
  clock.advance(10_000 * DAY_MS);
  const removed = await purgeCalls(store.database, never, {
    journalDays: undefined,
    recordingDays: undefined,
  });
  expect(removed).toEqual({ journals: 0, recordings: 0 });
  expect([await journals(), await recorded()]).toEqual([[attemptId], [attemptId]]);
});

test('a journal and a recording are each removed after their own retention period', async () => {
  const old = await callOf(store.database, place);
  clock.advance(10 * DAY_MS);
  const recent = await callOf(store.database, place);
  clock.advance(20 * DAY_MS);
  const kept = { journalDays: 30, recordingDays: 20 };
  // Not older than that, to the millisecond.
  expect(await purgeCalls(store.database, never, kept)).toEqual({ journals: 0, recordings: 1 });
  clock.advance(1);
  expect(await purgeCalls(store.database, never, kept)).toEqual({ journals: 1, recordings: 1 });
  expect(await purgeCalls(store.database, never, kept)).toEqual({ journals: 0, recordings: 0 });
  expect([await journals(), await recorded()]).toEqual([[recent], []]);
  // Their bytes go with the next sweep.
  const due = await store.database.all<{ key: string }>(
    sql`select key from object_deletions where due_at = '-infinity' order by key`,
  );
  expect(due.map(({ key }) => key)).toEqual([old, recent].map(keyOf).toSorted());
});

test('the retention counts from the call, and not from when it was scheduled', async () => {
  const { attemptId } = await waitingCall(place);
  clock.advance(25 * DAY_MS);
  await store.database.run(sql`
    update call_attempts set status = 'COMPLETED', called_at = ${clock.now()}, recording_key = ${keyOf(attemptId)}
    where id = ${attemptId}`);
  clock.advance(20 * DAY_MS);
  const kept = { journalDays: undefined, recordingDays: 30 };
  expect(await purgeCalls(store.database, never, kept)).toMatchObject({ recordings: 0 });
  clock.advance(11 * DAY_MS);
  expect(await purgeCalls(store.database, never, kept)).toMatchObject({ recordings: 1 });
});

test('a call that goes on keeps its journal, and so does one that is still to be analysed', async () => {
  const live = await callOf(store.database, place, 'IN_PROGRESS');
  const waiting = await callOf(store.database, place);
  const analysed = await callOf(store.database, place);
  for (const [attemptId, status] of [
    [waiting, 0],
    [analysed, 2],
  ] as const)
    await store.database.run(sql`
      insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, created_at, updated_at)
      select id, id, company_id, conversation_id, ${status}, false, ${clock.now()}, true, ${clock.now()}, ${clock.now()}
      from call_attempts where id = ${attemptId}`);
  clock.advance(2 * DAY_MS);
  await purgeCalls(store.database, never, { journalDays: 1, recordingDays: undefined });
  expect(await journals()).toEqual([live, waiting].toSorted());
});

test('old recordings are found in their index, however many calls there are', async () => {
  const plan = await store.database.transaction(async (inside) => {
    await inside.run(sql`set local enable_seqscan = off`);
    await inside.run(sql`set local enable_bitmapscan = off`);
    return inside.all<{ 'QUERY PLAN': string }>(sql`
      explain select id from call_attempts
      where recording_key is not null and id > '00000000-0000-0000-0000-000000000000' and id < '01990000-0000-0000-0000-000000000000'
      order by id limit 500`);
  });
  expect(JSON.stringify(plan)).toContain('call_attempts_recorded');
});

describe('in a running service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      clock,
      environment: { PARLEY_KEEP_RECORDING_DAYS: '30', PARLEY_KEEP_JOURNAL_DAYS: '30' },
    });
  });
  afterAll(() => service.stop());

  test('a worker removes journals and recordings every night, and says how many in its log and metrics', async () => {
    expect(purgeCallsTask.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    const { database } = service.services;
    await callOf(database, await callingCompany(database));
    clock.advance(31 * DAY_MS);
    await database.enqueue(purgeCallsTask, {});
    const removals = () =>
      service.logged.filter((line) => line.includes('past its retention') && line.includes('"journals"'));
    await expect.poll(removals, { interval: 50 }).toHaveLength(1);
    expect(JSON.parse(removals()[0] ?? '')).toMatchObject({ removed: { journals: 1, recordings: 1 } });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('parley_retention_removed_total{kind="recordings"} 1');
  });
});
