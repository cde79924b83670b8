import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import type { SipRequest } from '@parley/sip/sip-message.ts';
import { header } from '@parley/sip/sip-message.ts';
import { SipTrunk, type TrunkSettings } from '@parley/sip/sip-trunk.ts';
import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import {
  farSound,
  type Reply,
  requestText,
  ScriptedMedia,
  scriptedNetwork,
  settled,
} from '@parley/testing/scripted-sip.ts';
import { describe, expect, test } from 'vitest';
import type { PlacingEvent } from './call-order.ts';
import { placeCall } from './sip-placing.ts';

const FIRST = 'sip:user:word@198.51.100.1';
const SECOND = 'sip:203.0.113.9';
const limits = { callsPerSecond: Number.POSITIVE_INFINITY, mostCalls: 100 };
const challenge: Reply = { headers: [['proxy-authenticate', 'Digest realm="r", nonce="n", qop="auth"']] };

/** Trunks that a test speaks for, and calls through them. */
function trunksAt(...addresses: readonly string[]) {
  return trunksDialling({}, ...addresses);
}

function trunksDialling(more: Pick<TrunkSettings, 'dialling'>, ...addresses: readonly string[]) {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const trunks = addresses.map((address) => trunkAt(address, limits, more));
  const awaited: string[] = [];
  const onTrunkAwaited = ({ host }: SipTrunk, { words }: TrunkTrouble) => awaited.push(`${host} ${words}`);
  const media = new ScriptedMedia();
  const parts = { agent, trunks, media, from: null, sessionSeconds: 180, onTrunkAwaited };
  const invites = () => transport.requests('INVITE');
  async function dial(
    to = '+41446681800',
    blocked?: (number: string) => string | undefined,
    signal = new AbortController().signal,
  ) {
    let last: PlacingEvent | undefined;
    const order = { to, from: '+41446681801', ringTimeoutMs: 30_000 };
    for await (const event of placeCall({ ...parts, ...(blocked && { blocked }) }, order, signal))
      last = event;
    return last;
  }
  /** Answers the latest INVITE. */
  async function say(status: number, more: Reply = {}) {
    await settled();
    transport.answer(invites().at(-1) as SipRequest, status, more);
    await settled();
  }
  return { time, transport, agent, trunks, parts, invites, dial, say, awaited };
}

test.each([400, 402, 403, 408, 420, 488, 500, 501, 502, 504, 606])(
  'after a SIP %i the next trunk is tried',
  async (status) => {
    const { dial, say, invites } = trunksAt(FIRST, SECOND);
    const call = dial();
    await say(status);
    await say(200, { body: farSound() });
    expect((await call)?.kind).toBe('answered');
    expect(invites().at(-1)?.uri).toBe('sip:+41446681800@203.0.113.9');
  },
);

test('after a refused password the next trunk is tried, and the trunk is down', async () => {
  const { dial, say, trunks, awaited } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(407, challenge);
  await say(407, challenge);
  await say(200, { body: farSound() });
  expect((await call)?.kind).toBe('answered');
  expect(awaited).toEqual([]);
  expect(trunks[0]?.breaker.trouble).toMatchObject({
    fault: 'login',
    words: 'rejects the configured user and password (407 Said)',
  });
});

test('a trunk that wants a password where none is configured is reported as such, and so is that a call waits for it', async () => {
  const { dial, say, trunks, awaited } = trunksAt(SECOND);
  const call = dial();
  await say(401);
  expect(await call).toMatchObject({ kind: 'not_placed', isTrunkDown: true });
  const { words } = trunks[0]?.breaker.trouble ?? {};
  expect(words).toContain('none is configured');
  expect(awaited).toEqual([`203.0.113.9 ${words}`]);
});

test('a call with a server error is requeued if there is no other trunk', async () => {
  const { dial, say } = trunksAt(FIRST);
  const call = dial();
  await say(500);
  expect(await call).toEqual({
    kind: 'not_placed',
    code: '198.51.100.1 said 500 Said',
    retryAfterMs: 60_000,
  });
});

