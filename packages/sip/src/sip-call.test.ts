import { placeCall } from '@parley/telephone/sip-placing.ts';
import {
  farSound,
  type Reply,
  requestText,
  ScriptedMedia,
  type ScriptedSession,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { header, isRequest, type SipRequest } from './sip-message.ts';

/** A call that has been answered. */
async function answered(
  { early, ...more }: Reply & { readonly early?: string } = {},
  allowsHost?: (address: string) => boolean,
) {
  const { time, transport, stack, agent, trunkAt } = scriptedNetwork();
  const limits = { callsPerSecond: 1000, mostCalls: 2, ...(allowsHost && { allowsHost }) };
  const trunk = trunkAt('sip:198.51.100.1', limits);
  const media = new ScriptedMedia();
  const parts = { agent, trunks: [trunk], media, from: null, sessionSeconds: 180 };
  const steps = placeCall(
    parts,
    { to: '+41446681800', from: null, ringTimeoutMs: 30_000 },
    new AbortController().signal,
  );
  await steps.next();
  const next = steps.next();
  await settled();
  const invite = transport.requests('INVITE')[0] as SipRequest;
  if (early !== undefined) transport.answer(invite, 183, { body: early });
  transport.answer(invite, 200, { body: farSound(), ...more });
  let { value } = await next;
  if (value?.kind === 'ringing') value = (await steps.next()).value;
  if (value?.kind !== 'answered') throw new Error('It was not answered');
  const asks = async (method: string, cseq: number, with_: Reply = {}) => {
    transport.receive(requestText(invite, method, cseq, with_));
    await settled();
    return transport.sent.at(-1)?.message;
  };
  const session = media.sessions[0] as ScriptedSession;
  return { time, transport, stack, agent, invite, call: value.call, session, asks, trunk };
}

const left = async (call: { ended: Promise<string> }) => {
  await settled();
  return Promise.race([call.ended, 'still there']);
};

test('a BYE from the far end is answered, reported once, and frees all resources', async () => {
  const { call, asks, time, session, trunk, stack, agent, transport } = await answered();
  let times = 0;
  call.leg.onLeft(() => times++);
  expect(await asks('BYE', 1)).toMatchObject({ status: 200 });
  await call.leg.hangUp();
  expect([await left(call), times, session.isClosed, trunk.liveCalls]).toEqual(['they hung up', 1, true, 0]);
  expect(transport.requests('BYE')).toHaveLength(0);
  let lateTimes = 0;
  call.leg.onLeft(() => lateTimes++);
  await settled();
  expect(lateTimes).toBe(1);
  await time.advance(120_000);
  expect([stack.transactions, agent.calls, time.waiting]).toEqual([0, 0, 0]);
});

const counts = {
  ...{ sent: 9, received: 9, lost: 0, late: 0, jitterMs: 0, strangers: 0 },
  ...{ roundTripMs: null, quietMs: 0, silentMs: 0 },
};

test('a BYE that names a failure of the network cuts the call off, and any other is a hang-up', async () => {
  const ending = async (reason: string) => {
    const { call, asks, session } = await answered();
    session.statistics = counts;
    let times = 0;
    call.leg.onLeft(() => times++);
    await asks('BYE', 1, { headers: [['reason', reason]] });
    const { isCutOff, cutOffBy } = (await call.quality()) ?? {};
    return [await left(call), isCutOff, cutOffBy, times];
  };
  expect(await ending('Q.850;cause=41;text="Temporary failure"')).toEqual(['cut off', true, 'Q.850 41', 1]);
  expect(await ending('SIP;cause=503')).toEqual(['cut off', true, 'SIP 503', 1]);
  expect(await ending('Q.850;cause=16')).toEqual(['they hung up', false, undefined, 1]);
});

test('when both sides hang up at once, both BYEs are answered', async () => {
  const { call, asks, transport } = await answered();
  const leaving = call.leg.hangUp();
  await settled();
  expect(await asks('BYE', 1)).toMatchObject({ status: 481 });
  transport.answer(transport.requests('BYE')[0] as SipRequest, 200);
  await leaving;
  expect(await left(call)).toBe('we hung up');
});

test('a hold is acknowledged and stops our audio until it ends', async () => {
  const { asks, session, time, transport, invite } = await answered();
  const held = await asks('INVITE', 1, { body: farSound(['a=sendonly']) });
  expect(held).toMatchObject({ status: 200, body: expect.stringContaining('a=recvonly') });
  expect(session.accepted.at(-1)).toMatchObject({ mayWeSend: false });
  // Until it is acknowledged the answer is given again.
  const before = transport.sent.length;
  await time.advance(1500);
  expect(transport.sent.length).toBe(before + 2);
  transport.receive(requestText(invite, 'ACK', 1));
  await time.advance(20_000);
  expect(transport.sent.length).toBe(before + 2);
  expect(await asks('UPDATE', 2, { body: farSound() })).toMatchObject({ status: 200 });
  expect(session.accepted.at(-1)).toMatchObject({ mayWeSend: true });
});

test.each(['INVITE', 'UPDATE'])(
  'a trunk limited to public addresses cannot move our audio to a private one with %s, and the call goes on',
  async (method) => {
    const { asks, session } = await answered({}, (address) => address === '198.51.100.1');
    const before = session.accepted.length;
    const at = (host: string, lines: readonly string[] = []) => ({
      body: farSound(lines).replaceAll('198.51.100.1', host),
    });
    // A refresh of a far end behind NAT is such an offer: refused, the call would end.
    expect(await asks(method, 1, at('10.0.0.7'))).toMatchObject({ status: 200 });
    // Reports would still be sent there during a hold.
    expect(await asks(method, 2, at('10.0.0.7', ['a=sendonly']))).toMatchObject({ status: 200 });
    expect(session.accepted.slice(before)).toMatchObject([
      { host: '10.0.0.7', isHidden: true },
      { host: '10.0.0.7', isHidden: true, mayWeSend: false },
    ]);
    expect(await asks(method, 3, at('0.0.0.0'))).toMatchObject({ status: 200 });
    expect(session.accepted.at(-1)).toMatchObject({ mayWeSend: false });
    expect(session.accepted.at(-1)).not.toHaveProperty('isHidden');
  },
);

test.each(['a=sendonly', 'a=inactive'])(
  'a hold with %s is reported, and so is its end',
  async (direction) => {
    const { call, asks } = await answered();
    const holds: boolean[] = [];
    call.leg.onHold?.((isHeld: boolean) => holds.push(isHeld));
    await asks('INVITE', 1, { body: farSound([direction]) });
    await asks('UPDATE', 2, { body: farSound([direction]) });
    expect(holds).toEqual([true]);
    await asks('UPDATE', 3, { body: farSound(['a=sendrecv']) });
    expect(holds).toEqual([true, false]);
  },
);

test.each([
  ['sendonly', 'in the answer', { body: farSound(['a=sendonly']) }],
  ['inactive', 'in the answer', { body: farSound(['a=inactive']) }],
  ['inactive', 'before an answer without SDP', { body: '', early: farSound(['a=inactive']) }],
] as const)('a call that begins with %s %s begins on hold', async (_direction, _where, more) => {
  const { call, asks } = await answered(more);
  const holds: boolean[] = [];
  call.leg.onHold?.((isHeld: boolean) => holds.push(isHeld));
  expect(holds).toEqual([true]);
  await asks('UPDATE', 1, { body: farSound(['a=sendrecv']) });
  expect(holds).toEqual([true, false]);
});

test.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160', '5'],
  ['application/dtmf-relay', 'Signal= #', '#'],
  ['application/dtmf', '10', '*'],
  ['application/dtmf', '7', '7'],
  ['text/plain', '7', undefined],
  ['application/dtmf-relay', 'Signal=99', undefined],
])('INFO with %s brings the DTMF key in it', async (type, body, key) => {
  const { call, asks } = await answered();
  const keys: string[] = [];
  call.leg.onDigit((digit: string) => keys.push(digit));
  expect(await asks('INFO', 1, { body, headers: [['content-type', type]] })).toMatchObject({ status: 200 });
  expect(keys).toEqual(key === undefined ? [] : [key]);
});

