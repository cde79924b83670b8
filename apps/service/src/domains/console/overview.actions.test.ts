import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { openDialQueue, pauseDialQueue } from '../conversations/dial-queue.actions.ts';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { requeue } from '../conversations/requeue.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { keepWorkerAlive } from '../conversations/worker-liveness.actions.ts';
import { noteChanges } from '../events/event.actions.ts';
import { readOverview, readStatistics, readUsageDays } from './overview.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('the overview lists the contacts called last, however many other changes came since', async () => {
  const place = await callingCompany(store.database);
  const calls = [await waitingCall(place), await waitingCall(place), await waitingCall(place)] as const;
  await claimDue(store.database, workerId, 2);
  for (const call of [calls[1], calls[0]])
    await settle(store.database, endedCall(place, call, { kind: 'finished' }, 5));
  await noteChanges(
    place.scope,
    'contact',
    Array.from({ length: 501 }, (_, nth) => ({ id: `${nth}` })),
  );
  const { recent } = await readOverview(place.scope, async () => []);
  expect(recent.map(({ id }) => id)).toEqual([calls[0].conversation.id, calls[1].conversation.id]);
  expect(recent[0]).toMatchObject({
    contactName: 'Ada Lovelace',
    agentName: 'Grace',
    status: 'COMPLETED',
    endedAt: expect.any(String),
  });
});

test('statistics count the calls of one company by day, outcome and agent', async () => {
  const place = await callingCompany(store.database);
  const another = await callingCompany(store.database);
  const call = await waitingCall(place);
  await waitingCall(another);
  await claimDue(store.database, workerId, 2);
  await settle(store.database, endedCall(place, call, { kind: 'finished' }, 5));
  const { days, outcomes, agents } = await readStatistics(place.scope, {});
  expect(days.at(-1)).toMatchObject({ calls: 1, completed: 1, minutes: 1 });
  expect(outcomes).toEqual([{ status: 'COMPLETED', count: 1 }]);
  expect(agents).toMatchObject([{ name: 'Grace', calls: 1, completed: 1, minutes: 1 }]);
  expect(await readStatistics(another.scope, {})).toMatchObject({ outcomes: [], agents: [] });
});

test('the overview says that calls are degraded while calls that the network did not accept wait for a retry', async () => {
  const place = await callingCompany(store.database);
  const { attemptId, conversation } = await waitingCall(place);
  const { scope } = place;
  await keepWorkerAlive(store.database, workerId);
  const calls = async () =>
    (await readOverview(scope, async () => [])).health.find(({ part }) => part === 'Calls')?.state;
  await claimDue(store.database, workerId, 10);
  expect(await calls()).toBe('ok');
  await requeue(store.database, {
    attemptId,
    companyId: scope.companyId,
    conversationId: conversation.id,
    workerId,
    notes: '503 Service Unavailable',
    retryAfterMs: 10_000,
  });
  expect(await calls()).toBe('degraded');
  const row = await scope.first<{ dialQueue: string }>(
    sql`select dial_queue as "dialQueue" from call_attempts where id = ${attemptId} and company_id = ${scope.companyId}`,
  );
  await pauseDialQueue(scope, row?.dialQueue ?? '');
  expect(await calls()).toBe('ok');
  await openDialQueue(scope, row?.dialQueue ?? '');
  expect(await calls()).toBe('degraded');
  await scope.run(
    sql`update call_attempts set scheduled_at = scheduled_at + interval '1 day' where id = ${attemptId} and company_id = ${scope.companyId}`,
  );
  expect(await calls()).toBe('ok');
});

interface Count {
  readonly day: string;
  readonly agentId: string;
  readonly calls: number;
  readonly minutes: number;
  readonly status?: string;
  readonly reason?: string;
}