describe("of a trunk that is not the caller's", () => {
  const reason = 'Account acme-77812 at sbc.provider.example';
  /** What is said of a call over a trunk that the caller may know by another name alone. */
  function calling() {
    const network = trunksAt(FIRST);
    const routesOf = async () => network.trunks.map((trunk) => ({ trunk, knownAs: "the operator's trunk" }));
    const order = { to: '+41446681800', from: '+41446681801', ringTimeoutMs: 30_000 };
    const steps = placeCall({ ...network.parts, routesOf }, order, new AbortController().signal);
    return { ...network, last: Array.fromAsync(steps).then((events) => events.at(-1)) };
  }

  test.each([
    [403, 'failed'],
    [500, 'not_placed'],
    [486, 'busy'],
  ])('neither the host nor the words of its provider are reported after a %i', async (status, kind) => {
    const { last, say } = calling();
    await say(status, { reason });
    const said = kind === 'not_placed' ? "the operator's trunk said " : '';
    expect(await last).toMatchObject({ kind, code: `${said}${status} Account … at …` });
  });

  test('neither are those of the response to a cancelled call', async () => {
    const { last, say, time } = calling();
    await say(180);
    await time.advance(30_000);
    await say(487, { reason });
    expect(await last).toMatchObject({ code: expect.stringContaining('(487 Account … at …)') });
  });
});

test('a number that a provider writes into its reason is in nothing that outlives the contact', async () => {
  const { dial, say, trunks } = trunksAt(FIRST);
  const call = dial();
  await say(402, { reason: 'No credit for +491711234567' });
  expect((await call)?.kind).toBe('not_placed');
  expect(JSON.stringify([await call, trunks.map(({ breaker }) => breaker.trouble)])).not.toContain(
    '1711234567',
  );
});

test('a call that every trunk forbids fails with the codes of all trunks', async () => {
  const { dial, say } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(403);
  await say(403);
  expect(await call).toEqual({
    kind: 'failed',
    code: '198.51.100.1 said 403 Said; 203.0.113.9 said 403 Said',
  });
});

test('calls wait while a trunk is dead, and then only one call probes it', async () => {
  const { dial, time, invites, trunks } = trunksAt('sip:198.51.100.1');
  const calls = Array.from({ length: 60 }, (_, at) => dial(`+4144668${1000 + at}`));
  await time.advance(6000);
  const ends = await Promise.all(calls);
  expect(new Set(ends.map((end) => end?.kind))).toEqual(new Set(['not_placed']));
  expect(trunks[0]?.breaker.trouble?.fault).toBe('dead');
  const before = new Set(invites().map((one) => header(one, 'call-id'))).size;
  await time.advance(trunks[0]?.breaker.restMs() ?? 0);
  const later = Array.from({ length: 60 }, (_, at) => dial(`+4144668${1000 + at}`));
  await time.advance(6000);
  const again = await Promise.all(later);
  expect(new Set(invites().map((one) => header(one, 'call-id'))).size - before).toBe(1);
  expect(again.filter((end) => end?.kind === 'not_placed' && end.isTrunkDown)).toHaveLength(59);
});

test('a dead trunk that used to answer OPTIONS is probed by OPTIONS, not by a call', async () => {
  const { dial, time, transport, trunks, invites } = trunksAt('sip:198.51.100.1');
  const [trunk] = trunks;
  if (!trunk) throw new Error('There is no trunk');
  trunk.hasAnsweredOptions = true;
  trunk.breaker.fail('dead', 'does not answer', { isCertain: true });
  await time.advance(trunk.breaker.restMs());
  const call = dial();
  await time.advance(4000);
  expect(await call).toMatchObject({ kind: 'not_placed', isTrunkDown: true });
  expect([invites().length, transport.requests('OPTIONS').length > 0]).toEqual([0, true]);
  await time.advance(trunk.breaker.restMs());
  const next = dial();
  await settled();
  transport.answer(transport.requests('OPTIONS').at(-1) as SipRequest, 200);
  await settled();
  transport.answer(invites().at(-1) as SipRequest, 486);
  expect((await next)?.kind).toBe('busy');
  expect(trunk.breaker.trouble).toBeUndefined();
});

test('five rejected calls in a row take a trunk out of service, and each of them fails', async () => {
  const { dial, say, trunks, time } = trunksAt(FIRST);
  const ends: (string | undefined)[] = [];
  for (let at = 0; at < 5; at++) {
    const call = dial(`+4144668180${at}`);
    await say(403);
    ends.push((await call)?.kind);
  }
  expect(ends).toEqual(['failed', 'failed', 'failed', 'failed', 'failed']);
  expect(trunks[0]?.breaker.trouble?.fault).toBe('failing');
  // Those that follow wait for it, also the one that finds out that it still does.
  const waits = { kind: 'not_placed', isTrunkDown: true, isTrunkRefusing: true };
  expect(await dial('+41446681810')).toMatchObject(waits);
  await time.advance(trunks[0]?.breaker.restMs() ?? 0);
  const probe = dial('+41446681811');
  await say(403);
  expect(await probe).toMatchObject(waits);
  expect(trunks[0]?.breaker.trouble?.words).toBe('forbids calls (403 Said)');
});