test("a re-INVITE without an SDP offer gets our offer, and the ACK brings the far end's answer", async () => {
  const { asks, session, transport, invite } = await answered();
  const offered = await asks('INVITE', 1);
  expect(offered).toMatchObject({ status: 200, body: expect.stringContaining('RTP/AVP 0 8 101') });
  const moved = farSound().replace('audio 4000', 'audio 4444');
  transport.receive(requestText(invite, 'ACK', 1, { body: moved }));
  expect(session.accepted.at(-1)).toMatchObject({ port: 4444 });
});

test('a session refresh without an SDP offer gets our SDP, and the call continues', async () => {
  const { asks, session, transport, invite, call, time } = await answered();
  const timer = [['session-expires', '180;refresher=uac'] as const, ['supported', 'timer'] as const];
  for (let turn = 1; turn <= 3; turn++) {
    const offered = await asks('INVITE', turn, { headers: timer });
    expect(offered).toMatchObject({
      status: 200,
      body: expect.stringContaining('m=audio 20000 RTP/AVP 0 8 101'),
    });
    expect(offered && header(offered, 'session-expires')).toBe('180;refresher=uac');
    transport.receive(requestText(invite, 'ACK', turn, { body: farSound() }));
    await time.advance(90_000);
  }
  // Nothing of it is different.
  expect(new Set(session.accepted.map((agreed) => JSON.stringify(agreed))).size).toBe(1);
  expect(await left(call)).toBe('still there');
});

