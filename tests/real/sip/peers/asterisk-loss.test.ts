import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { impairedRelay } from '../impaired-relay.ts';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { keyedQuestion, pressingOne, startKeyedServiceAt } from './keyed-contact.ts';
import { called, expectCompleted } from './service-call.ts';
import { numberDoes, recorded } from './spoken-person.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const ANYBODY = '+41446682';
const CALLS = 20;
const AT_ONCE = 5;
const LOSS = 0.02;
const JITTER_MS = 40;

describe.skipIf(!hasAsterisk || !hasSpeech)('whole calls through Asterisk over a bad network', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let asterisk: Asterisk;
  let service: TestService;
  let lostSignals = 0;
  beforeAll(async () => {
    const sounds = await recorded({ hello: 'Hello, Ada speaking.' });
    const numbers = numberDoes(`_${ANYBODY}XXX`, pressingOne('hello'));
    asterisk = await startAsterisk({}, { numbers, sounds });
    opened.push(() => asterisk.stop());
    service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      PARLEY_RTP_PORTS: '25000-25100',
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** Each call has a network of its own. */
  async function callThrough(seed: number) {
    const relay = await impairedRelay(asterisk.port, { loss: LOSS, jitterMs: JITTER_MS, seed });
    opened.push(() => relay.close());
    const trunk = { port: relay.port, username: USER, password: PASSWORD, fromUser: USER };
    const done = await called(service, `${ANYBODY}${100 + seed}`, { trunk, question: keyedQuestion });
    await expectCompleted(done);
    expect(relay.sound.lost).toBeGreaterThan(0);
    lostSignals += relay.signals.lost;
    return done.attempt.audio;
  }

  test('20 of 20 calls complete with 2 % loss and 40 ms of jitter of SIP and audio, with recordings as long as the calls', async () => {
    const heard: { lossPercent: number }[] = [];
    const rows = Array.from({ length: AT_ONCE }, async (_, row) => {
      for (let seed = row; seed < CALLS; seed += AT_ONCE) heard.push(await callThrough(seed));
    });
    await Promise.all(rows);
    expect(heard).toHaveLength(CALLS);
    const lost = heard.reduce((sum, { lossPercent }) => sum + lossPercent, 0) / CALLS;
    expect(lost).toBeGreaterThan(0.5);
    // What is said about the calls is sent again.
    expect(lostSignals).toBeGreaterThan(0);
  });
});