test.each([402, 501])(
  'calls are requeued, and a trunk is down, while it answers every call with a SIP %i',
  async (status) => {
    const { dial, say, trunks } = trunksAt(FIRST);
    for (let at = 0; at < 5; at++) {
      const call = dial(`+4144668180${at}`);
      await say(status);
      expect(await call).toMatchObject({ kind: 'not_placed' });
    }
    expect(trunks[0]?.breaker.trouble?.fault).toBe(status === 402 ? 'credit' : 'failing');
    const waits = { kind: 'not_placed', isTrunkDown: true, isTrunkRefusing: true };
    expect(await dial('+41446681810')).toMatchObject(waits);
  },
);

test('a call that finds a trunk without credit waits for it, and says why', async () => {
  const { dial, say } = trunksAt(FIRST);
  const call = dial();
  await say(402, { reason: 'Payment Required' });
  expect(await call).toEqual({
    kind: 'not_placed',
    code: '198.51.100.1 has no credit left (402 Payment Required)',
    retryAfterMs: 60_000,
    isTrunkDown: true,
    isTrunkRefusing: true,
  });
});

test('a trunk that always fails on the same number is waited for only for an hour', async () => {
  const { dial, say, time, trunks } = trunksAt(FIRST);
  for (let at = 0; at < 8; at++) {
    const call = dial();
    await say(500);
    const end = await call;
    expect(end).toMatchObject({ kind: 'not_placed' });
    expect(end).not.toHaveProperty('isTrunkDown');
    await time.advance(trunks[0]?.breaker.restMs() ?? 0);
  }
  expect(trunks[0]?.breaker.trouble?.fault).toBe('failing');
});

test('while another trunk has only no room, a trunk without credit does not make the call wait for days', async () => {
  const { dial, say } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(402);
  await say(503);
  expect(await call).not.toHaveProperty('isTrunkDown');
});

test('a trunk that knows none of eleven numbers is down, and the numbers that follow are not taken for invalid', async () => {
  const { dial, say, trunks, time } = trunksAt(FIRST);
  const ends: (string | undefined)[] = [];
  const refused = async (number: string, status: number) => {
    const call = dial(number);
    await say(status);
    return (await call)?.kind;
  };
  for (let at = 10; at < 21; at++) ends.push(await refused(`+414466818${at}`, 404));
  expect(ends).toEqual([...Array(10).fill('invalid_number'), 'not_placed']);
  expect(trunks[0]?.breaker.trouble).toMatchObject({
    fault: 'failing',
    words: expect.stringContaining('404'),
  });
  await time.advance(trunks[0]?.breaker.restMs() ?? 0);
  expect(await refused('+41446681830', 404)).toBe('not_placed');
  await time.advance(trunks[0]?.breaker.restMs() ?? 0);
  expect(await refused('+41446681831', 486)).toBe('busy');
  expect(trunks[0]?.breaker.trouble).toBeUndefined();
  expect(await refused('+41446681832', 404)).toBe('invalid_number');
});

/** Calls that a trunk refuses with a cause of the telephone network (Q.850), one after the other. */
async function refusedBy(
  { dial, say }: ReturnType<typeof trunksAt>,
  [status, cause]: readonly [number, number],
  numbers: readonly string[],
) {
  const ends: (PlacingEvent | undefined)[] = [];
  for (const number of numbers) {
    const call = dial(number);
    await say(status, { headers: [['reason', `Q.850;cause=${cause}`]] });
    ends.push(await call);
  }
  return ends;
}

test.each([
  [504, 102],
  [503, 3],
  [502, 3],
  [500, 102],
  [500, 111],
] as const)(
  'a trunk that fails calls with a SIP %i and the cause %i of the telephone network is down after five, and no call is lost',
  async (status, cause) => {
    const line = trunksAt(FIRST);
    const ends = await refusedBy(line, [status, cause], numbersOf(5));
    expect(ends.map((end) => end?.kind)).toEqual(Array(5).fill('not_placed'));
    expect(line.trunks[0]?.breaker.trouble).toMatchObject({
      fault: 'failing',
      words: `fails calls (${status} Said (Q.850 ${cause}))`,
    });
  },
);

test.each([0, 16, 27, 31, 127])(
  'a SIP 503 with the cause %i, which is not about the contact, is no room: the call is requeued',
  async (cause) => {
    const line = trunksAt(FIRST);
    const [end] = await refusedBy(line, [503, cause], numbersOf(1));
    expect(end).toMatchObject({ kind: 'not_placed' });
    expect(line.trunks[0]?.breaker.restMs()).toBeGreaterThan(0);
  },
);

