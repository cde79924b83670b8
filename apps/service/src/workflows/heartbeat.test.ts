import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { findLostCalls, keepWorkerAlive } from '../domains/conversations/worker-liveness.actions.ts';
import { sql } from '../storage/sql.ts';
import { HeartbeatThread, LOOKS, monotonicMs, noteBeat, slotsOf } from './heartbeat.ts';

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

test('the calls of a process whose event loop is blocked for a while do not count as lost', async () => {
  await silentWorker();
  heartbeat = new HeartbeatThread({
    url: store.url,
    workerId,
    onError: (error) => {
      throw error;
    },
  });
  expect(heartbeat.steadyMs()).toBe(0);
  heartbeat.start();
  blockUntilLook(heartbeat);
  expect(await findLostCalls(store.database)).toEqual([]);
  await store.database.run(sql`delete from live_calls`);
});

test('the calls of a process whose event loop is blocked for good count as lost', async () => {
  await silentWorker();
  heartbeat = new HeartbeatThread({ url: store.url, workerId, onError: () => {}, stuckAfterMs: -1 });
  heartbeat.start();
  blockUntilLook(heartbeat);
  expect(await findLostCalls(store.database)).toHaveLength(1);
});

/** A heartbeat whose thread runs this instead. */
function broken(script: string) {
  const errors: string[] = [];
  const onError = ({ message }: Error) => errors.push(message);
  heartbeat = new HeartbeatThread({ url: store.url, workerId, onError, script: new URL(script) });
  return { heartbeat, errors };
}

test('a heartbeat thread that cannot be started is reported, and tried again at the next start', () => {
  const { heartbeat, errors } = broken('https://parley.example/no-thread.js');
  heartbeat.start();
  heartbeat.start();
  expect(errors).toHaveLength(2);
});

test('a heartbeat thread that died is started again at the next start', async () => {
  const { heartbeat, errors } = broken('data:text/javascript,throw new Error("out of memory")');
  await waitFor(() => {
    heartbeat.start();
    expect(errors).toEqual(['out of memory', 'out of memory']);
  });
});

test('a gap of nine seconds restarts the time for which heartbeats count as steady', () => {
  heartbeat = new HeartbeatThread({ url: store.url, workerId, onError: () => {} });
  const slots = slotsOf(heartbeat.shared);
  const now = monotonicMs();
  const beat = (agoMs: bigint) => noteBeat(slots, now - agoMs, now - agoMs);
  beat(1_000_000n);
  expect(heartbeat.steadyMs()).toBe(0);
  beat(500_000n);
  for (let ago = 491_001n; ago > 0n; ago -= 8999n) beat(ago);
  expect(heartbeat.steadyMs()).toBeGreaterThanOrEqual(500_000);
  expect(heartbeat.steadyMs()).toBeLessThan(900_000);
});
