import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { keyedQuestion, startKeyedServiceAt } from './keyed-contact.ts';
import { type Called, called, expectTriedAgain, textOf } from './service-call.ts';
import { agentHasSpoken, numberDoes, recorded, says } from './spoken-person.ts';

vi.setConfig({ testTimeout: 70_000, hookTimeout: 120_000 });

const CUT_OFF = '+41446682041';
const HUNG_UP = '+41446682016';

const hello = ['Answer()', says('hello'), ...agentHasSpoken];
const numbers = [
  numberDoes(CUT_OFF, [...hello, 'Hangup(41)']),
  numberDoes(HUNG_UP, [...hello, 'Hangup(16)']),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech)('calls in which the network behind Asterisk fails', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    const sounds = await recorded({ hello: 'Hello, Ada speaking.' });
    asterisk = await startAsterisk({}, { numbers, sounds });
    opened.push(() => asterisk.stop());
    service = await startKeyedServiceAt(
      `sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port};from-user=${USER}`,
      {
        PARLEY_RTP_PORTS: '25300-25400',
      },
    );
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** Both spoke before it ended. */
  const expectTalkedTo = async ({ attempt }: Called) => {
    expect([textOf(attempt, 'AI'), textOf(attempt, 'CONTACT')]).not.toContain('');
    await expectRecording(attempt, ['AI', 'CONTACT']);
  };

  test.concurrent('a call that the network cuts off in the middle (Q.850 41) is an error of the network, and the contact is called again', async () => {
    const done = await called(service, CUT_OFF, { question: keyedQuestion });
    expect(done.attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'CARRIER_ERROR',
      notes: 'The network cut off the call (Q.850 41)',
    });
    expectTriedAgain(done);
    await expectTalkedTo(done);
  });

  test.concurrent('a contact who hangs up in the middle (Q.850 16) has hung up, and no network is blamed', async () => {
    const done = await called(service, HUNG_UP, { question: keyedQuestion });
    expect(done.attempt, JSON.stringify(done.attempt)).toMatchObject({ reasonCode: 'HUNG_UP', notes: null });
    await expectTalkedTo(done);
  });
});