test.each([
  [404, 3],
  [480, 2],
  [480, 102],
  [603, 111],
] as const)(
  'a trunk that reaches none of eleven numbers (%i, cause %i) is down: the calls that follow wait, and no number is taken for invalid',
  async (status, cause) => {
    const line = trunksAt(FIRST);
    const { trunks, time, dial, say } = line;
    const ends = await refusedBy(line, [status, cause], numbersOf(11));
    expect(ends.map((end) => end?.kind)).toEqual([...Array(10).fill('failed'), 'not_placed']);
    const waits = { kind: 'not_placed', isTrunkDown: true, isTrunkRefusing: true };
    expect(ends.at(-1)).toMatchObject(waits);
    const { breaker } = trunks[0] as SipTrunk;
    expect(breaker.trouble).toMatchObject({
      fault: 'failing',
      words: `reaches no number: it said ${status} Said (Q.850 ${cause}) to one after the other`,
    });
    expect(await dial('+41446681850')).toMatchObject(waits);
    await time.advance(breaker.restMs());
    const probe = dial('+41446681851');
    await say(180);
    expect(breaker.trouble).toBeUndefined();
    await say(486);
    expect((await probe)?.kind).toBe('busy');
  },
);

test('one number without a route, and routes that are missing between calls that work, leave a trunk in service', async () => {
  const line = trunksAt(FIRST);
  const same = await refusedBy(line, [404, 3], Array(15).fill('+41446681800'));
  expect(new Set(same.map((end) => end?.kind))).toEqual(new Set(['failed']));
  const busy = line.dial('+41446681850');
  await line.say(486);
  await busy;
  await refusedBy(line, [404, 3], numbersOf(10));
  expect(line.trunks[0]?.breaker.trouble).toBeUndefined();
});

test('a number without a route says nothing in favour of a trunk that fails the other calls', async () => {
  const line = trunksAt(FIRST);
  for (const number of numbersOf(5)) {
    const call = line.dial(number);
    await line.say(500);
    await call;
    if (line.trunks[0]?.breaker.trouble === undefined) await refusedBy(line, [404, 3], ['+41446681850']);
  }
  expect(line.trunks[0]?.breaker.trouble?.fault).toBe('failing');
});

/** Calls that a trunk takes and does not connect, one after the other. */
async function unconnected(
  { dial, say, time }: ReturnType<typeof trunksAt>,
  how: 'says 408' | 'only says 100',
  numbers: readonly string[],
) {
  const ends: (PlacingEvent | undefined)[] = [];
  for (const number of numbers) {
    const call = dial(number);
    await say(how === 'says 408' ? 408 : 100, { tag: null });
    if (how === 'only says 100') await time.advance(45_000 + 4000);
    ends.push(await call);
  }
  return ends;
}
const numbersOf = (count: number) => Array.from({ length: count }, (_, at) => `+414466818${10 + at}`);

test.each(['says 408', 'only says 100'] as const)(
  'a trunk that %s to six numbers in a row is down: the calls that follow wait and are not put down to their numbers',
  async (how) => {
    const line = trunksAt(FIRST);
    const { trunks, time, dial, say, invites, awaited } = line;
    const ends = await unconnected(line, how, numbersOf(6));
    expect(ends.map((end) => end?.kind)).toEqual([...Array(5).fill('no_answer'), 'not_placed']);
    const waits = { kind: 'not_placed', isTrunkDown: true, isTrunkRefusing: true };
    expect(ends.at(-1)).toMatchObject(waits);
    const { breaker } = trunks[0] as SipTrunk;
    expect(breaker.trouble).toMatchObject({
      fault: 'failing',
      words: expect.stringMatching(
        /^takes calls and connects none: it (said 408 Said|did not ring within 45 s .*)$/,
      ),
    });
    const before = invites().length;
    expect(await dial('+41446681830')).toMatchObject(waits);
    expect([invites().length, awaited.length]).toEqual([before, 2]);
    // One call looks whether it works again; the others are not sent.
    await time.advance(breaker.restMs());
    const [probe, other] = [dial('+41446681831'), dial('+41446681832')];
    expect(await other).toMatchObject(waits);
    await say(180);
    expect(breaker.trouble).toBeUndefined();
    await say(486);
    expect((await probe)?.kind).toBe('busy');
  },
);

/** For so long, in calls to so many numbers, about one each half a minute, a trunk says that it has no room. */
async function withoutRoom(
  { dial, say, time, trunks, invites }: ReturnType<typeof trunksAt>,
  { minutes, numbers = 3, more = {} }: { minutes: number; numbers?: number; more?: Reply },
) {
  const { breaker } = trunks[0] as SipTrunk;
  let last: PlacingEvent | undefined;
  const untilMs = time.nowMs() + minutes * 60_000;
  for (let at = 0; time.nowMs() < untilMs; at++) {
    const before = invites().length;
    const call = dial(numbersOf(numbers)[at % numbers]);
    await settled();
    if (invites().length > before) await say(503, more);
    last = await call;
    expect(last?.kind).toBe('not_placed');
    await time.advance(Math.max(30_000, breaker.restMs()));
  }
  return last;
}

