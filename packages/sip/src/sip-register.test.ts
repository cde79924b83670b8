import { type Reply, scriptedNetwork, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { cseqOf, header, type SipRequest } from './sip-message.ts';
import { SipRegistration } from './sip-register.ts';

function registrar() {
  const { time, transport, agent, trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:alice:word@198.51.100.1');
  const sent = (method: string) => transport.requests(method);
  const answer = async (method: string, status: number, more: Reply = {}) => {
    await settled();
    transport.answer(sent(method).at(-1) as SipRequest, status, more);
    await settled();
  };
  return { time, transport, agent, trunk, sent, answer };
}

const granted = (seconds: number): Reply => ({ headers: [['expires', `${seconds}`]] });

test('a registration is refreshed at half its lifetime with one Call-ID, and removed at the end', async () => {
  const { agent, trunk, time, sent, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await answer('REGISTER', 401, { headers: [['www-authenticate', 'Digest realm="r", nonce="n"']] });
  await answer('REGISTER', 200, granted(120));
  expect(sent('REGISTER').map((one) => cseqOf(one).number)).toEqual([1, 2]);
  await time.advance(59_000);
  expect(sent('REGISTER')).toHaveLength(2);
  await time.advance(1000);
  await answer('REGISTER', 200, granted(120));
  expect(sent('REGISTER')).toHaveLength(3);
  const stopped = registration.stop();
  await answer('REGISTER', 200);
  await stopped;
  expect(sent('REGISTER').map((one) => header(one, 'expires'))).toEqual(['300', '300', '300', '0']);
  expect(new Set(sent('REGISTER').map((one) => header(one, 'call-id'))).size).toBe(1);
  await time.advance(600_000);
  expect(sent('REGISTER')).toHaveLength(4);
});

test('a registration is requested again with the Min-Expires that the registrar demands', async () => {
  const { agent, trunk, sent, answer } = registrar();
  const state = new SipRegistration(agent, trunk).once();
  await answer('REGISTER', 423, { reason: 'Interval Too Brief', headers: [['min-expires', '900']] });
  await answer('REGISTER', 200);
  expect(await state).toEqual({ kind: 'registered', status: 200, seconds: 900 });
  expect(sent('REGISTER').map((one) => header(one, 'expires'))).toEqual(['300', '900']);
});

test('a refused registration is reported and retried later', async () => {
  const { agent, trunk, time, sent, answer } = registrar();
  const reported: string[] = [];
  const registration = new SipRegistration(agent, trunk, (words) => reported.push(words));
  registration.start();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  await time.advance(30_000);
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(reported).toEqual([
    expect.stringContaining('198.51.100.1 refuses the registration: 403 Forbidden.'),
  ]);
  expect(sent('REGISTER').map((one) => cseqOf(one).number)).toEqual([1, 2]);
  const other = new SipRegistration(agent, trunk).once();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(await other).toEqual({ kind: 'refused', status: 403, code: '403 Forbidden' });
  await registration.stop();
});

test('a trunk says whether it is registered, refuses the registration or does not answer it', async () => {
  const { agent, trunk, time, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  expect(trunk.registration).toBeUndefined();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(trunk.registration).toEqual({ state: 'refused', status: 403, seconds: null });
  await time.advance(30_000);
  await answer('REGISTER', 200, granted(120));
  expect(trunk.registration).toEqual({ state: 'registered', status: 200, seconds: 120 });
  // The refresh at half the lifetime is not answered for as long as a transaction lasts.
  await time.advance(60_000 + 32_000);
  expect(trunk.registration).toEqual({ state: 'unreachable', status: null, seconds: null });
});

test('what is said to a single registration, such as that of a test, is not the state of the trunk', async () => {
  const { agent, trunk, answer } = registrar();
  const once = new SipRegistration(agent, trunk).once();
  await answer('REGISTER', 200, granted(120));
  await once;
  expect(trunk.registration).toBeUndefined();
});

const challenge: Reply = { headers: [['www-authenticate', 'Digest realm="r", nonce="n"']] };

test('a wrong password takes a trunk out of service at its registration, and an accepted one brings it back', async () => {
  const { agent, trunk, time, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await answer('REGISTER', 401, challenge);
  await answer('REGISTER', 401, { ...challenge, reason: 'Unauthorized' });
  expect(trunk.breaker.trouble).toMatchObject({
    fault: 'login',
    words: 'rejects the configured user and password (401 Unauthorized)',
  });
  // OPTIONS that need no password say nothing about it.
  trunk.breaker.acceptLogin('OPTIONS');
  expect(trunk.breaker.trouble?.fault).toBe('login');
  await time.advance(30_000);
  await answer('REGISTER', 200, granted(120));
  expect(trunk.breaker.trouble).toBeUndefined();
});

test('a trunk that forbids the registration is used as soon as a call has gone through', async () => {
  const { agent, trunk, time, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(trunk.breaker.trouble).toMatchObject({
    fault: 'login',
    words: 'refuses the registration (403 Forbidden)',
  });
  trunk.breaker.work();
  await time.advance(30_000);
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(trunk.breaker.trouble).toBeUndefined();
});

test('a registration that is granted while it is being stopped is removed', async () => {
  const { agent, trunk, sent, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await settled();
  const stopped = registration.stop();
  await answer('REGISTER', 200, granted(120));
  await answer('REGISTER', 200);
  await stopped;
  expect(sent('REGISTER').map((one) => header(one, 'expires'))).toEqual(['300', '0']);
});

test('stopping waits at most two seconds for a registrar that does not answer the removal', async () => {
  const { agent, trunk, time, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await answer('REGISTER', 200, granted(120));
  let isStopped = false;
  void registration.stop().then(() => {
    isStopped = true;
  });
  await time.advance(1999);
  expect(isStopped).toBe(false);
  await time.advance(1);
  expect(isStopped).toBe(true);
});

test('a registration that is granted long after it was stopped is left to expire', async () => {
  const { agent, trunk, time, sent, answer } = registrar();
  const registration = new SipRegistration(agent, trunk);
  registration.start();
  await settled();
  const stopped = registration.stop();
  await time.advance(2000);
  await stopped;
  await answer('REGISTER', 200, granted(120));
  expect(sent('REGISTER').map((one) => header(one, 'expires'))).not.toContain('0');
});
