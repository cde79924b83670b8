import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { patience } from '@parley/testing/patience.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { journalOf } from '../telephone-conversation.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import {
  type Called,
  newTrunk,
  ordered,
  overIn,
  sipMessagesOf,
  startServiceAt,
  textOf,
} from './service-call.ts';
import { numberDoes, recorded, says } from './spoken-person.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** With one more digit: they wait for the colleague's key, or leave a message when the agent is back. */
const WAITS = '+4144668170';
const LEAVES_MESSAGE = '+4144668171';
const COLLEAGUE = '+41446681721';
const BUSY = '+41446681722';
const NOBODY = '+41446681723';
/** It rings for three seconds. */
const NOBODY_SOON = '+41446681724';

const KEY = '5';
/** Each is a channel of its own, which Asterisk can transfer; `at` is theirs. */
const throughAsterisk = ['Answer()', `Dial(Local/at\${EXTEN}@parley/n)`];
const numbers = [
  numberDoes(`_${WAITS}X`, throughAsterisk),
  numberDoes(`_at${WAITS}X`, [
    'Answer()',
    says('hello'),
    `Read(KEY,,1,,1,120)`,
    `Set(GLOBAL(KEY_\${EXTEN:3})=\${KEY})`,
    'Wait(120)',
  ]),
  numberDoes(`_${LEAVES_MESSAGE}X`, throughAsterisk),
  numberDoes(`_at${LEAVES_MESSAGE}X`, [
    'Answer()',
    says('hello'),
    // Until the test has seen that the agent asks for a message.
    'Wait(0.3)',
    `GotoIf($["\${ASKED_\${EXTEN:3}}" = ""]?3)`,
    says('message'),
    'Wait(30)',
  ]),
  numberDoes(COLLEAGUE, [`Dial(Local/at\${EXTEN}@parley/n)`]),
  // Until they are heard: an attended transfer moves the call after it was answered.
  numberDoes(`at${COLLEAGUE}`, ['Answer()', 'Wait(1)', `SendDTMF(${KEY})`, 'Goto(2)']),
  numberDoes(BUSY, ['Busy(1)']),
  numberDoes(NOBODY_SOON, [`Dial(Local/${NOBODY}@parley/n,3)`, 'Hangup()']),
  numberDoes(NOBODY, ['Ringing()', 'Wait(120)']),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech)('transfers with Asterisk as the trunk', () => {
  skipWhenOverloaded();
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    const sounds = await recorded({
      hello: 'Hello, Ada speaking.',
      message: 'Please call me back.',
    });
    asterisk = await startAsterisk({}, { numbers, sounds });
    service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      isSpoken: true,
      environment: { PARLEY_RTP_PORTS: '24800-24900' },
    });
  });
  afterAll(async () => {
    await asterisk?.tell('channel request hangup all');
    await service?.stop();
    await asterisk?.stop();
  });

  /** Orders a call that is to be handed to a number. */
  const handing = async (contact: string, colleague: string, transfer: string) => {
    const company = await service.newCompany();
    const account = { username: USER, password: PASSWORD, fromUser: USER };
    await newTrunk(company, { port: asterisk.port, ...account, transfer });
    const handoff = { type: 'human_handoff', message: 'I will put you through.', phoneNumber: colleague };
    return { company, id: await ordered(company, contact, { question: null, sections: [handoff] }) };
  };
  const handed = async (contact: string, colleague: string, transfer: string) => {
    const { company, id } = await handing(contact, colleague, transfer);
    return overIn(company, id);
  };
  /** The agent has said to its end that it takes a message. */
  const messageIsWanted = async (company: TestCompany, id: string) => {
    const attemptId = (await company.api.get(`/conversations/${id}`)).body.callAttempts[0].id;
    await vi.waitFor(
      async () => {
        const journal = await journalOf(service, company, attemptId);
        const asked = journal.findIndex(
          (entry) => entry.kind === 'word' && entry.intention.kind === 'take_message',
        );
        expect(journal.slice(asked).some(({ kind }) => asked >= 0 && kind === 'said')).toBe(true);
      },
      { ...patience, interval: 200 },
    );
  };
  /** In one call, which is charged and recorded. */
  const expectCalled = async (done: Called, expected: object) => {
    const { body, attempt, used, attempts } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({
      status: 'COMPLETED',
      retryNumber: 0,
      ...expected,
    });
    expect([body.status, attempts, used]).toEqual(['COMPLETED', 1, Math.ceil(attempt.duration / 60)]);
    expect(textOf(attempt, 'AI')).toContain('I will put you through.');
    expect(textOf(attempt, 'CONTACT')).toMatch(/\w/);
    await expectRecording(attempt, ['AI', 'CONTACT']);
  };
  /** Keys that the contact has heard; the variables are not always complete while other calls set some. */
  const expectTalkingTo = (contact: string) =>
    vi.waitFor(
      async () =>
        expect(await asterisk.tell('dialplan show globals')).toContain(`KEY_${contact.slice(1)}=${KEY}`),
      patience,
    );
  const refersIn = async (done: Called) =>
    (await sipMessagesOf(done)).filter(({ method }) => method === 'REFER');

  test.concurrent.each([
    ['ATTENDED', 'nobody answers', NOBODY, 1],
    ['BRIDGE', 'nobody answers', NOBODY, 2],
    ['ATTENDED', 'is busy', BUSY, 3],
    ['BRIDGE', 'is busy', BUSY, 4],
  ])(
    'a transfer by %s to a number that %s returns the contact to the agent, who takes a message',
    async (transfer, _, colleague, digit) => {
      const contact = `${LEAVES_MESSAGE}${digit}`;
      const { company, id } = await handing(contact, colleague, transfer);
      await messageIsWanted(company, id);
      await asterisk.tell(`dialplan set global ASKED_${contact.slice(1)} yes`);
      const done = await overIn(company, id);
      await expectCalled(done, { reasonCode: null, notes: expect.not.stringContaining('Transferred') });
      const speakers = done.attempt.transcript.map(({ speaker }: { speaker: string }) => speaker);
      expect(speakers.slice(-3)).toEqual(['AI', 'CONTACT', 'AI']);
      expect(await refersIn(done)).toEqual([]);
    },
  );

  // Asterisk lets go of the contact as soon as it takes a REFER: docs/telephone.md advises against it.
  test.concurrent.each([
    ['nobody answers', NOBODY_SOON, 4, [100, 180, 503]],
    ['is busy', BUSY, 5, [100, 486]],
  ])(
    'a transfer by REFER to a number that %s is recorded as not answered',
    async (_, colleague, digit, reports) => {
      const done = await handed(`${WAITS}${digit}`, colleague, 'REFER');
      const notes = 'The transfer was not answered; the network had already let go of the contact';
      await expectCalled(done, { reasonCode: null, notes });
      const notified = (await sipMessagesOf(done)).flatMap(({ method, text }) =>
        method === 'NOTIFY' ? [Number(/\r\n\r\nSIP\/2\.0 (\d{3})/.exec(text ?? '')?.[1])] : [],
      );
      expect(notified).toEqual(reports);
    },
  );

  test.concurrent.each([
    ['REFER', 1],
    ['ATTENDED', 2],
    ['BRIDGE', 3],
  ])(
    'a transfer by %s that is answered connects the contact, and the record says with whom',
    async (transfer, digit) => {
      const contact = `${WAITS}${digit}`;
      const done = await handed(contact, COLLEAGUE, transfer);
      await expectCalled(done, { reasonCode: 'HANDED_OFF', notes: `Transferred to ${COLLEAGUE}` });
      await expectTalkingTo(contact);
      if (transfer === 'BRIDGE') expect(await refersIn(done)).toEqual([]);
      else
        await vi.waitFor(async () => {
          const [refer] = await refersIn(done);
          expect(refer?.text).toMatch(transfer === 'REFER' ? `${COLLEAGUE}@` : /Replaces=/);
        }, patience);
    },
  );
});