test.each([
  ['', {}],
  [', and asks for some time (Retry-After),', { headers: [['retry-after', '20']] }],
] as const)(
  'a trunk that answers every call with a 503%s is down after five minutes, once, until a call goes through',
  async (_, more) => {
    const line = trunksAt(FIRST);
    const { breaker } = line.trunks[0] as SipTrunk;
    await withoutRoom(line, { minutes: 4, more });
    expect(breaker.trouble).toBeUndefined();
    const last = await withoutRoom(line, { minutes: 3, more });
    expect(last).toMatchObject({ isTrunkDown: true, isTrunkRefusing: true });
    const { trouble } = breaker;
    expect(trouble).toMatchObject({
      fault: 'failing',
      words: 'has had no room for any call for minutes (503 Said)',
    });
    await withoutRoom(line, { minutes: 10, more });
    expect(breaker.trouble).toBe(trouble);
    const probe = line.dial();
    await line.say(180);
    expect(breaker.trouble).toBeUndefined();
    await line.say(486);
    expect((await probe)?.kind).toBe('busy');
  },
);

test('a trunk that has no room for one number alone, or while calls are on its lines, stays in service', async () => {
  const line = trunksAt(FIRST);
  const { breaker } = line.trunks[0] as SipTrunk;
  await withoutRoom(line, { minutes: 20, numbers: 1 });
  const call = line.dial('+41446681850');
  await line.say(200, { body: farSound() });
  const answered = await call;
  if (answered?.kind !== 'answered') throw new Error('It was not answered');
  await withoutRoom(line, { minutes: 20 });
  void answered.call.leg.hangUp();
  await settled();
  await withoutRoom(line, { minutes: 4 });
  expect(breaker.trouble).toBeUndefined();
});

test('what a trunk said about its room before it was left alone does not take it out of service', async () => {
  const line = trunksAt(FIRST);
  await withoutRoom(line, { minutes: 4 });
  await line.time.advance(5 * 60_000);
  await withoutRoom(line, { minutes: 4 });
  expect(line.trunks[0]?.breaker.trouble).toBeUndefined();
});

test('of sixty calls at once that a trunk takes and does not connect five count as not answered, and the others wait', async () => {
  const { dial, time, transport, invites } = trunksAt(FIRST);
  const calls = Array.from({ length: 60 }, (_, at) => dial(`+4144668${1000 + at}`));
  await settled();
  for (const invite of invites()) transport.answer(invite, 100, { tag: null });
  await time.advance(45_000 + 4000);
  const kinds = (await Promise.all(calls)).map((end) => end?.kind);
  expect([kinds.filter((kind) => kind === 'no_answer').length, new Set(kinds).size]).toEqual([5, 2]);
  expect(kinds).toContain('not_placed');
});

test('a trunk that does not connect one and the same number stays in service', async () => {
  const line = trunksAt(FIRST);
  const ends = await unconnected(line, 'says 408', Array(8).fill('+41446681800'));
  expect(new Set(ends.map((end) => end?.kind))).toEqual(new Set(['no_answer']));
  expect(line.trunks[0]?.breaker.trouble).toBeUndefined();
});

test('numbers that are out of reach do not take a trunk out of service while others ring or are busy', async () => {
  const line = trunksAt(FIRST);
  for (const status of [180, 486]) {
    await unconnected(line, 'says 408', numbersOf(5));
    const call = line.dial('+41446681850');
    await line.say(status);
    if (status === 180) await line.say(408);
    await call;
  }
  await unconnected(line, 'says 408', numbersOf(5));
  expect(line.trunks[0]?.breaker.trouble).toBeUndefined();
});

test('calls that are aborted before they ring say nothing about the trunk', async () => {
  const { dial, say, time, trunks } = trunksAt(FIRST);
  for (const number of numbersOf(8)) {
    const stop = new AbortController();
    const call = dial(number, undefined, stop.signal);
    await say(100, { tag: null });
    await time.advance(44_000);
    stop.abort();
    await time.advance(4000);
    expect((await call)?.kind).toBe('no_answer');
  }
  expect(trunks[0]?.breaker.trouble).toBeUndefined();
});