/** As settlements of that day would have left it. */
const counted = (scope: Scope, { day, agentId, calls, minutes, status = 'COMPLETED', reason = '' }: Count) =>
  scope.run(sql`
    insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
    values (${scope.companyId}, ${day}::date, ${agentId}, ${status}, ${reason}, ${calls}, ${minutes})`);

test('statistics count the completed calls of each day and agent, whatever the reason of their end', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const other = '01890000-0000-7000-8000-0000000000aa';
  await counted(scope, { day: '2026-02-27', agentId, calls: 3, minutes: 9 });
  await counted(scope, { day: '2026-02-27', agentId, calls: 1, minutes: 2, reason: 'NOT_INTERESTED' });
  await counted(scope, { day: '2026-02-28', agentId, calls: 5, minutes: 0, status: 'BUSY' });
  await counted(scope, { day: '2026-02-28', agentId: other, calls: 2, minutes: 0, status: 'BUSY' });
  expect(await readStatistics(scope, { from: '2026-02-26', to: '2026-02-28' })).toEqual({
    from: '2026-02-26',
    to: '2026-02-28',
    price: null,
    days: [
      { date: '2026-02-26', calls: 0, completed: 0, minutes: 0, cost: null },
      { date: '2026-02-27', calls: 4, completed: 4, minutes: 11, cost: null },
      { date: '2026-02-28', calls: 7, completed: 0, minutes: 0, cost: null },
    ],
    outcomes: [
      { status: 'BUSY', count: 7 },
      { status: 'COMPLETED', count: 4 },
    ],
    agents: [
      { agentId, name: 'Grace', calls: 9, completed: 4, minutes: 11, cost: null },
      { agentId: other, name: null, calls: 2, completed: 0, minutes: 0, cost: null },
    ],
  });
});

test('statistics of a year list all its days and outcomes, and the 1,000 agents with the most minutes', async () => {
  const { scope } = await callingCompany(store.database);
  // One row for each of 1,100 agents on each of 20 days.
  await scope.run(sql`
    insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
    select ${scope.companyId}, '2025-06-01'::date + day, lpad(to_hex(agent), 32, '0')::uuid, 'COMPLETED', '', 1, agent
    from generate_series(1, 1100) agent, generate_series(1, 20) day`);
  const { days, outcomes, agents } = await readStatistics(scope, { from: '2025-03-01', to: '2026-03-01' });
  expect(days).toHaveLength(366);
  expect(outcomes).toEqual([{ status: 'COMPLETED', count: 22_000 }]);
  expect(agents).toHaveLength(1000);
  expect(agents[0]).toMatchObject({ calls: 20, completed: 20, minutes: 22_000 });
});

test('the usage report lists days without calls and deleted agents, too', async () => {
  const [place, other] = [await callingCompany(store.database), await callingCompany(store.database)];
  const { scope, agentId } = place;
  const deleted = '01890000-0000-7000-8000-00000000dead';
  await counted(scope, { day: '2026-02-26', agentId, calls: 9, minutes: 90 });
  await counted(scope, { day: '2026-02-28', agentId, calls: 3, minutes: 9 });
  await counted(scope, { day: '2026-03-01', agentId, calls: 1, minutes: 2 });
  await counted(scope, { day: '2026-03-01', agentId, calls: 4, minutes: 0, status: 'BUSY' });
  await counted(scope, { day: '2026-03-01', agentId: deleted, calls: 1, minutes: 20 });
  await counted(other.scope, { day: '2026-02-27', agentId: other.agentId, calls: 7, minutes: 70 });
  expect(await readUsageDays(scope, { from: '2026-02-27', to: '2026-03-01' })).toEqual({
    days: [
      { date: '2026-02-27', minutes: 0, calls: 0 },
      { date: '2026-02-28', minutes: 9, calls: 3 },
      { date: '2026-03-01', minutes: 22, calls: 6 },
    ],
    agents: [
      { agentId: deleted, name: null, minutes: 20, calls: 1 },
      { agentId, name: 'Grace', minutes: 11, calls: 8 },
    ],
  });
});