test.each([
  [[], 'uas', undefined],
  [[['supported', 'timer']], 'uac', 'timer'],
] as const)(
  'a refresher that a request (with %j) does not name is us where the far end has no session timers',
  async (supported, refresher, required) => {
    const { asks } = await answered();
    const ok = await asks('UPDATE', 1, { headers: [['session-expires', '180'], ...supported] });
    expect(ok && header(ok, 'session-expires')).toBe(`180;refresher=${refresher}`);
    expect(ok && header(ok, 'require')).toBe(required);
  },
);

test('when our SDP offer is declined, the previous media session stays', async () => {
  const { asks, session, transport, invite, call } = await answered();
  await asks('INVITE', 1);
  transport.receive(requestText(invite, 'ACK', 1));
  expect(session.accepted).toHaveLength(1);
  expect(await left(call)).toBe('still there');
});

test('a 200 that is never acknowledged ends the call', async () => {
  const { asks, time, call, transport } = await answered();
  await asks('INVITE', 1, { body: farSound() });
  await time.advance(40_000);
  expect(await left(call)).toBe('timed out');
  expect(transport.requests('BYE').length).toBeGreaterThan(0);
});

test.each([
  ['an offer without a usable codec', 'INVITE', { body: farSound([], '97') }, 488],
  ['an old request', 'INFO', {}, 500],
  ['a REFER from the far end', 'REFER', {}, 603],
  ['an OPTIONS request', 'OPTIONS', {}, 200],
  ['a NOTIFY without a subscription', 'NOTIFY', {}, 481],
  ['an unknown method', 'MESSAGE', {}, 405],
  ['an unknown required extension', 'INFO', { headers: [['require', 'magic']] }, 420],
] as const)('during a call %s is answered, and the call continues', async (what, method, more, status) => {
  const { asks, call } = await answered();
  await asks('INFO', 9);
  expect(await asks(method, what === 'an old request' ? 3 : 10, more)).toMatchObject({ status });
  expect(await left(call)).toBe('still there');
});

test('a request for an unknown call is answered with 481', async () => {
  const { transport, invite } = await answered();
  const stranger = requestText(invite, 'BYE', 1).replace(/call-id: .*/, 'call-id: other');
  transport.receive(stranger);
  await settled();
  expect(transport.lastStatus).toBe(481);
});

test('the ACK is sent again when a 200 is repeated', async () => {
  const { transport, invite } = await answered();
  transport.answer(invite, 200, { body: farSound() });
  await settled();
  expect(transport.requests('ACK')).toHaveLength(2);
});

test('our side refreshes the SIP session with UPDATE before the session timer expires', async () => {
  const timers = [['session-expires', '180;refresher=uac'] as const, ['allow', 'UPDATE'] as const];
  const { time, transport, call } = await answered({ headers: timers });
  for (let turn = 1; turn <= 3; turn++) {
    await time.advance(90_000);
    const updates = transport.requests('UPDATE');
    expect(updates).toHaveLength(turn);
    transport.answer(updates.at(-1) as SipRequest, 200, { headers: timers });
    await settled();
  }
  expect(await left(call)).toBe('still there');
});

test('our side refreshes the SIP session with a re-INVITE of the same SDP when UPDATE is not supported', async () => {
  const timers = [['session-expires', '180;refresher=uac'] as const];
  const { time, transport } = await answered({ headers: timers });
  await time.advance(90_000);
  const again = transport.requests('INVITE').at(-1) as SipRequest;
  expect(header(again, 'to')).toContain('tag=far');
  transport.answer(again, 200, { headers: timers, body: farSound() });
  await settled();
  expect(transport.requests('ACK')).toHaveLength(2);
  // They have not heard of it, and say it once more.
  transport.answer(again, 200, { headers: timers, body: farSound() });
  await settled();
  expect(transport.requests('ACK')).toHaveLength(3);
});