test('while a trunk connects none, calls take the next trunk at once', async () => {
  const line = trunksAt(FIRST, SECOND);
  for (const number of numbersOf(6)) {
    const call = line.dial(number);
    await line.say(408);
    await line.say(486);
    expect((await call)?.kind).toBe('busy');
  }
  expect(line.trunks[0]?.breaker.trouble?.fault).toBe('failing');
  const before = line.invites().length;
  const call = line.dial('+41446681840');
  await line.say(200, { body: farSound() });
  expect((await call)?.kind).toBe('answered');
  expect(
    line
      .invites()
      .slice(before)
      .map(({ uri }) => uri),
  ).toEqual(['sip:+41446681840@203.0.113.9']);
});

test('a call that no trunk connects ends before its time for placing is over', async () => {
  const { dial, time, transport, invites } = trunksAt(FIRST, SECOND, 'sip:203.0.113.10', 'sip:203.0.113.11');
  const call = dial();
  for (let at = 0; at < 4; at++) {
    await settled();
    transport.answer(invites().at(-1) as SipRequest, 100, { tag: null });
    await time.advance(45_000 + 4000);
  }
  expect((await call)?.kind).toBe('no_answer');
  expect(new Set(invites().map(({ uri }) => uri)).size).toBe(3);
});

test('a trunk that was dead is back when a telephone rings there, also if nobody answers', async () => {
  const { dial, say, time, trunks } = trunksAt('sip:198.51.100.1');
  const { breaker } = trunks[0] as SipTrunk;
  breaker.fail('dead', 'does not answer', { isCertain: true });
  await time.advance(breaker.restMs());
  const call = dial();
  await say(180);
  await time.advance(30_000);
  await say(487);
  expect((await call)?.kind).toBe('no_answer');
  expect(breaker.trouble).toBeUndefined();
});

test.each([
  ['404', 404, {}],
  ['484', 484, {}],
  ['404 with a cause that is not about the number', 404, { headers: [['reason', 'Q.850;cause=31']] }],
] as const)(
  'a number that the first trunk does not know (%s) is tried at the next trunk',
  async (_words, status, more) => {
    const { dial, say, invites } = trunksAt(FIRST, SECOND);
    const call = dial();
    await say(status, more);
    await say(200, { body: farSound() });
    expect((await call)?.kind).toBe('answered');
    expect(invites().map(({ uri }) => uri)).toEqual([
      'sip:+41446681800@198.51.100.1',
      'sip:+41446681800@203.0.113.9',
    ]);
  },
);

test('a number is invalid when every trunk says that it does not know it', async () => {
  const { dial, say } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(404);
  await say(404);
  expect(await call).toEqual({
    kind: 'invalid_number',
    code: '198.51.100.1 said 404 Said; 203.0.113.9 said 404 Said',
  });
});

test('a number that the telephone network calls unallocated is not tried at the next trunk', async () => {
  const { dial, say, invites } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(404, { headers: [['reason', 'Q.850;cause=1']] });
  expect(await call).toMatchObject({ kind: 'invalid_number' });
  expect(invites()).toHaveLength(1);
});

test('a cause in a second Reason line, after a comma in quotes, decides as well', async () => {
  const { dial, say } = trunksAt(FIRST);
  const call = dial();
  const reasons = ['SIP;cause=404', 'Q.850;text="Call rejected, by user";cause=21'];
  await say(404, { headers: reasons.map((reason) => ['reason', reason] as const) });
  expect(await call).toEqual({ kind: 'declined', code: '404 Said (Q.850 21)' });
});

test('a 404 after ringing or a 183 is not tried at the next trunk', async () => {
  for (const status of [180, 183]) {
    const { dial, say, invites } = trunksAt(FIRST, SECOND);
    const call = dial();
    await say(status);
    await say(404);
    expect(await call).toMatchObject({ kind: 'invalid_number' });
    expect(invites()).toHaveLength(1);
  }
});

test('a number that one trunk does not know and another forbids fails, and is not called invalid', async () => {
  const { dial, say } = trunksAt(FIRST, SECOND);
  const call = dial();
  await say(404);
  await say(403);
  expect(await call).toMatchObject({ kind: 'failed' });
});

test('a call to a number that one trunk does not know waits for a full one, without bringing the first trunk down', async () => {
  const { dial, say, time, trunks } = trunksAt(FIRST, SECOND);
  for (let turn = 0; turn < 15; turn++) {
    const call = dial();
    await say(404);
    await say(503, { headers: [['retry-after', '5']] });
    expect(await call).toMatchObject({ kind: 'not_placed' });
    await time.advance(6000);
  }
  expect(trunks[0]?.breaker.trouble).toBeUndefined();
});

test('five calls in a row that are answered without a usable codec take a trunk out of service', async () => {
  const { dial, say, trunks } = trunksAt(FIRST);
  for (let at = 0; at < 5; at++) {
    const call = dial(`+4144668180${at}`);
    await say(200, { body: farSound(['a=rtpmap:98 opus/48000/2'], '98') });
    expect((await call)?.kind).toBe('failed');
  }
  expect(trunks[0]?.breaker.trouble).toMatchObject({
    fault: 'failing',
    words: 'said 200, but they answered without a codec that we support',
  });
});

