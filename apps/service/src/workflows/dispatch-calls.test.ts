import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { ledgerFolder } from '@parley/testing/dial-fence.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { CallSlots } from './call-slots.ts';
import { Dispatcher, type DispatcherOptions } from './dispatch-calls.ts';
import { reapLostCalls } from './reap-lost-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let ledgers: Awaited<ReturnType<typeof ledgerFolder>>;
let running: { stop(drainMs: number): Promise<void> } | undefined;
beforeAll(async () => {
  store = await testDatabase();
  ledgers = await ledgerFolder();
});
afterAll(async () => {
  await store.close();
  await ledgers.remove();
});
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});
afterEach(async () => {
  await running?.stop(0);
  running = undefined;
});

const nothingRecorded = { left: async () => null };

async function dispatchBy(capacity: number, conduct: DispatcherOptions['conduct']) {
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  const everywhere = store.database;
  const slots = new CallSlots({ everywhere, capacity, recordings: nothingRecorded, onError });
  const { fence } = ledgers.worker(everywhere);
  const dispatcher = new Dispatcher({ everywhere, slots, fence, conduct, onError });
  const stop = async (drainMs: number) => {
    await dispatcher.stop();
    await slots.stop(drainMs);
  };
  running = { stop };
  await slots.start();
  dispatcher.start();
  return { dispatcher, slots, errors, stop };
}

/** A dispatcher whose calls last until they are told to end, or to stop. */
async function dispatching(capacity: number) {
  const held: { attempt: DueAttempt; end: () => void; signal: AbortSignal }[] = [];
  const parts = await dispatchBy(
    capacity,
    (attempt, _worker, signal) =>
      new Promise((resolve) => {
        held.push({ attempt, end: resolve, signal });
        signal.addEventListener('abort', () => resolve());
      }),
  );
  return { ...parts, held };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('due calls run up to the capacity of the worker, and a slot that becomes free is used again', async () => {
  const place = await callingCompany(store.database);
  for (let turn = 0; turn < 3; turn++) await waitingCall(place);
  const { slots, held } = await dispatching(2);
  await until(() => held.length === 2);
  expect(slots.liveCalls).toBe(2);
  held[0]?.end();
  await until(() => held.length === 3);
  expect(new Set(held.map(({ attempt }) => attempt.attemptId)).size).toBe(3);
});

test('a call is dialled at its time even if no notification arrives', async () => {
  const scheduleTime = new Date(Date.now() + 300).toISOString();
  await waitingCall(await callingCompany(store.database), { scheduleTime });
  const { held } = await dispatching(1);
  await until(() => held.length === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(scheduleTime));
});

test('a stopping dispatcher claims no new calls, lets live calls end for a while, then ends them', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await waitingCall(place);
  const { dispatcher, slots, held, stop } = await dispatching(2);
  await until(() => held.length === 2);
  await waitingCall(place);
  const stopping = stop(100);
  dispatcher.wake();
  held[0]?.end();
  await stopping;
  expect(held).toHaveLength(2);
  expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(slots.liveCalls).toBe(0);
});

test('a call that fails is reported, and frees its slot', async () => {
  await waitingCall(await callingCompany(store.database));
  const { slots, errors } = await dispatchBy(1, () => Promise.reject(new Error('no')));
  await until(() => errors.length === 1);
  await until(() => slots.liveCalls === 0);
});

test('calls that start ringing at the same time are recorded in one write, each for its own conversation', async () => {
  const place = await callingCompany(store.database);
  const calls = [await waitingCall(place), await waitingCall(place)];
  const { dispatcher, held } = await dispatching(2);
  await until(() => held.length === 2);
  for (const { attemptId } of calls) dispatcher.noteRinging(attemptId);
  for (;;) {
    const row = await store.database.first<{ ringing: number }>(
      sql`select count(*) as ringing from conversations where status = 'IN_PROGRESS'`,
    );
    if (row?.ringing === 2) break;
  }
});

test('calls whose claim was committed but never acknowledged return to their dial queue; live calls stay', async () => {
  const place = await callingCompany(store.database);
  const first = await waitingCall(place);
  const proxy = await startDatabaseProxy(store.url);
  const database = new Database({
    url: proxy.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: async () => {},
    maxConnections: 4,
  });
  const held: string[] = [];
  const { ledger, fence } = ledgers.worker(database);
  const slots = new CallSlots({
    everywhere: database,
    capacity: 5,
    recordings: nothingRecorded,
    ledger,
    onError: () => {},
  });
  const one = new Dispatcher({
    everywhere: database,
    slots,
    fence,
    conduct: ({ attemptId }, _worker, signal) =>
      new Promise((resolve) => {
        held.push(attemptId);
        signal.addEventListener('abort', () => resolve());
      }),
    onError: () => {},
  });
  try {
    proxy.cutInAnswerTo('commit');
    await slots.start();
    one.start();
    const standing = async ({ attemptId }: { attemptId: string }) =>
      store.database.first<{ status: string; reasonCode: string | null }>(
        sql`select status, reason_code as "reasonCode" from call_attempts where id = ${attemptId}`,
      );
    await waitFor(async () => expect((await standing(first))?.status).not.toBe('SCHEDULED'), patience);
    expect(held).toEqual([]);
    const second = await waitingCall(place);
    one.wake();
    await waitFor(() => expect(held).toEqual([second.attemptId]), patience);
    // It was never placed, so it is placed now, as the same attempt.
    await waitFor(() => expect(held).toEqual([second.attemptId, first.attemptId]), patience);
    expect(await standing(second)).toEqual({ status: 'IN_PROGRESS', reasonCode: null });
  } finally {
    await one.stop();
    await slots.stop(0);
    await database.close();
    await proxy.stop();
  }
});

