import { ManualTime, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { readUri, type SipUri } from './sip-address.ts';
import { SipTrunk } from './sip-trunk.ts';

const going = new AbortController().signal;

function trunkOf(callsPerSecond: number, mostCalls: number) {
  const time = new ManualTime();
  const uri = readUri('sip:user:word@trunk.example:5070;transport=tcp') as SipUri;
  return {
    time,
    trunk: new SipTrunk({ uri, credentials: null, isSoundSecure: false, callsPerSecond, mostCalls }, time),
  };
}

test('a called number cannot inject anything into the SIP URI of the trunk', () => {
  const { trunk } = trunkOf(1, 1);
  expect(trunk.uriOf('+41446681800')).toBe('sip:+41446681800@trunk.example:5070;transport=tcp');
  expect(trunk.uriOf('+1@evil>\r\n')).toBe('sip:+1evil@trunk.example:5070;transport=tcp');
});

test('a number is written as the trunk wants it, and a user that the trunk named stays as it is', () => {
  const uri = readUri('sip:trunk.example') as SipUri;
  const dialling = { format: 'NATIONAL', prefix: '7#', country: 'CH' } as const;
  const settings = {
    uri,
    credentials: null,
    isSoundSecure: false,
    callsPerSecond: 1,
    mostCalls: 1,
    dialling,
  };
  const trunk = new SipTrunk(settings, new ManualTime());
  expect(trunk.uriOf('+41446681800')).toBe('sip:7%230446681800@trunk.example');
  expect(trunk.uriOfUser('7#0446681800')).toBe('sip:7%230446681800@trunk.example');
  expect(trunk.numberOf('7#0446681800', '+493012345678')).toBe('+41446681800');
});

test('calls over a trunk start no faster than its limit of calls per second', async () => {
  const { time, trunk } = trunkOf(2, 100);
  const begun: number[] = [];
  for (let turn = 0; turn < 4; turn++) void trunk.take(20_000, going).then(() => begun.push(time.nowMs()));
  await time.advance(5000);
  expect(begun).toEqual([0, 500, 1000, 1500]);
});

test("beyond the trunk's limit of concurrent calls the longest waiting call is next", async () => {
  const { time, trunk } = trunkOf(1000, 1);
  const giveBack = await trunk.take(20_000, going);
  const got: string[] = [];
  const first = trunk.take(20_000, going).then((place) => {
    got.push('first');
    return place;
  });
  void trunk.take(20_000, going).then((place) => got.push(place ? 'second' : 'second had no luck'));
  await settled();
  expect([got, trunk.liveCalls]).toEqual([[], 1]);
  giveBack?.();
  giveBack?.();
  await time.advance(10);
  expect(got).toEqual(['first']);
  await time.advance(20_000);
  expect(got).toEqual(['first', 'second had no luck']);
  (await first)?.();
  expect(trunk.liveCalls).toBe(0);
});

test('a call that is given up while waiting for the trunk takes no slot', async () => {
  const { time, trunk } = trunkOf(1000, 1);
  await trunk.take(20_000, going);
  const stop = new AbortController();
  const waiting = trunk.take(20_000, stop.signal);
  stop.abort();
  expect(await waiting).toBeUndefined();
  expect([trunk.liveCalls, time.waiting]).toEqual([1, 0]);
});