test('hanging up does not wait long for a peer that is gone', async () => {
  const { call, time, transport } = await answered();
  let isDone = false;
  void call.leg.hangUp().then(() => {
    isDone = true;
  });
  await time.advance(2000);
  expect(isDone).toBe(true);
  await time.advance(10_000);
  expect(transport.requests('BYE').length).toBeGreaterThan(3);
});

test('an invalid Contact header does not prevent hanging up', async () => {
  const { call, transport } = await answered({ headers: [['contact', '<sip:far@unknown.example>']] });
  void call.leg.hangUp();
  await settled();
  expect(transport.sent.at(-1)?.to.host).toBe('198.51.100.1');
  expect(transport.requests('BYE')).toHaveLength(1);
});

test.each([
  ['stops refreshing the session', 'uas', 120_000],
  ['does not answer our session refresh', 'uac', 90_000 + 32_000],
])('a call is hung up when the far end %s', async (_, refresher, afterMs) => {
  const timers = [['session-expires', `180;refresher=${refresher}`] as const, ['allow', 'UPDATE'] as const];
  const { time, call, session } = await answered({ headers: timers });
  session.statistics = counts;
  await time.advance(afterMs - 1000);
  expect(await left(call)).toBe('still there');
  await time.advance(30_000);
  expect(await left(call)).toBe('timed out');
  // The contact has not hung up.
  expect(await call.quality()).toMatchObject({ isCutOff: true, cutOffBy: 'SIP signalling timed out' });
});

test('a call is hung up when no audio arrives for a long time', async () => {
  const { session, call, transport } = await answered();
  session.starve();
  expect(await left(call)).toBe('no sound');
  expect(transport.requests('BYE')).toHaveLength(1);
});

const sipfrag = (line: string, state = 'active'): Reply => ({
  headers: [
    ['event', 'refer'],
    ['subscription-state', state],
    ['content-type', 'message/sipfrag'],
  ],
  body: `${line}\r\n`,
});

async function passing() {
  const made = await answered();
  const result = made.call.leg.transfer('+41446681809');
  await settled();
  const refer = made.transport.requests('REFER')[0] as SipRequest;
  return { ...made, refer, result };
}

test('a transfer succeeds once the other number has answered', async () => {
  const { refer, transport, asks, result, call } = await passing();
  expect(header(refer, 'refer-to')).toBe('<sip:+41446681809@198.51.100.1>');
  transport.answer(refer, 202);
  await asks('NOTIFY', 1, sipfrag('SIP/2.0 100 Trying'));
  await asks('NOTIFY', 2, sipfrag('SIP/2.0 180 Ringing'));
  expect(await left(call)).toBe('still there');
  expect(await asks('NOTIFY', 3, sipfrag('SIP/2.0 200 OK', 'terminated;reason=noresource'))).toSatisfy(
    (message) => message !== undefined,
  );
  transport.answer(transport.requests('BYE')[0] as SipRequest, 200);
  expect([await result, await left(call)]).toEqual([true, 'handed over']);
});

test.each([
  ['the far end refuses the REFER', async ({ transport, refer }: Passing) => transport.answer(refer, 603)],
  [
    'the other number is busy',
    async ({ transport, refer, asks }: Passing) => {
      transport.answer(refer, 202);
      await asks('NOTIFY', 1, sipfrag('SIP/2.0 486 Busy Here', 'terminated;reason=noresource'));
    },
  ],
  [
    'they stop reporting its progress',
    async ({ transport, refer, asks }: Passing) => {
      transport.answer(refer, 202);
      await asks('NOTIFY', 1, sipfrag('SIP/2.0 100 Trying', 'terminated;reason=timeout'));
    },
  ],
  ['the REFER is never answered', async ({ time }: Passing) => time.advance(61_000)],
])('when %s, the transfer fails and the call stays with us', async (_, goesOn) => {
  const made = await passing();
  await goesOn(made);
  expect(await made.result).toBe(false);
  expect(await left(made.call)).toBe('still there');
});
type Passing = Awaited<ReturnType<typeof passing>>;

