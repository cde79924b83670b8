import type { DialOrder } from '@parley/call-engine/line.ts';
import type { Party } from '@parley/call-engine/party.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebEvent } from './captions.ts';
import { WebCall, type WebCallOptions } from './web-call.ts';
import { WebLeg } from './web-leg.ts';
import { WEB_RATE_HZ } from './web-media-protocol.ts';

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
    resumeMs: 600_000,
    clock: systemCallClock,
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

test('only the page that joined has the key of the call', async () => {
  const { call } = await joined();
  expect(['the key', 'another', 'the kez', ''].map((key) => call.isHeldBy(key))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a typed message reaches the agent and shows as a caption', async () => {
  const { call, party, told } = await joined();
  expect(call.type('Hello')).toBe(true);
  expect(await party.listen(8000)).toMatchObject({ kind: 'words', text: 'Hello' });
  call.end('finished', false);
  expect(await told()).toEqual([
    { type: 'update', id: '1', who: 'contact', text: 'Hello', isFinal: true },
    { type: 'call_ended', reason: 'finished', canComeBack: false },
  ]);
});

test('a page that does not open the event stream within 20 seconds counts as having left', async () => {
  const { call, party, told } = await joined();
  await pass(19_900);
  expect(call.isOver).toBe(false);
  await pass(200);
  expect(call.isOver).toBe(true);
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
  call.end('finished', true);
  expect(await told()).toEqual([{ type: 'call_ended', reason: 'lost', canComeBack: true }]);
});

test('a page that reconnects within 20 seconds does not count as having left', async () => {
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

test('a page with one of two connections open does not count as having left', async () => {
  const { call } = await joined();
  const [first, second] = [call.connect(), call.connect()];
  first();
  await pass(60_000);
  expect(call.isOver).toBe(false);
  second();
  await pass(20_000);
  expect(call.isOver).toBe(true);
});

test('leaving a web call takes effect at once, and later messages are refused', async () => {
  const { call, party } = await joined();
  call.leave();
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
  expect(call.type('Wait')).toBe(false);
});

test('a web call that has ended is not reported as lost', async () => {
  const { call, told } = await joined();
  call.end('finished', false);
  await pass(60_000);
  call.leave();
  expect(await told()).toEqual([{ type: 'call_ended', reason: 'finished', canComeBack: false }]);
});

test('after the agent has left a web call no audio can join, even before the call is settled', async () => {
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

test('the audio connection is notified when the call ends', async () => {
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

/** A call in which they have said something, and the page is connected. */
async function underWay() {
  const { call, party, told } = await joined();
  const disconnect = call.connect();
  call.type('Hello');
  await party.listen(8000);
  return { call, party, told, disconnect };
}

test('a contact who has spoken can close the page and return, and the gap is neither silence nor call time', async () => {
  const { call, party } = await underWay();
  const beforeMs = party.elapsedMs();
  const heard = party.listen(8000);
  call.leavePage();
  await pass(599_000);
  expect([call.isOver, call.canResume]).toEqual([false, true]);
  call.comeBack('another key');
  expect(await heard).toEqual({ kind: 'returned', atMs: beforeMs });
  expect(['the key', 'another key'].map((key) => call.isHeldBy(key))).toEqual([false, true]);
  const disconnect = call.connect();
  await pass(30_000);
  disconnect();
  expect(party.elapsedMs()).toBe(beforeMs + 30_000);
  expect(party.pausedMs?.()).toBe(599_000);
});

test('a contact who does not return in time counts as having left', async () => {
  const { call, party, told } = await underWay();
  const heard = party.listen(8000);
  call.leavePage();
  await pass(600_000);
  expect(await heard).toMatchObject({ kind: 'left' });
  call.end('finished', false);
  expect((await told()).at(-1)).toEqual({ type: 'call_ended', reason: 'lost', canComeBack: false });
});

test('a contact who has said nothing can return within only 20 seconds', async () => {
  const { call } = await joined();
  call.connect();
  call.leavePage();
  await pass(19_900);
  expect(call.isOver).toBe(false);
  await pass(200);
  expect(call.isOver).toBe(true);
});

test('a lost connection of a web call is not silence, and a return within 20 seconds needs no greeting', async () => {
  const { party, disconnect, call } = await underWay();
  let heard: unknown;
  void party.listen(8000).then((one) => {
    heard = one;
  });
  await pass(60_000);
  disconnect();
  await pass(15_000);
  expect(heard).toBeUndefined();
  call.connect();
  await pass(60_000);
  expect(heard).toBeUndefined();
  await pass(10_000);
  expect(heard).toMatchObject({ kind: 'silence' });
});

test('a longer loss of connection pauses a web call, and the return is reported', async () => {
  const { party, disconnect, call } = await underWay();
  const heard = party.listen(8000);
  disconnect();
  await pass(300_000);
  call.connect();
  expect(await heard).toMatchObject({ kind: 'returned', atMs: 20_000 });
});

test('what was typed before the page closed is reported, then the return of the contact', async () => {
  const { call, party } = await underWay();
  call.type('Forty');
  call.leavePage();
  expect(await party.listen(8000)).toMatchObject({ kind: 'words', text: 'Forty' });
  call.comeBack('another key');
  expect(await party.listen(8000)).toMatchObject({ kind: 'returned' });
});

test('a second page cannot take over a web call while the first is connected', async () => {
  const { call, disconnect } = await underWay();
  expect(call.canResume).toBe(false);
  disconnect();
  expect(call.canResume).toBe(true);
});

test.each([
  ['connects late', 4000, true, false],
  ['never connects', 9000, false, true],
  ['has not connected when the contact leaves soon', 7000, false, false],
])('the audio of a call that %s', async (_case, ms, connects, isMissing) => {
  const { call } = await joined({ makeParty: () => new ScriptedParty([]) });
  call.connect();
  call.talkThrough(new WebLeg(1, WEB_RATE_HZ, () => {}));
  await pass(ms);
  if (connects) call.connectAudio();
  call.leave();
  await pass(60_000);
  expect(call.isAudioMissing).toBe(isMissing);
});

test('audio that does not connect to a page that has gone is not missed', async () => {
  const { call } = await joined({ makeParty: () => new ScriptedParty([]) });
  const disconnect = call.connect();
  call.talkThrough(new WebLeg(1, WEB_RATE_HZ, () => {}));
  disconnect();
  await pass(60_000);
  expect([call.isOver, call.isAudioMissing]).toEqual([true, false]);
});

test('a call that is typed from the start misses no audio', async () => {
  const { call } = await joined();
  call.connect();
  await pass(60_000);
  expect(call.isAudioMissing).toBe(false);
});
