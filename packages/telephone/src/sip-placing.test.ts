import { cseqOf, header, type SipRequest } from '@parley/sip/sip-message.ts';
import {
  farSound,
  type Reply,
  requestText,
  ScriptedMedia,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { CallOrder, LineReport, PlacingEvent } from './call-order.ts';
import { longestRingMs } from './ring-time.ts';
import { placeCall } from './sip-placing.ts';

const FAR = 'sip:user:word@198.51.100.1';
const order: CallOrder = { to: '+41446681800', from: '+41446681801', ringTimeoutMs: 30_000 };
const ok = { body: farSound(), headers: [['allow', 'INVITE, UPDATE']] } satisfies Reply;

/** A call through trunks whose far end a test speaks for. */
function placing(addresses: readonly string[] = [FAR], wanted: Partial<CallOrder> = {}) {
  const { time, transport, stack, agent, trunkAt } = scriptedNetwork();
  const trunks = addresses.map((address) => trunkAt(address));
  const media = new ScriptedMedia();
  const stop = new AbortController();
  const events: PlacingEvent[] = [];
  const parts = { agent, trunks, media, from: null, sessionSeconds: 180 };
  const done = (async () => {
    for await (const event of placeCall(parts, { ...order, ...wanted }, stop.signal)) events.push(event);
  })();
  const invites = () => transport.requests('INVITE');
  const invite = () => invites().at(-1) as SipRequest;
  const answered = async () => {
    await settled();
    transport.answer(invite(), 200, ok);
    await done;
    const last = events.at(-1);
    if (last?.kind !== 'answered') throw new Error(`It was not answered: ${JSON.stringify(last)}`);
    return last.call;
  };
  return { time, transport, stack, agent, trunks, media, stop, events, done, invite, invites, answered };
}
const kinds = (events: readonly PlacingEvent[]) => events.map(({ kind }) => kind);

test('a placed call rings, is answered, acknowledged and hung up', async () => {
  const { transport, events, answered, invite, media, trunks } = placing();
  await settled();
  transport.answer(invite(), 180);
  const call = await answered();
  expect(kinds(events)).toEqual(['placing', 'ringing', 'answered']);
  expect(transport.requests('ACK')).toHaveLength(1);
  expect(header(invite(), 'from')).toMatch(/^<sip:\+41446681801@198\.51\.100\.1>;tag=/);
  expect(media.sessions[0]?.accepted.at(-1)).toMatchObject({ host: '198.51.100.1', port: 4000 });
  const leaving = call.leg.hangUp();
  await settled();
  const [bye] = transport.requests('BYE');
  if (!bye) throw new Error('Nobody hung up');
  expect([cseqOf(bye).number, bye.uri]).toEqual([2, 'sip:far@198.51.100.1']);
  transport.answer(bye, 200);
  await leaving;
  expect([media.sessions[0]?.isClosed, trunks[0]?.liveCalls]).toEqual([true, 0]);
});

test('a number of the simulated network is never dialled over SIP', async () => {
  const { events, done, transport } = placing([FAR], { to: '+15005550001' });
  await done;
  expect(kinds(events)).toEqual(['placing', 'invalid_number']);
  expect(transport.sent).toEqual([]);
});

test('a blocked number is not dialled', async () => {
  const { agent, transport, trunkAt } = scriptedNetwork();
  const parts = {
    agent,
    trunks: [trunkAt(FAR)],
    media: new ScriptedMedia(),
    from: null,
    sessionSeconds: 180,
  };
  const blocked = () => 'it is a premium-rate number';
  const events: PlacingEvent[] = [];
  for await (const event of placeCall({ ...parts, blocked }, order, new AbortController().signal))
    events.push(event);
  expect(events.at(-1)).toEqual({
    kind: 'invalid_number',
    code: 'not dialled: it is a premium-rate number',
  });
  expect(transport.sent).toEqual([]);
});

test('while it cannot be checked whether a number is blocked, it is not dialled, and the call waits', async () => {
  const { agent, transport, trunkAt } = scriptedNetwork();
  const blocked = () => Promise.reject(new Error('no database'));
  const parts = {
    agent,
    trunks: [trunkAt(FAR)],
    media: new ScriptedMedia(),
    from: null,
    sessionSeconds: 180,
  };
  const events = await Array.fromAsync(placeCall({ ...parts, blocked }, order, new AbortController().signal));
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed', isTrunkDown: true, retryAfterMs: 5000 });
  expect(transport.sent).toEqual([]);
});

test('a digest challenge is answered with a new INVITE of the same call', async () => {
  const { transport, invites, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 407, {
    headers: [['proxy-authenticate', 'Digest realm="r", nonce="n", qop="auth"']],
  });
  await settled();
  expect(invites()).toHaveLength(2);
  expect(header(invite(), 'proxy-authorization')).toContain('username="user"');
  expect(invites().map((one) => [header(one, 'call-id'), cseqOf(one).number])).toEqual([
    [header(invite(), 'call-id'), 1],
    [header(invite(), 'call-id'), 2],
  ]);
  transport.answer(invite(), 407, {
    headers: [['proxy-authenticate', 'Digest realm="r", nonce="m", qop="auth"']],
  });
  await done;
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed', isTrunkDown: true });
});

test('an unanswered call is cancelled after the ring timeout', async () => {
  const { time, transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 180);
  await time.advance(30_000);
  const [cancel] = transport.requests('CANCEL');
  if (!cancel) throw new Error('It still rings');
  expect(header(cancel, 'via')).toBe(header(invite(), 'via'));
  transport.answer(cancel, 200);
  transport.answer(invite(), 487, { reason: 'Request Terminated' });
  await done;
  expect(events.at(-1)).toMatchObject({ kind: 'no_answer', code: expect.stringContaining('487') });
});

test('the ring timeout counts from the first ringing', async () => {
  const { time, transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 100, { tag: null });
  await time.advance(20_000);
  transport.answer(invite(), 180);
  await time.advance(29_000);
  expect(transport.requests('CANCEL')).toHaveLength(0);
  await time.advance(1000);
  transport.answer(invite(), 487, { reason: 'Request Terminated' });
  await done;
  expect(events.at(-1)).toEqual({
    kind: 'no_answer',
    code: 'no answer within 30 s of ringing (487 Request Terminated)',
  });
});

test('the ring timeout counts from the ringing, not from the 183 before it', async () => {
  const { time, transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 183);
  await time.advance(14_000);
  transport.answer(invite(), 180);
  transport.answer(invite(), 183);
  await time.advance(29_000);
  expect(transport.requests('CANCEL')).toHaveLength(0);
  await time.advance(1000);
  expect(transport.requests('CANCEL')).toHaveLength(1);
  transport.answer(invite(), 487, { reason: 'Request Terminated' });
  await done;
  expect(events.at(-1)?.kind).toBe('no_answer');
});

test.each([30_000, 60_000, 180_000])(
  'a call that rings for up to %i ms, late after a 183, ends within the longest time of ringing',
  async (ringTimeoutMs) => {
    const { time, transport, invite, done, events } = placing([FAR], { ringTimeoutMs });
    await settled();
    transport.answer(invite(), 100);
    await time.advance(44_000);
    const rangAtMs = time.nowMs();
    transport.answer(invite(), 183);
    await time.advance(ringTimeoutMs + 14_900);
    transport.answer(invite(), 180);
    await time.advance(ringTimeoutMs - 1);
    expect(transport.requests('CANCEL')).toHaveLength(0);
    // Nobody answers the CANCEL either.
    await time.advance(longestRingMs(ringTimeoutMs) - (time.nowMs() - rangAtMs));
    await done;
    expect(events.at(-1)).toMatchObject({ kind: 'no_answer' });
  },
);

test.each([
  ['rings (180) and is not answered', 180, true],
  ['only has an announcement (183)', 183, false],
])('the report about a call that %s says whether a telephone rang', async (_, status, hasRung) => {
  const { agent, time, transport, trunkAt } = scriptedNetwork();
  const trunk = trunkAt(FAR);
  const reports: LineReport[] = [];
  const line = { from: null, end: (report: LineReport) => void reports.push(report) };
  const routesOf = async () => [{ trunk, admit: async () => ({ kind: 'admitted' as const, line }) }];
  const parts = { agent, trunks: [], media: new ScriptedMedia(), from: null, sessionSeconds: 180, routesOf };
  const events = Array.fromAsync(placeCall(parts, order, new AbortController().signal));
  await settled();
  const [invite] = transport.requests('INVITE');
  if (!invite) throw new Error('Nobody was called');
  transport.answer(invite, status);
  await time.advance(45_000);
  transport.answer(invite, 487);
  expect((await events).at(-1)?.kind).toBe('no_answer');
  expect(reports).toMatchObject([
    { status: 487, isOffered: true, rangAfterMs: 0, answeredAfterMs: null, hasRung },
  ]);
  // Nobody picked up, as far as anybody can tell: that takes no trunk out of service.
  expect(trunk.breaker.trouble).toBeUndefined();
});

test('a call of which only 183 is heard is cancelled 15 seconds after the ring timeout', async () => {
  const { time, transport, invite, done } = placing();
  await settled();
  transport.answer(invite(), 183);
  await time.advance(44_000);
  expect(transport.requests('CANCEL')).toHaveLength(0);
  await time.advance(1000);
  expect(transport.requests('CANCEL')).toHaveLength(1);
  transport.answer(invite(), 487, { reason: 'Request Terminated' });
  await done;
});

test('a call that never rings is given up, and was not answered if there is no other trunk', async () => {
  const { time, transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 100, { tag: null });
  await time.advance(45_000);
  transport.answer(invite(), 487, { reason: 'Request Terminated' });
  await done;
  expect(events.at(-1)).toEqual({
    kind: 'no_answer',
    code: 'did not ring within 45 s (487 Request Terminated)',
  });
});

test.each([
  ['confirms that it is cancelled', 487],
  ['does not even respond to the cancellation', null],
])('a call that a trunk takes and does not connect goes to the next trunk when it %s', async (_, status) => {
  const { time, transport, invites, events, answered } = placing([FAR, 'sip:203.0.113.9']);
  await settled();
  const [first] = invites() as [SipRequest];
  transport.answer(first, 100, { tag: null });
  await time.advance(45_000);
  expect([transport.requests('CANCEL').length, invites().length]).toEqual([1, 1]);
  if (status === null) await time.advance(4000);
  else transport.answer(first, status);
  await answered();
  expect(invites().map(({ uri }) => uri)).toEqual([
    'sip:+41446681800@198.51.100.1',
    'sip:+41446681800@203.0.113.9',
  ]);
  expect(kinds(events)).toEqual(['placing', 'answered']);
});

test.each([
  ['begins to ring', 180],
  ['is answered', 200],
])('a call that %s while it is given up is not placed through the next trunk', async (_, status) => {
  const { time, transport, invites, done, events } = placing([FAR, 'sip:203.0.113.9']);
  await settled();
  const [first] = invites() as [SipRequest];
  transport.answer(first, 100, { tag: null });
  await time.advance(45_000);
  transport.answer(first, status, status === 200 ? ok : {});
  transport.answer(first, 487);
  await done;
  expect([events.at(-1)?.kind, invites().length]).toEqual(['no_answer', 1]);
});

test('a call that is aborted before it rings is not placed through the next trunk', async () => {
  const { time, transport, invites, stop, done, events } = placing([FAR, 'sip:203.0.113.9']);
  await settled();
  const [first] = invites() as [SipRequest];
  transport.answer(first, 100, { tag: null });
  await time.advance(45_000);
  stop.abort();
  transport.answer(first, 487);
  await done;
  expect([events.at(-1)?.kind, invites().length]).toEqual(['no_answer', 1]);
});

test('a call that is answered while being cancelled is hung up', async () => {
  const { time, transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 180);
  await time.advance(30_000);
  transport.answer(invite(), 200, ok);
  await done;
  await settled();
  expect(events.at(-1)?.kind).toBe('no_answer');
  expect(transport.requests('BYE')).toHaveLength(1);
  // The answer comes again because our ACK was lost: it is acknowledged again, and hung up only once.
  transport.answer(invite(), 200, ok);
  await settled();
  expect([transport.requests('ACK').length, transport.requests('BYE').length]).toEqual([2, 1]);
});

test('a call given up before any SIP response is cancelled at the first response', async () => {
  const { time, transport, invite, stop, done } = placing();
  await settled();
  stop.abort();
  await settled();
  expect(transport.requests('CANCEL')).toHaveLength(0);
  transport.answer(invite(), 100, { tag: null });
  await settled();
  expect(transport.requests('CANCEL')).toHaveLength(1);
  await time.advance(5000);
  await done;
});

test('after a digest challenge the next INVITE is cancelled only after its own first response', async () => {
  const { transport, invite, invites, stop, done, time } = placing();
  await settled();
  transport.answer(invite(), 401, { headers: [['www-authenticate', 'Digest realm="r", nonce="n"']] });
  await settled();
  expect(invites()).toHaveLength(2);
  stop.abort();
  await settled();
  expect(transport.requests('CANCEL')).toHaveLength(0);
  transport.answer(invite(), 180);
  await settled();
  expect(transport.requests('CANCEL').map((cancel) => cseqOf(cancel).number)).toEqual([2]);
  await time.advance(5000);
  await done;
});

test('aborting a ringing call cancels it', async () => {
  const { transport, agent, trunkAt } = scriptedNetwork();
  const trunk = trunkAt(FAR);
  const parts = { agent, trunks: [trunk], media: new ScriptedMedia(), from: null, sessionSeconds: 180 };
  const steps = placeCall(parts, order, new AbortController().signal);
  await steps.next();
  const ringing = steps.next();
  await settled();
  transport.answer(transport.requests('INVITE')[0] as SipRequest, 180);
  await ringing;
  await steps.return(undefined);
  expect(transport.requests('CANCEL')).toHaveLength(1);
});

test('a full trunk pauses for its Retry-After, and the call is requeued', async () => {
  const { transport, invite, done, events, trunks } = placing();
  await settled();
  transport.answer(invite(), 503, { headers: [['retry-after', '12']] });
  await done;
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed', retryAfterMs: 12_000 });
  expect(trunks[0]?.breaker.restMs()).toBe(12_000);
});

test('a full trunk without Retry-After pauses too, and the call is requeued', async () => {
  const { transport, invite, done, events, trunks } = placing();
  await settled();
  transport.answer(invite(), 503);
  await done;
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed', retryAfterMs: 15_000 });
  expect(trunks[0]?.breaker.restMs()).toBe(1000);
});

test('a call that no server of a trunk answers is requeued', async () => {
  const { time, transport, agent, events, done } = placing();
  const usual = agent.hopsTo.bind(agent);
  agent.hopsTo = async (uri) => (await usual(uri)).flatMap((hop) => [hop, { ...hop, host: '198.51.100.2' }]);
  await time.advance(12_000);
  await done;
  expect(new Set(transport.sent.map(({ to }) => to.host))).toEqual(new Set(['198.51.100.1', '198.51.100.2']));
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed', code: '198.51.100.1 does not answer' });
});

test('a number without a route is tried at the next trunk, and not requeued', async () => {
  const { transport, invites, events, done } = placing([FAR, 'sip:203.0.113.9']);
  const noRoute: Reply = { headers: [['reason', 'Q.850;cause=3;text="No route to destination"']] };
  await settled();
  transport.answer(invites()[0] as SipRequest, 404, noRoute);
  await settled();
  transport.answer(invites()[1] as SipRequest, 404, noRoute);
  await done;
  expect(invites()).toHaveLength(2);
  expect(events.at(-1)?.kind).toBe('failed');
});

test('a call for which the first trunk is full uses the next trunk', async () => {
  const { transport, invites, events, answered } = placing([FAR, 'sip:203.0.113.9']);
  await settled();
  transport.answer(invites()[0] as SipRequest, 503);
  await answered();
  expect(transport.sent.at(-1)?.to.host).toBe('198.51.100.1');
  expect(invites().map(({ uri }) => uri)).toEqual([
    'sip:+41446681800@198.51.100.1',
    'sip:+41446681800@203.0.113.9',
  ]);
  expect(kinds(events)).toEqual(['placing', 'answered']);
});

test('a call that rang is not tried at another trunk', async () => {
  const { transport, invites, done, events } = placing([FAR, 'sip:203.0.113.9']);
  await settled();
  transport.answer(invites()[0] as SipRequest, 180);
  transport.answer(invites()[0] as SipRequest, 503, { headers: [['retry-after', '1']] });
  await done;
  expect(invites()).toHaveLength(1);
  expect(events.at(-1)?.kind).toBe('failed');
});

test('a trunk that does not answer is skipped, and the call is cancelled if it rings later', async () => {
  const { time, transport, invites, answered } = placing([FAR, 'sip:203.0.113.9']);
  await time.advance(6000);
  expect(new Set(invites().map(({ uri }) => uri)).size).toBe(2);
  const call = await answered();
  const first = invites()[0] as SipRequest;
  transport.answer(first, 180);
  await settled();
  expect(transport.requests('CANCEL').map(({ uri }) => uri)).toEqual([first.uri]);
  expect(call.leg.rateHz).toBe(8000);
});

test('an unreachable trunk does not use up a call attempt', async () => {
  const { transport, done, events } = placing();
  transport.dead.add('198.51.100.1');
  await done;
  expect(events.at(-1)).toMatchObject({ kind: 'not_placed' });
});

test('a call without a free media port is requeued', async () => {
  const { events, done, media, transport } = placing();
  media.open = () => Promise.reject(new Error('none left'));
  await done;
  expect(events.at(-1)).toMatchObject({
    kind: 'not_placed',
    code: '198.51.100.1 was not called: the audio cannot be set up: none left',
  });
  expect(transport.sent).toEqual([]);
});

test('a second phone that answers the same call is hung up', async () => {
  const { transport, invite, answered } = placing();
  const call = await answered();
  transport.answer(invite(), 200, { ...ok, tag: 'another' });
  await settled();
  const byes = transport.requests('BYE');
  expect(byes.map((bye) => header(bye, 'to'))).toEqual([expect.stringContaining('tag=another')]);
  let hasLeft = false;
  call.leg.onLeft(() => {
    hasLeft = true;
  });
  await settled();
  expect(hasLeft).toBe(false);
});

test('a call answered without usable media is hung up and reported', async () => {
  const { transport, invite, done, events } = placing();
  await settled();
  transport.answer(invite(), 200, { body: farSound(['a=rtpmap:98 opus/48000/2'], '98') });
  await done;
  await settled();
  expect(events.at(-1)?.kind).toBe('failed');
  expect(transport.requests('BYE')).toHaveLength(1);
});

test('a placed call uses early media when the answer has no SDP, and sends PRACK for reliable responses', async () => {
  const { transport, invite, done, events, media } = placing();
  await settled();
  const reliable = [['require', '100rel'] as const, ['rseq', '41'] as const];
  transport.answer(invite(), 183, { body: farSound(), headers: reliable });
  transport.answer(invite(), 183, { body: farSound(), headers: reliable });
  await settled();
  const pracks = transport.requests('PRACK');
  expect(pracks.map((prack) => [header(prack, 'rack'), cseqOf(prack).number])).toEqual([['41 1 INVITE', 2]]);
  transport.answer(pracks[0] as SipRequest, 200);
  transport.answer(invite(), 200);
  await done;
  expect(events.at(-1)?.kind).toBe('answered');
  expect(media.sessions[0]?.accepted.at(-1)).toMatchObject({ port: 4000 });
});

test('the call is retried with the Min-SE that the far end demands', async () => {
  const { transport, invite, invites, answered } = placing();
  await settled();
  transport.answer(invite(), 422, { headers: [['min-se', '600']] });
  await answered();
  expect(invites().map((one) => header(one, 'session-expires'))).toEqual([
    '180;refresher=uac',
    '600;refresher=uac',
  ]);
});

test('a BYE before the answer cancels the call and frees all resources', async () => {
  const { time, transport, invite, done, stack, agent } = placing();
  await settled();
  transport.answer(invite(), 180);
  transport.receive(requestText(invite(), 'BYE', 5));
  await settled();
  expect(transport.requests('CANCEL')).toHaveLength(1);
  transport.answer(invite(), 487);
  await done;
  await time.advance(120_000);
  expect([stack.transactions, agent.calls, time.waiting]).toEqual([0, 0, 0]);
});
