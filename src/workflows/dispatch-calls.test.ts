import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callingCompany, waitingCall } from '../../tests/calling-company.ts';
import { testDatabase } from '../../tests/database.ts';
import { startDatabaseProxy } from '../../tests/database-proxy.ts';
import type { DueAttempt } from '../domains/conversations/dispatch.actions.ts';
import { systemClock } from '../kernel/clock.ts';
import { uuid7 } from '../kernel/id.ts';
import { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { Dispatcher } from './dispatch-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let dispatcher: Dispatcher | undefined;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});
afterEach(async () => {
  await dispatcher?.stop(0);
  dispatcher = undefined;
});

/** A dispatcher whose calls last until they are told to end, or to stop. */
function dispatching(places: number) {
  const held: { attempt: DueAttempt; end: () => void; signal: AbortSignal }[] = [];
  const errors: Error[] = [];
  dispatcher = new Dispatcher({
    everywhere: store.database,
    places,
    conduct: (attempt, _holder, signal) =>
      new Promise((resolve) => {
        held.push({ attempt, end: resolve, signal });
        signal.addEventListener('abort', () => resolve());
      }),
    onError: (error) => errors.push(error),
  });
  return { dispatcher, held, errors };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('due calls are held within the places there are, and a place that is freed is taken', async () => {
  const place = await callingCompany(store.database);
  for (let turn = 0; turn < 3; turn++) await waitingCall(place);
  const { dispatcher: two, held } = dispatching(2);
  await two.start();
  await until(() => held.length === 2);
  expect(two.liveCalls).toBe(2);
  held[0]?.end();
  await until(() => held.length === 3);
  expect(new Set(held.map(({ attempt }) => attempt.attemptId)).size).toBe(3);
});

test('a call is dialled when its time comes, without anybody waking the dispatcher', async () => {
  const { dispatcher: one, held } = dispatching(1);
  const scheduleTime = new Date(Date.now() + 300).toISOString();
  await waitingCall(await callingCompany(store.database), { scheduleTime });
  await one.start();
  await until(() => held.length === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(scheduleTime));
});

test('a stop takes nothing new, lets calls end for a while, and then ends the rest', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await waitingCall(place);
  const { dispatcher: two, held } = dispatching(2);
  await two.start();
  await until(() => held.length === 2);
  await waitingCall(place);
  const stopping = two.stop(100);
  two.wake();
  held[0]?.end();
  await stopping;
  expect(held).toHaveLength(2);
  expect(held.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(two.liveCalls).toBe(0);
});

test('a call that fails frees its place and is told of', async () => {
  await waitingCall(await callingCompany(store.database));
  const errors: Error[] = [];
  dispatcher = new Dispatcher({
    everywhere: store.database,
    places: 1,
    conduct: () => Promise.reject(new Error('no')),
    onError: (error) => errors.push(error),
  });
  await dispatcher.start();
  await until(() => errors.length === 1);
  await until(() => dispatcher?.liveCalls === 0);
});

test('telephones that ring together are noted together, each for its own conversation', async () => {
  const place = await callingCompany(store.database);
  const calls = [await waitingCall(place), await waitingCall(place)];
  const { dispatcher: two, held } = dispatching(2);
  await two.start();
  await until(() => held.length === 2);
  for (const { attemptId } of calls) two.noteRinging(attemptId);
  for (;;) {
    const row = await store.database.first<{ ringing: number }>(
      sql`select count(*) as ringing from conversations where status = 'IN_PROGRESS'`,
    );
    if (row?.ringing === 2) break;
  }
});

describe('signs of life', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    await dispatcher?.stop(0);
    dispatcher = undefined;
    vi.useRealTimers();
  });

  /** A dispatcher with its clock in our hands, on a database that can be away. */
  function watched() {
    const state = { ms: 0, isAway: false, beats: 0 };
    const everywhere = new Proxy(store.database, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'run') return typeof value === 'function' ? value.bind(target) : value;
        return async (query: Parameters<typeof target.run>[0]) => {
          try {
            if (state.isAway) throw new Error('The database is away');
            return await target.run(query);
          } finally {
            state.beats++;
          }
        };
      },
    });
    const made = new Dispatcher({
      everywhere,
      places: 0,
      conduct: async () => {},
      onError: () => {},
      nowMs: () => state.ms,
    });
    dispatcher = made;
    const beat = async () => {
      const { beats } = state;
      state.ms += 3000;
      vi.advanceTimersByTime(3000);
      await until(() => state.beats > beats);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { made, state, beat };
  }

  test('nobody is taken for dead before they had ten seconds to speak', async () => {
    const { made, beat } = watched();
    await made.start();
    const judged = [made.canJudge()];
    for (let turn = 0; turn < 4; turn++) {
      await beat();
      judged.push(made.canJudge());
    }
    expect(judged).toEqual([false, false, false, false, true]);
  });

  test('after the database was away everybody gets their ten seconds anew', async () => {
    const { made, state, beat } = watched();
    await made.start();
    for (let turn = 0; turn < 4; turn++) await beat();
    expect(made.canJudge()).toBe(true);
    state.isAway = true;
    await beat();
    // It was heard of three seconds ago, and yet it cannot know who else was.
    expect([made.isTrusted(), made.canJudge()]).toEqual([true, false]);
    state.isAway = false;
    const judged: boolean[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await beat();
      judged.push(made.canJudge());
    }
    expect(judged).toEqual([false, false, false, false, true]);
  });

  test('a worker that was not heard of for nine seconds mistrusts itself, and judges nobody', async () => {
    const { made, state, beat } = watched();
    await made.start();
    for (let turn = 0; turn < 4; turn++) await beat();
    state.ms += 8999;
    expect([made.isTrusted(), made.canJudge()]).toEqual([true, true]);
    state.ms += 1;
    expect([made.isTrusted(), made.canJudge()]).toEqual([false, false]);
    await beat();
    expect(made.isTrusted()).toBe(true);
  });
});

test('calls whose claim was committed and never answered are settled as lost, and those that are held are not', async () => {
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
  let nowMs = 0;
  const held: string[] = [];
  const one = new Dispatcher({
    everywhere: database,
    places: 5,
    conduct: ({ attemptId }, _holder, signal) =>
      new Promise((resolve) => {
        held.push(attemptId);
        signal.addEventListener('abort', () => resolve());
      }),
    onError: () => {},
    nowMs: () => nowMs,
  });
  try {
    proxy.cutInAnswerTo('commit');
    await one.start();
    const standing = async ({ attemptId }: { attemptId: string }) =>
      store.database.first<{ status: string; reasonCode: string | null }>(
        sql`select status, reason_code as "reasonCode" from call_attempts where id = ${attemptId}`,
      );
    await vi.waitFor(async () => expect((await standing(first))?.status).toBe('IN_PROGRESS'), patience);
    expect(held).toEqual([]);
    const second = await waitingCall(place);
    one.wake();
    await vi.waitFor(() => expect(held).toEqual([second.attemptId]), patience);
    nowMs += 3000;
    one.wake();
    await vi.waitFor(
      async () => expect(await standing(first)).toEqual({ status: 'FAILED', reasonCode: 'LOST' }),
      patience,
    );
    expect(await standing(second)).toEqual({ status: 'IN_PROGRESS', reasonCode: null });
  } finally {
    await one.stop(0);
    await database.close();
    await proxy.stop();
  }
});

const patience = { timeout: 20_000, interval: 20 };
