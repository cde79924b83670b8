import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Party } from '../../party.ts';
import { scriptedPlan } from '../../scripted-plan.ts';
import type { DialOrder } from '../line.ts';
import { WebCall, type WebCallOptions } from './web-call.ts';
import type { WebEvent } from './web-event.ts';
import { WebLeg } from './web-leg.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function joined(more: Partial<WebCallOptions> = {}) {
  const call = new WebCall({
    callId: 'call',
    resumeKey: 'the key',
    nowMs: () => performance.now(),
    makeParty: () => {
      throw new Error('nobody talks here');
    },
    ...more,
  });
  const order = { plan: scriptedPlan([]) } as DialOrder;
  const { value } = await call
    .line()
    .dial(order, new AbortController().signal)
    [Symbol.asyncIterator]()
    .next();
  const party: Party = value.party;
  const told = async () => {
    const events: WebEvent[] = [];
    for await (const { event } of call.events.after(0, new AbortController().signal)) events.push(event);
    return events;
  };
  return { call, party, told };
}

test('only who joined has the key', async () => {
  const { call } = await joined();
  expect(['the key', 'another', 'the kez', ''].map((key) => call.isHeldBy(key))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('what is typed is heard, and stands on the page', async () => {
  const { call, party, told } = await joined();
  expect(call.type('Hello')).toBe(true);
  expect(await party.listen(8000)).toMatchObject({ kind: 'words', text: 'Hello' });
  call.end('finished', false);
  expect(await told()).toEqual([
    { type: 'update', id: '1', who: 'contact', text: 'Hello', isFinal: true },
    { type: 'call_ended', reason: 'finished', canComeBack: false },
  ]);
});

test('who does not come for the events within 20 seconds has left', async () => {
  const { call, party, told } = await joined();
  await pass(19_900);
  expect(call.isOver).toBe(false);
  await pass(200);
  expect(call.isOver).toBe(true);
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
  call.end('finished', true);
  expect(await told()).toEqual([{ type: 'call_ended', reason: 'lost', canComeBack: true }]);
});

test('whoever comes back within 20 seconds has not left, however often', async () => {
  const { call } = await joined();
  for (let turn = 0; turn < 3; turn++) {
    const disconnect = call.connect();
    await pass(60_000);
    disconnect();
    disconnect();
    await pass(19_000);
  }
  expect(call.isOver).toBe(false);
  await pass(1000);
  expect(call.isOver).toBe(true);
});

test('of two connections one is enough', async () => {
  const { call } = await joined();
  const [first, second] = [call.connect(), call.connect()];
  first();
  await pass(60_000);
  expect(call.isOver).toBe(false);
  second();
  await pass(20_000);
  expect(call.isOver).toBe(true);
});

test('who leaves has left at once, and nothing they type is taken any more', async () => {
  const { call, party } = await joined();
  call.leave();
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
  expect(call.type('Wait')).toBe(false);
});

test('a call that has ended cannot be lost any more', async () => {
  const { call, told } = await joined();
  call.end('finished', false);
  await pass(60_000);
  call.leave();
  expect(await told()).toEqual([{ type: 'call_ended', reason: 'finished', canComeBack: false }]);
});

test('once the agent has left, nobody can talk in the call any more, though it is not settled yet', async () => {
  const { call, party } = await joined();
  await party.leave();
  expect(call.isOver).toBe(true);
  const leg = new WebLeg(1, 16_000, () => {});
  let hasLeft = false;
  leg.onLeft(() => {
    hasLeft = true;
  });
  call.talkThrough(leg);
  expect([call.leg, hasLeft, leg.isGone]).toEqual([undefined, true, true]);
});

test('whoever speaks through a leg when the call ends is told that it is gone', async () => {
  const { call } = await joined({ makeParty: () => ({}) as Party });
  const leg = new WebLeg(1, 16_000, () => {});
  let hasLeft = false;
  leg.onLeft(() => {
    hasLeft = true;
  });
  call.talkThrough(leg);
  call.end('error', true);
  expect(hasLeft).toBe(true);
});
