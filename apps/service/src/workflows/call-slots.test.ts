import { callingCompany, inlineContact, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isExact } from '../domains/billing/ledger.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { joinConversation } from '../domains/conversations/online-link.actions.ts';
import { findCallsOf } from '../domains/conversations/worker-liveness.actions.ts';
import { CallSlots } from './call-slots.ts';
import { HeartbeatThread } from './heartbeat.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let slots: CallSlots | undefined;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
afterEach(async () => {
  await slots?.stop(0);
  slots = undefined;
});

const nothingRecorded = { left: async () => null };

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

async function holding(capacity: number) {
  slots = new CallSlots({
    everywhere: store.database,
    capacity,
    recordings: nothingRecorded,
    onError: () => {},
  });
  await slots.start();
  return slots;
}

describe('slots of a worker', () => {
  test('a worker never has more reserved and used call slots than its capacity', async () => {
    const held = await holding(3);
    expect([held.reserve(2), held.reserve(2), held.reserve(1)]).toEqual([2, 1, 0]);
    held.release(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.hold('one', () => promise);
    held.hold('two', () => promise);
    expect([held.liveCalls, held.reserve(5)]).toEqual([2, 1]);
    held.release(1);
    resolve();
    await until(() => held.liveCalls === 0);
    expect(held.reserve(5)).toBe(3);
    held.release(3);
  });

  test('a worker counts as quiet while it has no live call and no reserved slot', async () => {
    const held = await holding(1);
    expect(held.isQuiet).toBe(true);
    held.reserve(1);
    expect(held.isQuiet).toBe(false);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.hold('one', () => promise);
    expect(held.isQuiet).toBe(false);
    resolve();
    await until(() => held.liveCalls === 0);
    expect(held.isQuiet).toBe(true);
  });

  test('a call that was claimed a second time stays live when the first claim ends', async () => {
    const held = await holding(2);
    held.reserve(2);
    const [former, latter] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held.hold('one', () => former.promise);
    held.hold('one', () => latter.promise);
    former.resolve();
    await new Promise(setImmediate);
    expect(held.liveCalls).toBe(1);
    latter.resolve();
    await until(() => held.liveCalls === 0);
  });

  test('a stopping worker does not wait for ever for a call that never ends', async () => {
    const reported: string[] = [];
    const held = new CallSlots({
      everywhere: store.database,
      capacity: 1,
      recordings: nothingRecorded,
      onError: ({ message }) => reported.push(message),
      lastWordsMs: 10,
    });
    await held.start();
    held.reserve(1);
    held.hold('one', () => new Promise(() => {}));
    await held.stop(0);
    expect(reported).toEqual([
      '1 live calls did not end within the shutdown time: another worker process marks them as lost',
    ]);
  });

  test('a stopping worker waits for a call that is being claimed, and takes no other', async () => {
    const held = await holding(1);
    held.reserve(1);
    const stopped = held.stop(0);
    expect(held.reserve(1)).toBe(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    let isStopped = false;
    stopped.then(() => {
      isStopped = true;
    });
    held.hold('one', () => promise);
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    resolve();
    await stopped;
  });

  test('each waiting inbound call gets one of the slots that a claim releases', async () => {
    const held = await holding(3);
    held.reserve(3);
    const waiting = [held.reserveSoon(60_000), held.reserveSoon(60_000)];
    held.release(1);
    expect(await waiting[0]).toBe(true);
    held.release(2);
    expect(await waiting[1]).toBe(true);
    expect(held.reserve(3)).toBe(1);
    held.release(3);
  });

  test('a waiting inbound call gets the slot of a call that ends', async () => {
    const held = await holding(2);
    held.reserve(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.hold('one', () => promise);
    const waiting = held.reserveSoon(60_000);
    resolve();
    expect(await waiting).toBe(true);
    held.release(2);
  });

  test('an inbound call gets no slot if none is released in time, or if all are used by live calls', async () => {
    const held = await holding(1);
    held.reserve(1);
    expect(await held.reserveSoon(1)).toBe(false);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.hold('one', () => promise);
    expect(await held.reserveSoon(600_000)).toBe(false);
    resolve();
    await until(() => held.liveCalls === 0);
    expect(held.reserve(1)).toBe(1);
    held.release(1);
  });

  test('a worker claims no calls before its first heartbeat', () => {
    const unheard = new CallSlots({
      everywhere: store.database,
      capacity: 3,
      recordings: nothingRecorded,
      onError: () => {},
    });
    expect(unheard.reserve(1)).toBe(0);
  });
});

test('a call is conducted even when no heartbeat thread can be started', async () => {
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  slots = new CallSlots({
    everywhere: store.database,
    capacity: 1,
    recordings: nothingRecorded,
    onError,
    heartbeatOf: (workerId) =>
      new HeartbeatThread({
        url: store.url,
        workerId,
        onError,
        script: new URL('https://parley.example/no-thread.js'),
      }),
  });
  await slots.start();
  slots.reserve(1);
  const conducted = Promise.withResolvers<void>();
  slots.hold('one', async () => conducted.resolve());
  await conducted.promise;
  expect(errors).toHaveLength(1);
});

describe('heartbeats of a worker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    await slots?.stop(0);
    slots = undefined;
    vi.useRealTimers();
  });

  /** A slots with its clock in our hands, on a database that can be away. */
  function watched() {
    const state = { ms: 0, isAway: false, beats: 0, hasThread: false, steadyMs: 0 };
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
    const made = new CallSlots({
      everywhere,
      capacity: 1,
      recordings: nothingRecorded,
      onError: () => {},
      nowMs: () => state.ms,
      heartbeatOf: () => ({
        start: () => {
          state.hasThread = true;
        },
        steadyMs: () => state.steadyMs,
        stop: async () => {
          state.hasThread = false;
        },
      }),
    });
    slots = made;
    const beat = async () => {
      const { beats } = state;
      state.ms += 3000;
      vi.advanceTimersByTime(3000);
      await until(() => state.beats > beats);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { made, state, beat };
  }

  test('the heartbeat thread runs during calls and for five minutes after the last call', async () => {
    const { made, state, beat } = watched();
    await made.start();
    expect(state.hasThread).toBe(false);
    const call = Promise.withResolvers<void>();
    made.reserve(1);
    made.hold('one', () => call.promise);
    expect(state.hasThread).toBe(true);
    state.ms += 60 * 60_000;
    await beat();
    expect(state.hasThread).toBe(true);
    call.resolve();
    await until(() => made.liveCalls === 0);
    state.ms += 4 * 60_000;
    await beat();
    expect(state.hasThread).toBe(true);
    state.ms += 60_000;
    await beat();
    expect(state.hasThread).toBe(false);
    made.reserve(1);
    made.hold('another', async () => {});
    expect(state.hasThread).toBe(true);
  });

  test('a heartbeat thread that dies during a call is started again with the next heartbeat', async () => {
    const { made, state, beat } = watched();
    await made.start();
    const call = Promise.withResolvers<void>();
    made.reserve(1);
    made.hold('one', () => call.promise);
    state.hasThread = false;
    await beat();
    expect(state.hasThread).toBe(true);
    call.resolve();
  });

  test('no worker counts as dead before ten seconds without a heartbeat', async () => {
    const { made, beat } = watched();
    await made.start();
    const judged = [made.canJudge()];
    for (let turn = 0; turn < 4; turn++) {
      await beat();
      judged.push(made.canJudge());
    }
    expect(judged).toEqual([false, false, false, false, true]);
  });

  test('after a database outage every worker has another ten seconds before it counts as dead', async () => {
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

  test('a worker without a heartbeat for nine seconds takes no calls and declares no other worker dead', async () => {
    const { made, state, beat } = watched();
    await made.start();
    for (let turn = 0; turn < 4; turn++) await beat();
    state.ms += 8999;
    expect([made.isTrusted(), made.canJudge()]).toEqual([true, true]);
    state.ms += 1;
    expect([made.isTrusted(), made.canJudge(), made.reserve(1)]).toEqual([false, false, 0]);
    await beat();
    expect(made.isTrusted()).toBe(true);
  });

  test('claims from before a gap of nine seconds in the heartbeats stay untrusted after the gap', async () => {
    const { made, state, beat } = watched();
    await made.start();
    const before = made.claimant();
    expect(before.isTrusted()).toBe(true);
    state.ms += 6000;
    await beat();
    expect([before.isTrusted(), made.isTrusted()]).toEqual([false, true]);
    const after = made.claimant();
    await beat();
    expect([before.isTrusted(), after.isTrusted()]).toEqual([false, true]);
  });

  test('claims stay trusted while the heartbeat thread sends the heartbeats of a busy process', async () => {
    const { made, state, beat } = watched();
    await made.start();
    const worker = made.claimant();
    state.ms += 60_000;
    // The first heartbeat of the thread came 8,999 ms after the last one of the main thread.
    state.steadyMs = 60_000 - 8999;
    expect(worker.isTrusted()).toBe(true);
    state.steadyMs += 3000;
    await beat();
    expect(worker.isTrusted()).toBe(true);
  });

  test('heartbeats of the thread after a gap do not make claims from before the gap trusted again', async () => {
    const { made, state, beat } = watched();
    await made.start();
    const worker = made.claimant();
    state.ms += 60_000;
    state.steadyMs = 60_000 - 9000;
    expect(worker.isTrusted()).toBe(false);
    state.steadyMs += 3000;
    await beat();
    expect([worker.isTrusted(), made.isTrusted()]).toEqual([false, true]);
  });

  test('the heartbeat thread keeps running while claimed calls wait for the dial ledger', async () => {
    const { made, state, beat } = watched();
    await made.start();
    made.reserve(1);
    made.startHeartbeatThread();
    await beat();
    expect(state.hasThread).toBe(true);
    made.release(1);
  });
});

describe('calls that belong to this worker but are not being conducted', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    await slots?.stop(0);
    slots = undefined;
    vi.useRealTimers();
  });

  /** A slots that looks over what is ours when told to. */
  async function looking(capacity: number) {
    let answers = 0;
    const everywhere = new Proxy(store.database, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'all') return typeof value === 'function' ? value.bind(target) : value;
        return async (query: Parameters<typeof target.all>[0]) => {
          try {
            return await target.all(query);
          } finally {
            answers++;
          }
        };
      },
    });
    const made = new CallSlots({ everywhere, capacity, recordings: nothingRecorded, onError: () => {} });
    slots = made;
    await made.start();
    const look = async () => {
      vi.advanceTimersByTime(3000);
      await until(() => answers > 0);
      await new Promise(setImmediate);
    };
    /** What is left on the line when what the look led to is done. */
    const left = async () => {
      await made.stop(0);
      return (await findCallsOf(store.database, made.workerId)).map(({ attemptId }) => attemptId);
    };
    return { held: made, look, left };
  }

  async function joined(workerId: string) {
    const place = await callingCompany(store.database, { agent: { type: 'ONLINE' } });
    const wanted = { agentId: place.agentId, contact: { ...inlineContact, email: 'a@example.com' } };
    const { conversation } = await createConversation(place.scope, wanted, false);
    const { attemptId } = await joinConversation(place.scope, conversation.id, workerId);
    return { ...place, conversation, attemptId };
  }

  test('a web call that was joined but never started is settled as lost', async () => {
    const { held, look, left } = await looking(1);
    const { scope, conversation } = await joined(held.workerId);
    await look();
    expect(await left()).toEqual([]);
    expect((await attemptsOf(scope, [conversation.id]))[0]).toMatchObject({
      direction: 'INBOUND',
      status: 'FAILED',
      reasonCode: 'LOST',
    });
    expect(await isExact(scope)).toBe(true);
  });

  test('a call of a deleted conversation that is not being conducted releases its slot and held minutes', async () => {
    const { held, look, left } = await looking(1);
    const place = await callingCompany(store.database);
    const { conversation } = await waitingCall(place);
    await claimDue(store.database, held.workerId, 1);
    await removeConversation(place.scope, conversation.id);
    await look();
    expect(await left()).toEqual([]);
    expect(await isExact(place.scope)).toBe(true);
  });

  test('a call that is being conducted is not settled as lost', async () => {
    const { held, look, left } = await looking(1);
    const { attemptId } = await joined(held.workerId);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.reserve(1);
    held.hold(attemptId, () => promise);
    await look();
    resolve();
    expect(await left()).toEqual([attemptId]);
  });

  test('no call is settled as lost while a call of the worker may be about to start', async () => {
    const { held, look, left } = await looking(1);
    const { attemptId } = await joined(held.workerId);
    held.reserve(1);
    await look();
    held.hold(attemptId, async () => {});
    expect(await left()).toEqual([attemptId]);
  });
});
