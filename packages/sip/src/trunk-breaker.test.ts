import { ManualTime, type Reply, scriptedNetwork, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { SipRequest } from './sip-message.ts';
import { watchTrunk } from './sip-options.ts';
import { TrunkBreaker, type TrunkTrouble } from './trunk-breaker.ts';

function breaker() {
  const time = new ManualTime();
  const changes: (TrunkTrouble | undefined)[] = [];
  return { time, changes, breaker: new TrunkBreaker(time, (trouble) => changes.push(trouble)) };
}

function watched(address = 'sip:198.51.100.1') {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const trunk = trunkAt(address);
  const sent = () => transport.requests('OPTIONS');
  return {
    time,
    trunk,
    sent,
    stop: watchTrunk(agent, trunk, 30_000),
    async answer(status: number, more: Reply = {}) {
      await settled();
      transport.answer(sent().at(-1) as SipRequest, status, more);
      await settled();
    },
  };
}

test('a full trunk pauses as long as its Retry-After says, otherwise twice as long each time', async () => {
  const { time, breaker: trunk } = breaker();
  trunk.rest(7000);
  expect(trunk.restMs()).toBe(7000);
  await time.advance(7000);
  const rests: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    trunk.rest(null);
    rests.push(trunk.restMs());
    await time.advance(trunk.restMs());
  }
  expect(rests).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  trunk.work();
  trunk.rest(null);
  expect(trunk.restMs()).toBe(1000);
});

test('three calls in a row without any SIP answer take a trunk out of use, and that is reported once', () => {
  const { breaker: trunk, changes } = breaker();
  for (let call = 0; call < 2; call++) trunk.fail('dead', 'does not answer');
  expect(trunk.trouble).toBeUndefined();
  for (let call = 0; call < 5; call++) trunk.fail('dead', 'does not answer');
  expect(trunk.trouble).toMatchObject({ fault: 'dead', words: 'does not answer' });
  trunk.work();
  expect(changes).toEqual([expect.objectContaining({ fault: 'dead' }), undefined]);
});

test('one refused password takes a trunk out of use, and an answer to OPTIONS does not bring it back', () => {
  const { breaker: trunk } = breaker();
  trunk.fail('login', 'rejects the configured user and password');
  trunk.answer();
  expect(trunk.trouble?.fault).toBe('login');
});

test('a server error of one call does not pause the trunk for others', () => {
  const { breaker: trunk } = breaker();
  trunk.fail('failing', 'said 500');
  expect([trunk.restMs(), trunk.trouble]).toEqual([0, undefined]);
});

test('an open circuit breaker lets one probe call through at a time', () => {
  const { breaker: trunk } = breaker();
  const end = trunk.probe();
  expect(trunk.probe()).toBeUndefined();
  end?.();
  expect(trunk.probe()).toBeDefined();
});

/** For so long the trunk refuses a call each half a minute, to three numbers in turn. */
async function refusing({ time, breaker: trunk }: ReturnType<typeof breaker>, minutes: number) {
  for (let at = 0; at < 2 * minutes; at++) {
    trunk.lackRoom(`+4144668180${at % 3}`, 'has had no room for any call for minutes (503)');
    trunk.rest(30_000);
    await time.advance(30_000);
  }
}

test('a trunk that brings calls and takes none is out of service once it had no room for five minutes without a call', async () => {
  const line = breaker();
  for (let call = 0; call < 2; call++) {
    await refusing(line, 2);
    const hangUp = line.breaker.carry();
    await refusing(line, 10);
    hangUp();
  }
  expect(line.breaker.trouble).toBeUndefined();
  await refusing(line, 2);
  expect(line.breaker.trouble?.fault).toBe('failing');
  line.breaker.carry()();
  expect(line.breaker.refusesEveryCall).toBe(true);
});

test('a single 503 before a pause, and two after it, leave a trunk in service', async () => {
  const { time, breaker: trunk } = breaker();
  trunk.lackRoom('+41446681800', 'has had no room');
  trunk.rest(null);
  await time.advance(6 * 60_000);
  for (const number of ['+41446681801', '+41446681802']) trunk.lackRoom(number, 'has had no room');
  expect(trunk.trouble).toBeUndefined();
});

test('a trunk that never answered OPTIONS is still used', async () => {
  const { trunk, time, stop } = watched();
  await time.advance(300_000);
  expect([trunk.breaker.restMs(), trunk.breaker.trouble]).toEqual([0, undefined]);
  stop();
});

test('a trunk is not known to work before it has answered or carried a call', async () => {
  const { trunk, time, answer, stop } = watched();
  expect([trunk.isKnownToWork, trunk.lastCheck]).toEqual([false, undefined]);
  await time.advance(30_000 + 4000);
  expect([trunk.isKnownToWork, trunk.lastCheck]).toEqual([false, { status: null, atMs: 34_000 }]);
  trunk.breaker.work();
  expect(trunk.isKnownToWork).toBe(true);
  await time.advance(30_000);
  await answer(405);
  expect(trunk.lastCheck).toMatchObject({ status: 405 });
  trunk.breaker.fail('login', 'rejects the configured user and password');
  expect(trunk.isKnownToWork).toBe(false);
  stop();
});

test('a trunk that stops answering OPTIONS is down until it answers again', async () => {
  const { trunk, time, answer, sent, stop } = watched();
  await time.advance(30_000);
  await answer(405);
  expect(trunk.breaker.trouble).toBeUndefined();
  await time.advance(30_000 + 4000);
  expect(trunk.breaker.trouble).toMatchObject({ fault: 'dead', words: 'does not answer' });
  // It is asked sooner than before while it is down.
  const before = sent().length;
  await time.advance(1000);
  expect(sent().length).toBeGreaterThan(before);
  await answer(200);
  expect(trunk.breaker.trouble).toBeUndefined();
  stop();
  await time.advance(60_000);
  expect(time.waiting).toBe(0);
});

test('a trunk that rejects the password of OPTIONS is down before any call, and back once it accepts it', async () => {
  const { trunk, time, answer, stop } = watched('sip:user:word@198.51.100.1');
  const challenge: Reply = { headers: [['www-authenticate', 'Digest realm="r", nonce="n"']] };
  await time.advance(30_000);
  await answer(401, challenge);
  expect(trunk.breaker.trouble).toBeUndefined();
  await answer(401, { ...challenge, reason: 'Unauthorized' });
  expect(trunk.breaker.trouble).toMatchObject({
    fault: 'login',
    words: 'rejects the configured user and password (401 Unauthorized)',
  });
  await time.advance(30_000);
  await answer(401, challenge);
  await answer(200);
  expect(trunk.breaker.trouble).toBeUndefined();
  // Calls that go through count for more.
  await time.advance(30_000);
  await answer(401, challenge);
  await answer(401, challenge);
  trunk.breaker.work();
  await time.advance(30_000);
  await answer(401, challenge);
  await answer(401, challenge);
  expect(trunk.breaker.trouble).toBeUndefined();
  stop();
});

test('a trunk without a password that wants one for OPTIONS stays in service', async () => {
  const { trunk, time, answer, stop } = watched();
  await time.advance(30_000);
  await answer(401);
  expect(trunk.breaker.trouble).toBeUndefined();
  stop();
});