const sentTo = (...contacts: string[]): Reply => ({
  reason: 'Moved Temporarily',
  headers: contacts.map((contact) => ['contact', contact] as const),
});

test('a call that gets a 302 is redirected to the preferred contact in it', async () => {
  const { dial, say, invites } = trunksAt(FIRST);
  const call = dial();
  await say(
    302,
    sentTo('<sip:+41446681899@198.51.100.1>;q=0.1', '<sip:+41446681877@203.0.113.7:5080>;q=0.9'),
  );
  const [first, second] = [invites()[0] as SipRequest, invites().at(-1) as SipRequest];
  expect(second.uri).toBe('sip:+41446681877@203.0.113.7:5080');
  expect(header(second, 'to')).toBe(header(first, 'to'));
  await say(200, { body: farSound() });
  expect((await call)?.kind).toBe('answered');
});

test('a 302 to another port of the same host is followed, without a digest of our password', async () => {
  const { dial, say, invites } = trunksAt(FIRST);
  const call = dial();
  await say(302, sentTo('<sip:+41446681877@198.51.100.1:5080>'));
  expect(invites().at(-1)?.uri).toBe('sip:+41446681877@198.51.100.1:5080');
  const before = invites().length;
  await say(407, challenge);
  await call;
  expect(invites().length).toBe(before);
});

test('a 302 to another host is followed, without a digest of our password', async () => {
  const { dial, say, invites } = trunksAt(FIRST);
  const call = dial();
  await say(302, sentTo('<sip:+41446681800@203.0.113.7>'));
  const before = invites().length;
  await say(407, challenge);
  await call;
  expect(invites().length).toBe(before);
});

test.each([401, 407])(
  'a server that a 302 leads to and that wants a password (%i) fails this call alone: the next trunk is tried, and the first stays in service',
  async (status) => {
    const { dial, say, invites, trunks } = trunksAt(FIRST, SECOND);
    const call = dial();
    await say(302, sentTo('<sip:+41446681800@203.0.113.7>'));
    await say(status, challenge);
    expect(trunks[0]?.breaker.trouble).toBeUndefined();
    expect(invites().at(-1)?.uri).toBe('sip:+41446681800@203.0.113.9');
    await say(200, { body: farSound() });
    expect((await call)?.kind).toBe('answered');
  },
);

test('a call fails that a 302 leads to a server with a password, and says so', async () => {
  const { dial, say } = trunksAt(FIRST);
  const call = dial();
  await say(302, sentTo('<sip:+41446681800@203.0.113.7>'));
  await say(407, challenge);
  expect(await call).toEqual({
    kind: 'failed',
    code: '198.51.100.1 sent the call to a server that wants a user and a password (407 Said)',
  });
});

test('a 302 is not followed for ever, nor to the same place, nor to a blocked number', async () => {
  const { dial, say, invites } = trunksAt(FIRST);
  const call = dial();
  for (let turn = 1; turn <= 4; turn++) await say(302, sentTo(`<sip:+4144668180${turn}@198.51.100.1>`));
  expect((await call)?.kind).toBe('failed');
  expect(invites()).toHaveLength(4);
  const again = dial();
  await say(302, sentTo('<sip:+41446681800@198.51.100.1>'));
  expect((await again)?.kind).toBe('failed');
  const blocked = dial('+41446681800', (number) =>
    number.startsWith('+41900') ? 'premium rate' : undefined,
  );
  await say(302, sentTo('<sip:+41900123456@198.51.100.1>'));
  expect((await blocked)?.kind).toBe('failed');
});

test.each(['0900123456', '41900123456', '0041900123456', '0900%20123%20456', '123', '99999999999'])(
  'a 302 to %s does not get round the blocked destinations',
  async (user) => {
    const { dial, say, invites } = trunksAt(FIRST);
    const call = dial('+41446681800', (number) => (number.startsWith('+41900') ? 'premium rate' : undefined));
    await say(302, sentTo(`<sip:${user}@198.51.100.1>`));
    expect((await call)?.kind).toBe('failed');
    expect(invites()).toHaveLength(1);
  },
);

test('a 302 to a number in national format is followed', async () => {
  const { dial, say, invites } = trunksAt(FIRST);
  const call = dial();
  await say(302, sentTo('<sip:0446681877@198.51.100.1>'));
  expect(invites()).toHaveLength(2);
  await say(200, { body: farSound() });
  expect((await call)?.kind).toBe('answered');
});