test.each([
  ['400 Bad Request', 'at once', 'refused'],
  ['500 Server Internal Error', 'at once', 'refused'],
  ['500 Server Internal Error', 'after 3 seconds', 'not taken'],
  ['486 Busy Here', 'at once', 'not taken'],
  ['488 Not Acceptable Here', 'at once', 'not taken'],
  ['503 Service Unavailable', 'at once', 'not taken'],
  ['403 Forbidden', 'after ringing', 'not taken'],
])('a transfer that ends with "%s" %s counts as %s', async (status, when, end) => {
  const made = await answered();
  const result = made.call.pass('+41446681809');
  await settled();
  made.transport.answer(made.transport.requests('REFER')[0] as SipRequest, 202);
  await settled();
  if (when === 'after ringing') await made.asks('NOTIFY', 1, sipfrag('SIP/2.0 180 Ringing'));
  if (when === 'after 3 seconds') await made.time.advance(3000);
  await made.asks('NOTIFY', 2, sipfrag(`SIP/2.0 ${status}`, 'terminated;reason=noresource'));
  expect(await result).toBe(end);
});

test('a network that hangs up after accepting REFER has taken over the call', async () => {
  const { refer, transport, asks, result } = await passing();
  transport.answer(refer, 202);
  await settled();
  await asks('BYE', 1);
  expect(await result).toBe(true);
});

test.each([
  [
    'a BYE with a Q.850 cause',
    ({ asks }: Passing) => asks('BYE', 1, { headers: [['reason', 'Q.850;cause=41']] }),
  ],
  ['no audio for a long time', async ({ session }: Passing) => session.starve()],
])(
  'a call that the network cuts off (%s) after accepting REFER is not taken for a handed-over contact',
  async (_, cutOff) => {
    const made = await passing();
    made.transport.answer(made.refer, 202);
    await made.asks('NOTIFY', 0, sipfrag('SIP/2.0 100 Trying'));
    await cutOff(made);
    expect(await made.result).toBe(false);
  },
);

test('a transfer succeeds without an answer to REFER if NOTIFY reports success', async () => {
  const { asks, result, call, time, transport } = await passing();
  await asks('NOTIFY', 1, sipfrag('SIP/2.0 100 Trying'));
  await time.advance(40_000);
  expect(await left(call)).toBe('still there');
  await asks('NOTIFY', 2, sipfrag('SIP/2.0 200 OK', 'terminated;reason=noresource'));
  transport.answer(transport.requests('BYE')[0] as SipRequest, 200);
  expect([await result, await left(call)]).toEqual([true, 'handed over']);
});

test('when the contact hangs up while the other number rings, the transfer has failed', async () => {
  const { refer, transport, asks, result } = await passing();
  transport.answer(refer, 202);
  await asks('NOTIFY', 1, sipfrag('SIP/2.0 180 Ringing'));
  await asks('BYE', 2);
  expect(await result).toBe(false);
});

test.each([
  ['at once after the report', 100, 0, true],
  ['after they have talked to us again', 5000, 0, false],
  ['after nothing has come since the report', 5000, 6000, true],
])(
  'a call that ends %s of a failed transfer is told apart from a contact who hangs up',
  async (_, afterMs, silentMs, wasLetGo) => {
    const made = await passing();
    made.session.statistics = { ...counts, noAudioMs: silentMs };
    made.transport.answer(made.refer, 202);
    await made.asks('NOTIFY', 1, sipfrag('SIP/2.0 486 Busy Here', 'terminated;reason=noresource'));
    await made.result;
    await made.time.advance(afterMs);
    await made.asks('BYE', 2);
    expect(await made.call.quality()).toMatchObject({ wasLetGo });
  },
);

test('outside a call OPTIONS is answered with 200 and every other request is refused', async () => {
  const { transport, invite } = await answered();
  const stray = (method: string) => {
    const text = requestText(invite, method, 1)
      .replace(/call-id: .*/, 'call-id: x')
      .replace(/;tag=0+\w+/g, '');
    transport.receive(text.replace(/branch=\w+/, `branch=z9hG4bKstray${method}`));
    return transport.lastStatus;
  };
  expect(['OPTIONS', 'INVITE', 'REGISTER', 'BYE', 'CANCEL'].map(stray)).toEqual([200, 480, 405, 481, 481]);
  const last = transport.sent.findLast(({ message }) => !isRequest(message))?.message;
  expect(last && header(last, 'via')).toContain('received=198.51.100.1');
});
