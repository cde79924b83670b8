import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { type Api, startTestService } from '@parley/testing/service.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { hasSipp, startSipp } from './sipp.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Somebody whose words are written down, at a telephone that really rings. */
class PartyOnLine extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg, script: readonly string[]) {
    super(script);
    this.#leg = leg;
  }

  override async transfer(to: string): Promise<boolean> {
    await super.transfer(to);
    return this.#leg.transfer(to);
  }

  override async leave(): Promise<void> {
    await super.leave();
    await this.#leg.hangUp();
  }
}

const answers = ['Hello?', 'I do.', 'Yes.', 'That is all, goodbye.'];

async function serviceAt(port: number, script: readonly string[] = answers) {
  const sipPort = await freePort();
  const media = new ScriptedMedia();
  const service = await startTestService({
    environment: {
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${port}`,
      PARLEY_SIP_FROM: OURS,
      // Placed at any hour, and the contact is not asked about the recording.
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_BIND: `127.0.0.1:${sipPort}`,
      PARLEY_SIM_SPEED: '1000',
    },
    sound: { media, partyOf: (leg) => new PartyOnLine(leg, script) },
  });
  opened.push(() => service.stop());
  const company = await service.newCompany();
  const test = await service.newKey({ companyId: company.id, environment: 'test' });
  return { service, company, live: company.api, test: test.api, sipPort, media };
}

interface Wanted {
  readonly sections?: readonly object[];
  readonly companyPhoneNumberId?: string;
}

/** A conversation, once its first call is no longer waiting or on the line. */
async function called(api: Api, phoneNumber: string, { sections = [], ...more }: Wanted = {}) {
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?' }] }, ...sections],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', callingWindow: null, flow, ...more };
  const created = await api.post('/conversations', { agent, contact: { ...inlineContact, phoneNumber } });
  expect(created.status, created.text).toBe(201);
  for (;;) {
    const { body } = await api.get(`/conversations/${created.body.id}`);
    const [attempt] = body.callAttempts;
    if (attempt.notes !== null || !['SCHEDULED', 'IN_PROGRESS'].includes(attempt.status))
      return { body, attempt };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const NUMBER = '+41446681800';
const OURS = '+41446681801';
const AGENTS = '+41446681802';
const person = { type: 'human_handoff', phoneNumber: '+41446681899' };

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) at the other end', () => {
  test('a live call rings a telephone, is conducted to its end and hung up', async () => {
    const sipp = await startSipp('answer');
    opened.push(() => sipp.stop());
    const { live } = await serviceAt(sipp.port);
    const { attempt } = await called(live, NUMBER);
    expect(attempt).toMatchObject({ status: 'COMPLETED', retryNumber: 0 });
    expect(attempt.transcript.map(({ speaker }: { speaker: string }) => speaker)).toContain('CONTACT');
    const { isRight, words } = await sipp.result;
    expect(isRight, words).toBe(true);
  });

  test("the agent's caller ID is sent and asserted to the network", async () => {
    const sipp = await startSipp('caller-id');
    opened.push(() => sipp.stop());
    const { service, company, live } = await serviceAt(sipp.port);
    const added = { companyId: company.id, phoneNumber: AGENTS };
    const { body: number } = await service.admin.post('/phone-numbers', added);
    await called(live, NUMBER, { companyPhoneNumberId: number.id });
    const { isRight, words, logged } = await sipp.result;
    expect(isRight, words).toBe(true);
    expect(logged).toMatch(/^FROM *<sip:\+41446681802@127\.0\.0\.1>;tag=/m);
    expect(logged).toMatch(/^IDENTITY *<sip:\+41446681802@127\.0\.0\.1>/m);
    expect(logged).not.toContain(OURS);
  });

  test('the SIP response of the network is stored with the attempt', async () => {
    const sipp = await startSipp('refuse', { keys: { status: '486 Busy Here' } });
    opened.push(() => sipp.stop());
    const { live } = await serviceAt(sipp.port);
    const { attempt } = await called(live, NUMBER);
    expect(attempt).toMatchObject({ status: 'BUSY', reasonCode: 'BUSY', notes: '486 Busy Here' });
  });

  test('a transfer that the network refuses is bridged', async () => {
    const sipp = await startSipp('put-through', { calls: 2 });
    opened.push(() => sipp.stop());
    const { live, media } = await serviceAt(sipp.port);
    const { attempt, body } = await called(live, NUMBER, { sections: [person] });
    expect(body.status).toBe('COMPLETED');
    expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: 'HANDED_OFF' });
    const { isRight, words, logged } = await sipp.result;
    expect(isRight, words).toBe(true);
    // The person hung up, and so was the contact.
    expect(logged).toMatch(/PERSON ANSWERED.*CONTACT HUNG UP/s);
    expect(media.sessions).toHaveLength(2);
  });

  test('the agent takes a message when the transfer target is busy', async () => {
    const sipp = await startSipp('put-through-busy', { calls: 2 });
    opened.push(() => sipp.stop());
    const { live } = await serviceAt(sipp.port, [
      'Hello?',
      'Yes, hello.',
      'I do.',
      'Please call me back tomorrow.',
    ]);
    const { attempt, body } = await called(live, NUMBER, { sections: [person] });
    expect(body.status).toBe('COMPLETED');
    expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null });
    const said = attempt.transcript.map(({ text }: { text: string }) => text).join(' ');
    expect(said).toMatch(/Please call me back tomorrow/);
    const { isRight, words } = await sipp.result;
    expect(isRight, words).toBe(true);
  });

  test('a contact who calls back reaches their open conversation once', async () => {
    const busy = await startSipp('refuse', { keys: { status: '486 Busy Here' } });
    opened.push(() => busy.stop());
    const { live, sipPort } = await serviceAt(busy.port);
    const { body } = await called(live, NUMBER);
    expect(body.status).toBe('SCHEDULED');
    const callBack = async (caller: string) => {
      const keys = { called: OURS, caller };
      const sipp = await startSipp('call-back', { towards: sipPort, keys });
      opened.push(() => sipp.stop());
      const { isRight, words } = await sipp.result;
      expect(isRight, words).toBe(true);
      return (await live.get(`/conversations/${body.id}`)).body;
    };
    // A stranger is answered, and changes nothing.
    expect((await callBack('+41446681807')).callAttempts).toMatchObject([{}, { status: 'SCHEDULED' }]);
    await callBack(NUMBER);
    const done = () => live.get(`/conversations/${body.id}`).then((answer) => answer.body);
    await expect.poll(async () => (await done()).status, patience).toBe('COMPLETED');
    expect((await done()).callAttempts).toMatchObject([
      { status: 'BUSY', direction: 'OUTBOUND' },
      { status: 'COMPLETED', direction: 'INBOUND', retryNumber: 1 },
    ]);
    // It is over: they are answered once more, and nothing else happens.
    expect((await callBack(NUMBER)).callAttempts).toHaveLength(2);
  });

  test('a call for which the trunk has no capacity is requeued as the same attempt', async () => {
    const sipp = await startSipp('overloaded');
    opened.push(() => sipp.stop());
    const { live } = await serviceAt(sipp.port);
    const { attempt, body } = await called(live, NUMBER);
    expect(attempt).toMatchObject({ status: 'SCHEDULED', calledAt: null });
    expect(attempt.notes).toContain('503 Service Unavailable');
    expect(body).toMatchObject({ status: 'SCHEDULED', callAttempts: [{ id: attempt.id }] });
  });

  test.each([
    ['429 Too Many Requests', 'Server: sipp'],
    ['429 Too Many Requests', 'Retry-After: 2'],
    ['503 Service Unavailable', 'Server: sipp'],
    ['503 Service Unavailable', 'Retry-After: 1'],
  ])('a requeued call (%s, %s) succeeds later as the same attempt', async (status, more) => {
    const sipp = await startSipp('room-later', { calls: 2, keys: { status, more } });
    opened.push(() => sipp.stop());
    const { live } = await serviceAt(sipp.port);
    const { attempt, body } = await called(live, NUMBER);
    const now = async () => (await live.get(`/conversations/${body.id}`)).body;
    await expect.poll(async () => (await now()).status, patience).toBe('COMPLETED');
    const { callAttempts } = await now();
    expect(callAttempts).toHaveLength(1);
    expect(callAttempts[0]).toMatchObject({ id: attempt.id, status: 'COMPLETED', retryNumber: 0 });
    const { isRight, words, logged } = await sipp.result;
    expect(isRight, words).toBe(true);
    expect(logged.match(/NO ROOM|ANSWERED/g)).toEqual(['NO ROOM', 'ANSWERED']);
  });
});

test('calls of test keys and calls to simulated numbers send nothing over SIP', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  opened.push(async () => socket.close());
  const heard: string[] = [];
  socket.on('message', (bytes) => heard.push(bytes.toString()));
  const { live, test } = await serviceAt(socket.address().port);
  expect((await called(test, NUMBER)).attempt.status).toBe('COMPLETED');
  expect((await called(live, '+15005550001')).attempt.status).toBe('BUSY');
  expect(heard).toEqual([]);
});
