import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { openDialQueue, pauseDialQueue } from './dial-queue.actions.ts';
import { claimDue } from './dispatch.actions.ts';
import { dueQueues, lockCompany } from './due-queue.store.ts';
import { settle } from './settlement.actions.ts';

const START = '2026-11-16T12:00:00.000Z';
const store = databaseWithoutCalls(START);
const { clock } = store;
beforeEach(async () => {
  await store.database.run(sql`delete from served_queues`);
});

const claim = (places = 10) => claimDue(store.database, workerId, places);
const looked = async () => (await dueQueues(store.database, 1000)).map(({ companyId }) => companyId);

test('a dial queue is not queried before its next call is due', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place, { scheduleTime: '2026-11-16T13:00:00.000Z' });
  expect(await looked()).toEqual([]);
  clock.advance(3_600_000);
  expect(await looked()).toEqual([place.scope.companyId]);
});

test('a dial queue is not queried after its last call was claimed', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
  expect(await looked()).toEqual([]);
  await waitingCall(place);
  expect(await claim()).toHaveLength(1);
});

test('a paused dial queue is not queried before it is resumed', async () => {
  const place = await callingCompany(store.database);
  const { companyId } = place.scope;
  await waitingCall(place);
  await pauseDialQueue(place.scope, companyId);
  expect(await claim()).toEqual([]);
  expect(await looked()).toEqual([]);
  await openDialQueue(place.scope, companyId);
  expect(await claim()).toHaveLength(1);
});

test('a call committed just after its dial queue was found empty is claimed by the next claim', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await claim();
  await place.scope.transaction(async (inside) => {
    await waitingCall({ ...place, scope: inside });
    expect(await claim()).toEqual([]);
  });
  expect(await claim()).toHaveLength(1);
});

test('calls of one company can be claimed while another worker claims those of another company', async () => {
  const [busy, free] = [await callingCompany(store.database), await callingCompany(store.database)];
  await waitingCall(busy);
  const { attemptId } = await waitingCall(free);
  const claiming = await store.database.transaction(async (inside) => {
    await lockCompany(inside, busy.scope.companyId);
    return { claimed: await claim(1) };
  });
  expect(claiming.claimed.map((one) => one.attemptId)).toEqual([attemptId]);
});

test('companies at their limit of concurrent calls do not delay other companies, however many there are', async () => {
  const place = await callingCompany(store.database);
  // More than are looked at together.
  await store.database.run(sql`
    with made as (
      insert into companies select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
      from companies c, generate_series(1, 200) where c.id = ${place.scope.companyId} returning id
    ), accounts as (
      insert into billing_accounts
      select (jsonb_populate_record(b, jsonb_build_object('company_id', made.id, 'max_concurrent_calls', 0))).*
      from made, billing_accounts b where b.company_id = ${place.scope.companyId}
    )
    insert into served_queues (company_id, dial_queue, due_at) select id, id, '2026-11-16T11:00:00Z' from made`);
  const { conversation } = await waitingCall(place);
  await store.database.run(sql`
    insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
                               created_at, updated_at)
    select gen_random_uuid(), company_id, ${conversation.id}, dial_queue, 'OUTBOUND', 'SCHEDULED', 2, due_at, true, now(), now()
    from served_queues where due_at = '2026-11-16T11:00:00Z'`);
  expect(await claim(1)).toMatchObject([{ companyId: place.scope.companyId }]);
  expect((await looked()).length).toBeLessThan(200);
});

test('a company at its limit of concurrent calls is queried again when one of its calls ends', async () => {
  const place = await callingCompany(store.database, { plan: { maxConcurrentCalls: 1 } });
  const { scope } = place;
  const first = await waitingCall(place);
  expect(await claim()).toHaveLength(1);
  await waitingCall(place);
  await scope.run(sql`
    update served_queues set due_at = ${clock.now()}::timestamptz + interval '30 seconds', is_full = true
    where company_id = ${scope.companyId}`);
  expect(await claim()).toEqual([]);
  await settle(store.database, endedCall(place, first, { kind: 'finished' }, 10));
  expect(await claim()).toHaveLength(1);
});
