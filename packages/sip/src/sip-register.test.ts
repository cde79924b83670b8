import { type Reply, scriptedNetwork, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { cseqOf, header, type SipRequest } from './sip-message.ts';
import { watchTrunk } from './sip-options.ts';
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

test('follows the Min-Expires of a registrar', async () => {
  const { agent, trunk, sent, answer } = registrar();
  const state = new SipRegistration(agent, trunk).once();
  await answer('REGISTER', 423, { reason: 'Interval Too Brief', headers: [['min-expires', '900']] });
  await answer('REGISTER', 200);
  expect(await state).toEqual({ kind: 'registered', seconds: 900 });
  expect(sent('REGISTER').map((one) => header(one, 'expires'))).toEqual(['300', '900']);
});

test('reports a refused registration and retries later', async () => {
  const { agent, trunk, time, sent, answer } = registrar();
  const reported: string[] = [];
  const registration = new SipRegistration(agent, trunk, (words) => reported.push(words));
  registration.start();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  await time.advance(30_000);
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(reported).toEqual([expect.stringContaining('198.51.100.1 refuses to register us: 403 Forbidden.')]);
  expect(sent('REGISTER').map((one) => cseqOf(one).number)).toEqual([1, 2]);
  const other = new SipRegistration(agent, trunk).once();
  await answer('REGISTER', 403, { reason: 'Forbidden' });
  expect(await other).toEqual({ kind: 'refused', code: '403 Forbidden' });
  await registration.stop();
});

test('a trunk that never answered OPTIONS is still used', async () => {
  const { agent, trunk, time } = registrar();
  const stop = watchTrunk(agent, trunk, 30_000);
  await time.advance(300_000);
  expect(trunk.restMs()).toBe(0);
  stop();
});

test('a trunk that stops answering OPTIONS is not used until it answers again', async () => {
  const { agent, trunk, time, answer, sent } = registrar();
  const reported: string[] = [];
  const stop = watchTrunk(agent, trunk, 30_000, (words) => reported.push(words));
  await time.advance(30_000);
  await answer('OPTIONS', 405);
  expect(trunk.restMs()).toBe(0);
  await time.advance(30_000 + 32_000);
  expect(trunk.restMs()).toBeGreaterThan(0);
  await time.advance(30_000);
  await answer('OPTIONS', 200);
  expect([trunk.restMs(), reported.length]).toEqual([0, 1]);
  stop();
  const before = sent('OPTIONS').length;
  await time.advance(600_000);
  expect([sent('OPTIONS').length, time.waiting]).toEqual([before, 0]);
});
