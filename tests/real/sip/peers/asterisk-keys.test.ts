import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { called, expectCompleted, startServiceAt, textOf } from './service-call.ts';
import { agentHasSpoken, numberDoes, person, recorded, says } from './spoken-person.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const FIRM = '+41446681500';
const DELIVERIES = '+41446681501';
const PRESSES_ONE = '+41446681502';
const PRESSES_NINE = '+41446681503';
const PRESSES_NUMBER = '+41446681504';
const PRESSES_LATE = '+41446681505';

/** Accounts, by how keys come from them where it is not RFC 4733. */
const users = new Map([
  ['by-info', 'dtmf_mode=info'],
  ['by-tones', 'dtmf_mode=inband'],
]);

const afterGreeting = ['Answer()', says('hello'), ...agentHasSpoken];
const afterQuestion = [...afterGreeting, ...agentHasSpoken];
const numbers = [
  numberDoes(FIRM, [
    'Answer()',
    `Read(KEY,\${SOUNDS}/menu,1,,1,10)`,
    `Goto(\${IF($[\${KEY}=2]?${DELIVERIES}:wrong)},1)`,
  ]),
  numberDoes('wrong', [says('wrong'), 'Hangup()']),
  numberDoes(DELIVERIES, ['Ringing()', 'Wait(1)', ...person('deliveries', ['yes', 'yes'])]),
  numberDoes(PRESSES_ONE, [...afterQuestion, 'SendDTMF(1)', 'Wait(30)']),
  numberDoes(PRESSES_NINE, [...afterGreeting, 'SendDTMF(9)', 'Wait(30)']),
  numberDoes(PRESSES_NUMBER, [...afterQuestion, 'SendDTMF(42#)', 'Wait(30)']),
  numberDoes(PRESSES_LATE, [
    ...afterQuestion,
    ...agentHasSpoken,
    'SendDTMF(5)',
    ...agentHasSpoken,
    says('yes'),
    'Wait(30)',
  ]),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech)('DTMF keys in calls through Asterisk', () => {
  skipWhenOverloaded();
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    const sounds = await recorded({
      menu: 'Press one for support, or two for deliveries.',
      wrong: 'You have chosen support. Nobody is here.',
      deliveries: 'Deliveries, this is Laura.',
      hello: 'Hello, Ada speaking.',
      yes: 'Yes, I do.',
    });
    asterisk = await startAsterisk({}, { numbers, sounds, users });
    service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      isSpoken: true,
      environment: { PARLEY_RTP_PORTS: '24600-24700' },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await asterisk?.stop();
  });

  const own = (username: string) => ({
    port: asterisk.port,
    username,
    password: PASSWORD,
    fromUser: username,
  });
  test.concurrent('the agent gets through a phone menu (IVR) to a person by pressing keys, and talks to them', async () => {
    const done = await called(service, FIRM, { agent: { keypad: { menu: ['deliveries'] } } });
    await expectCompleted(done);
    expect(textOf(done.attempt, 'CONTACT')).toMatch(/press.*deliveries.*yes/is);
    expect(textOf(done.attempt, 'AI')).toContain('Do you like tea?');
  });

  test.concurrent('a DTMF key pressed by the contact (RFC 4733) answers a question', async () => {
    const question = {
      question: 'Do you like tea? Press one for yes.',
      answer: { type: 'yes_no', keys: true },
    };
    const done = await called(service, PRESSES_ONE, { question });
    await expectCompleted(done);
    expect(textOf(done.attempt, 'CONTACT')).toContain('[1]');
  });

  test.concurrent('a DTMF key in reply to "are you still there?" keeps the call going', async () => {
    const done = await called(service, PRESSES_LATE);
    await expectCompleted(done);
    expect(textOf(done.attempt, 'CONTACT')).toMatch(/\[5\].*yes/is);
    expect(textOf(done.attempt, 'AI').match(/Do you like tea\?/g)).toHaveLength(2);
  });

  test.concurrent('a contact who presses the opt-out key (DTMF by INFO) is never called again', async () => {
    const done = await called(service, PRESSES_NINE, {
      trunk: own('by-info'),
      agent: { keypad: { optOut: '9' } },
    });
    const { body, attempt, used, attempts } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'COMPLETED', reasonCode: 'OPT_OUT' });
    expect([body.status, attempts, used]).toEqual(['CANCELLED', 1, Math.ceil(attempt.duration / 60)]);
    await expectRecording(attempt, ['AI', 'CONTACT']);
    expect(textOf(done.attempt, 'CONTACT')).toContain('[9]');
  });

  test.concurrent('a contact types a number and ends it with # (DTMF tones in the audio)', async () => {
    const question = {
      question: 'How many years have you driven? Type the number, and then hash.',
      answer: { type: 'number', unit: 'years', keys: true },
    };
    const done = await called(service, PRESSES_NUMBER, { trunk: own('by-tones'), question });
    await expectCompleted(done);
    expect(textOf(done.attempt, 'CONTACT')).toContain('[4] [2] [#]');
  });
});
