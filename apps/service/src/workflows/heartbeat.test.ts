import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { findLostCalls, keepWorkerAlive } from '../domains/conversations/worker-liveness.actions.ts';
import { sql } from '../storage/sql.ts';
import { HeartbeatThread, LOOKS, slotsOf } from './heartbeat.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let heartbeat: HeartbeatThread | undefined;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
afterEach(() => heartbeat?.stop());

const workerId = '01890000-0000-7000-8000-0000000000b5';

/** A worker with a live call, which has not sent a heartbeat for an hour. */
async function silentWorker(): Promise<void> {
  const { database } = store;
  await keepWorkerAlive(database, workerId);
  await waitingCall(await callingCompany(database));
  expect(await claimDue(database, workerId, 10)).toHaveLength(1);
  await database.run(sql`update workers set last_seen_at = now() - interval '1 hour'`);
  expect(await findLostCalls(database)).toHaveLength(1);
}

/** Stops this thread, timers and all, until the other one has looked. */
function blockUntilLook({ shared }: HeartbeatThread): void {
  const slots = slotsOf(shared);
  Atomics.wait(slots, LOOKS, Atomics.load(slots, LOOKS), 60_000);
}

test('calls of a process whose event loop is blocked are not presumed lost', async () => {
  await silentWorker();
  heartbeat = new HeartbeatThread({
    url: store.url,
    workerId,
    onError: (error) => {
      throw error;
    },
  });
  expect(heartbeat.agoMs()).toBe(Number.POSITIVE_INFINITY);
  heartbeat.start();
  blockUntilLook(heartbeat);
  expect(heartbeat.agoMs()).toBeLessThan(60_000);
  expect(await findLostCalls(store.database)).toEqual([]);
  await store.database.run(sql`delete from live_calls`);
});

test('a process whose event loop is stuck for good is presumed lost', async () => {
  await silentWorker();
  heartbeat = new HeartbeatThread({ url: store.url, workerId, onError: () => {}, stuckAfterMs: -1 });
  heartbeat.start();
  blockUntilLook(heartbeat);
  expect(await findLostCalls(store.database)).toHaveLength(1);
});