const patience = { interval: 20 };

/** Room for calls of a process whose heartbeats do not arrive. */
const silentSlots = (capacity: number) => {
  let free = capacity;
  const state = { hasThread: false, lapses: 0 };
  const conducted: Promise<void>[] = [];
  const slots = {
    workerId: store.database.newId(),
    onFree: () => {},
    claimant: () => {
      const { lapses } = state;
      return { workerId: slots.workerId, isTrusted: () => state.lapses === lapses };
    },
    startHeartbeatThread: () => {
      state.hasThread = true;
    },
    reserve: (most: number) => {
      const taken = Math.min(most, free);
      free -= taken;
      return taken;
    },
    release: (count: number) => {
      free += count;
    },
    hold: (_id: string, conduct: (signal: AbortSignal, ending: AbortSignal) => Promise<void>) => {
      const { signal } = new AbortController();
      conducted.push(conduct(signal, signal));
    },
  };
  return { slots: slots as unknown as CallSlots, conducted, state, free: () => free };
};

test('an object store that does not answer blocks only slots of claimed calls, and does not block a stop', async () => {
  await waitingCall(await callingCompany(store.database));
  const writing = Promise.withResolvers<void>();
  const { fence } = ledgers.worker(store.database, {
    patienceMs: 50,
    objects: {
      ...ledgers.objects,
      put: async (key, body, options) => {
        if (!key.startsWith('dial-ledger/') || (body as Buffer).length === 0)
          return ledgers.objects.put(key, body, options);
        writing.resolve();
        return new Promise(() => {});
      },
    },
  });
  // Comparing takes its time on a busy machine.
  while (!(await fence.isOpen()));
  const { slots, state, free } = silentSlots(200);
  const obstacles: (string | undefined)[] = [];
  const dispatcher = new Dispatcher({
    everywhere: store.database,
    slots,
    fence,
    conduct: async (_attempt, _worker, _signal, _ending, obstacle) => void obstacles.push(obstacle),
    onError: () => {},
  });
  dispatcher.start();
  await writing.promise;
  expect(free()).toBe(199);
  // Its heartbeats go on, whatever the main thread does meanwhile.
  expect(state.hasThread).toBe(true);
  await dispatcher.stop();
  expect(obstacles).toEqual([expect.stringContaining('The dial ledger cannot be written')]);
});

test('a call requeued by another worker during the ledger write is not placed by the first worker', async () => {
  await waitingCall(await callingCompany(store.database));
  const [written, writing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const cutOff = ledgers.worker(store.database, {
    objects: {
      ...ledgers.objects,
      put: async (key, body, options) => {
        // The network is away when the line is to be written, and comes back.
        if (key.startsWith('dial-ledger/') && (body as Buffer).length > 0) {
          writing.resolve();
          await written.promise;
        }
        return ledgers.objects.put(key, body, options);
      },
    },
  });
  const { slots } = silentSlots(1);
  const obstacles: (string | undefined)[] = [];
  const dispatcher = new Dispatcher({
    everywhere: store.database,
    slots,
    fence: cutOff.fence,
    conduct: async (_attempt, _worker, _signal, _ending, obstacle) => void obstacles.push(obstacle),
    onError: () => {},
  });
  dispatcher.start();
  await writing.promise;
  const reaper = {
    everywhere: store.database,
    recordings: nothingRecorded,
    ledger: ledgers.worker(store.database).ledger,
    onError: () => {},
  };
  expect(await reapLostCalls(reaper)).toBe(1);
  written.resolve();
  await dispatcher.stop();
  expect(obstacles).toEqual([expect.stringContaining('another worker presumed this process dead')]);
  expect(await store.database.first(sql`select status from call_attempts`)).toEqual({ status: 'SCHEDULED' });
  // It is taken back, should the database lose the claim.
  const [head] = (await cutOff.ledger.heads()).filter(({ ledgerId }) => ledgerId === cutOff.ledger.id);
  expect(head?.claims).toBe(1);
  expect(await cutOff.ledger.linesAfter(cutOff.ledger.id, 0)).toEqual([]);
});

test('a claim made before the worker may have been presumed dead is passed on as untrusted', async () => {
  await waitingCall(await callingCompany(store.database));
  const { slots, state } = silentSlots(1);
  const { fence } = ledgers.worker(store.database, {
    objects: {
      ...ledgers.objects,
      put: async (key, body, options) => {
        if (key.startsWith('dial-ledger/') && (body as Buffer).length > 0) state.lapses++;
        return ledgers.objects.put(key, body, options);
      },
    },
  });
  while (!(await fence.isOpen()));
  const trusted: boolean[] = [];
  const dispatcher = new Dispatcher({
    everywhere: store.database,
    slots,
    fence,
    conduct: async (_attempt, worker) => void trusted.push(worker.isTrusted()),
    onError: () => {},
  });
  dispatcher.start();
  await until(() => trusted.length > 0);
  await dispatcher.stop();
  expect(trusted).toEqual([false]);
});