const exchangeLine = { dialling: { format: 'NATIONAL', prefix: '0', country: 'CH' } } as const;

test('the request URI and To of a call have the number as the trunk wants it', async () => {
  const { dial, say, invites } = trunksDialling(exchangeLine, FIRST);
  const call = dial();
  await settled();
  const [invite] = invites() as [SipRequest];
  expect([invite.uri, header(invite, 'to')]).toEqual([
    'sip:00446681800@198.51.100.1',
    '<sip:00446681800@198.51.100.1>',
  ]);
  await say(302, sentTo('<sip:00446681877@198.51.100.1>'));
  expect(invites().at(-1)?.uri).toBe('sip:00446681877@198.51.100.1');
  await say(200, { body: farSound() });
  expect((await call)?.kind).toBe('answered');
});

test('the dial prefix of a trunk does not get a 302 round the blocked destinations', async () => {
  const { dial, say, invites } = trunksDialling(exchangeLine, FIRST);
  const call = dial('+493012345678', (number) => (number.startsWith('+41900') ? 'premium rate' : undefined));
  await say(302, sentTo('<sip:00900123456@198.51.100.1>'));
  expect((await call)?.kind).toBe('failed');
  expect(invites()).toHaveLength(1);
});

test('calls through an outbound proxy are sent to the proxy, with the number at the trunk', async () => {
  const { agent, transport, time } = scriptedNetwork();
  const [uri, proxy] = ['sip:user:word@trunk.example', 'sip:198.51.100.1:5070'].map(
    (one) => readUri(one) as SipUri,
  );
  if (!uri || !proxy) throw new Error('These are addresses');
  const identity = { fromUser: 'user', fromDomain: 'ours.example' };
  const trunk = new SipTrunk(
    { uri, proxy, identity, credentials: null, isSoundSecure: false, ...limits },
    time,
  );
  const parts = { agent, trunks: [trunk], media: new ScriptedMedia(), from: null, sessionSeconds: 180 };
  const order = { to: '+41446681800', from: '+41446681801', ringTimeoutMs: 30_000 };
  const done = placeCall(parts, order, new AbortController().signal);
  await done.next();
  void done.next();
  await settled();
  const [invite] = transport.requests('INVITE');
  expect(transport.sent[0]?.to).toMatchObject({ host: '198.51.100.1', port: 5070 });
  expect(invite?.uri).toBe('sip:+41446681800@trunk.example');
  expect(invite && header(invite, 'route')).toBe('<sip:198.51.100.1:5070;lr>');
  expect(invite && header(invite, 'from')).toMatch(/^<sip:user@ours\.example>;tag=/);
  expect(invite && header(invite, 'p-asserted-identity')).toBe('<sip:+41446681801@ours.example>');
});

test('a trunk limited to public addresses gets no call at a private one, and no audio before its packets show where it is', async () => {
  const { transport, agent, trunkAt } = scriptedNetwork();
  const allowsHost = (address: string) => address === '203.0.113.9';
  const dialOver = (address: string) => {
    const settings = { ...limits, allowsHost, isPublicOnly: true };
    const trunks = [trunkAt(address, settings)];
    const media = new ScriptedMedia();
    const parts = { agent, trunks, media, from: null, sessionSeconds: 180 };
    const order = { to: '+41446681800', from: null, ringTimeoutMs: 30_000 };
    return { media, events: Array.fromAsync(placeCall(parts, order, new AbortController().signal)) };
  };
  expect((await dialOver(FIRST).events).at(-1)).toMatchObject({
    kind: 'not_placed',
    code: '198.51.100.1 has no address',
  });
  expect(transport.requests('INVITE')).toEqual([]);
  const { media, events } = dialOver(SECOND);
  await settled();
  // Its SDP names 198.51.100.1, as a far end behind NAT names an address of its own network.
  const invite = transport.requests('INVITE').at(-1) as SipRequest;
  transport.answer(invite, 200, { body: farSound() });
  expect((await events).at(-1)?.kind).toBe('answered');
  const hidden = { host: '198.51.100.1', isHidden: true, isPublicOnly: true };
  expect(media.sessions.at(-1)?.accepted.at(-1)).toMatchObject(hidden);
  // The same of a new offer in the call.
  transport.receive(
    requestText(invite, 'INVITE', 1, {
      body: farSound(['a=sendrecv']),
      headers: [['content-type', 'application/sdp']],
    }),
    '203.0.113.9',
  );
  await settled();
  expect(transport.lastStatus).toBe(200);
  expect(media.sessions.at(-1)?.accepted).toHaveLength(2);
  expect(media.sessions.at(-1)?.accepted.at(-1)).toMatchObject(hidden);
});
