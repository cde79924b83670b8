import { patience } from '@parley/testing/patience.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { captureServer } from './capture-server.ts';
import { hasKamailio, type Kamailio, startKamailioProxy } from './kamailio.ts';
import { keyedQuestion, pressingOne, startKeyedServiceAt } from './keyed-contact.ts';
import {
  called,
  expectCompleted,
  expectTriedAgain,
  newTrunk,
  sipMessagesOf,
  textOf,
} from './service-call.ts';
import { numberDoes, recorded } from './spoken-person.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const ANYBODY = '+4144668190';
const FAX = '+41446681950';
const PREMIUM = '+499001234567';
const GERMAN = '+4930901820';
/** Accounts at the same telephone system, and what their endpoints have besides. */
const SECOND = 'second';
const MUXED = 'muxed';

/** Writes down by which account a call came, and what it shows. */
const header = (name: string) => `\${PJSIP_HEADER(read,${name})}`;
const shown = ['P-Asserted-Identity', 'P-Preferred-Identity', 'Remote-Party-ID', 'From']
  .map(header)
  .join(' ');
const noted = [`Set(GLOBAL(VIA_\${EXTEN:1})=\${CHANNEL(endpoint)} \${CALLERID(num)} ${shown})`];
const numbers = [
  numberDoes(`_${ANYBODY}X`, pressingOne('hello', noted)),
  numberDoes('_+49X.', pressingOne('hello', noted)),
  // As a fax machine answers (CED).
  numberDoes(FAX, ['Answer()', 'Wait(1)', 'PlayTones(2100)', 'Wait(30)']),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech)('trunk records and limits at Asterisk, with audio', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let asterisk: Asterisk;
  let service: TestService;
  let capture: Awaited<ReturnType<typeof captureServer>>;
  beforeAll(async () => {
    const sounds = await recorded({ hello: 'Hello, Ada speaking.' });
    const users = new Map([
      [SECOND, ''],
      [MUXED, 'rtcp_mux=yes'],
    ]);
    asterisk = await startAsterisk({}, { numbers, sounds, users });
    opened.push(() => asterisk.stop());
    capture = await captureServer();
    opened.push(async () => capture.close());
    service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      PARLEY_HEP: `127.0.0.1:${capture.port}`,
      PARLEY_RTP_PORTS: '24900-25000',
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  const trunkOf = (more: object = {}) => ({
    port: asterisk.port,
    username: USER,
    password: PASSWORD,
    fromUser: USER,
    ...more,
  });
  /** What Asterisk has written down of a call to a number. */
  const notedOf = async (number: string): Promise<string> =>
    new RegExp(`VIA_${number.slice(1)}=(.*)`).exec(await asterisk.tell('dialplan show globals'))?.[1] ?? '';
  /** The variables are not always complete while other calls set some. */
  const awaitNoteOf = (number: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const noted = await notedOf(number);
        expect(noted).not.toBe('');
        return noted;
      },
      { timeout: 5000, interval: 200 },
    );
  const limited = async (limits: object) => {
    const company = await service.newCompany();
    expect((await company.api.patch(`/companies/${company.id}`, limits)).status).toBe(200);
    await newTrunk(company, trunkOf());
    return company;
  };

  test.concurrent('the account of a trunk and the caller id arrive in the headers that the trunk chooses', async () => {
    const number = `${ANYBODY}1`;
    const trunk = trunkOf({ identityHeaders: ['PAI', 'PPI', 'RPID'], fromDomain: 'acme.example' });
    await expectCompleted(await called(service, number, { trunk, question: keyedQuestion }));
    const shown = await awaitNoteOf(number);
    expect(shown).toMatch(new RegExp(`^${USER} \\+41446681801`));
    expect(shown.match(/<sip:\+41446681801@/g)).toHaveLength(3);
    expect(shown).toContain(`<sip:${USER}@acme.example>`);
  });

  test.concurrent('the trunk with the longest prefix takes a call, and beyond its daily limit calls wait', async () => {
    const company = await service.newCompany();
    const [first, second] = [`${ANYBODY}2`, `${ANYBODY}3`];
    await newTrunk(company, trunkOf({ prefixes: [first] }));
    const limited = await newTrunk(
      company,
      trunkOf({ username: SECOND, fromUser: SECOND, prefixes: [second], maxCallsPerDay: 1 }),
    );
    await expectCompleted(await called(service, first, { company, question: keyedQuestion }));
    const other = await called(service, second, { company, question: keyedQuestion });
    expect(other.attempt, JSON.stringify(other.attempt)).toMatchObject({ status: 'COMPLETED' });
    await expectRecording(other.attempt, ['AI', 'CONTACT']);
    expect((await awaitNoteOf(first)).split(' ')[0]).toBe(USER);
    expect((await awaitNoteOf(second)).split(' ')[0]).toBe(SECOND);
    const waiting = await called(service, second, { company, isWaiting: true });
    expect(waiting.attempt).toMatchObject({
      status: 'SCHEDULED',
      calledAt: null,
      transcript: [],
      recordingUrl: null,
    });
    expect(waiting.attempt.notes).toContain('limit of 1 calls in 24 hours');
    expect([waiting.attempts, waiting.used]).toEqual([1, other.used]);
    const health = async () => (await company.api.get(`/trunks/${limited}/health`)).body;
    await vi.waitFor(async () => expect((await health()).averageCallSeconds).not.toBeNull(), patience);
    expect(await health()).toMatchObject({
      calls: 1,
      answerSeizureRatio: 1,
      responses: [{ code: 200, calls: 1 }],
    });
  });

  test.concurrent('the SIP messages of a call are in the API, in a capture file and at the HEP capture server', async () => {
    const number = `${ANYBODY}6`;
    const done = await called(service, number, { trunk: trunkOf(), question: keyedQuestion });
    await expectCompleted(done);
    const path = `/conversations/${done.body.id}/call-attempts/${done.attempt.id}`;
    await vi.waitFor(async () => expect((await sipMessagesOf(done)).at(-2)?.method).toBe('BYE'), patience);
    const messages = await sipMessagesOf(done);
    const names = messages.map(({ method, status }) => method ?? status);
    // Asterisk wants the password first.
    expect(names.slice(0, 4)).toEqual(['INVITE', 401, 'ACK', 'INVITE']);
    expect(names.slice(-4)).toEqual([200, 'ACK', 'BYE', 200]);
    const pcap = await fetch(`${service.url}${path}/sip.pcap`, {
      headers: { authorization: `Bearer ${done.company.key}` },
    });
    const bytes = Buffer.from(await pcap.arrayBuffer());
    expect(bytes.readUInt32LE(0)).toBe(0xa1b2c3d4);
    expect(bytes.toString('latin1').split('INVITE sip:').length - 1).toBe(2);
    const invitations = capture.packets.filter(({ text }) => text.includes(`INVITE sip:${number}@`));
    expect(invitations).toHaveLength(2);
    expect(new Set(invitations.map(({ text }) => text.slice(0, 4)))).toEqual(new Set(['HEP3']));
  });

  (hasKamailio ? test.concurrent : test.concurrent.skip)(
    'a call through an outbound proxy (Kamailio) reaches Asterisk, and so does its end',
    async () => {
      const proxy: Kamailio = await startKamailioProxy();
      opened.push(() => proxy.stop());
      const number = `${ANYBODY}7`;
      const trunk = trunkOf({ outboundProxy: `127.0.0.1:${proxy.port}` });
      const done = await called(service, number, { trunk, question: keyedQuestion });
      await expectCompleted(done);
      expect(await awaitNoteOf(number)).not.toBe('');
      await vi.waitFor(async () => expect((await sipMessagesOf(done)).at(-2)?.method).toBe('BYE'), patience);
      const messages = await sipMessagesOf(done);
      const ports = messages.flatMap(({ method, remote }) => (method === null ? [] : [remote?.port]));
      expect(new Set(ports)).toEqual(new Set([proxy.port]));
    },
  );

  test.concurrent('reports (RTCP) on the port of the audio (rtcp-mux) say how both directions arrive', async () => {
    const trunk = trunkOf({ username: MUXED, fromUser: MUXED });
    const done = await called(service, `${ANYBODY}8`, { trunk, question: keyedQuestion });
    await expectCompleted(done);
    const descriptions = (await sipMessagesOf(done)).flatMap(({ direction, status, text }) =>
      direction === 'RECEIVED' && status === 200 && text?.includes('m=audio') ? [text] : [],
    );
    expect(descriptions[0]).toContain('a=rtcp-mux');
    const { audio } = done.attempt;
    expect(audio, JSON.stringify(audio)).toMatchObject({
      lossPercent: 0,
      outbound: { lossPercent: 0 },
      unheardSeconds: 0,
    });
    expect(audio.roundTripMs).not.toBeNull();
  });

  test.concurrent('a fax machine is hung up on, not charged, and called again later', async () => {
    const done = await called(service, FAX, { trunk: trunkOf() });
    const { attempt } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    expect(attempt.duration).toBeLessThan(20);
    expectTriedAgain(done);
    // It has got no further than its greeting.
    const said = textOf(attempt, 'AI');
    expect(['', 'Hello, this is Grace, an AI assistant.']).toContain(said);
    await expectRecording(attempt, said === '' ? ['CONTACT'] : ['AI', 'CONTACT']);
    await vi.waitFor(
      async () => expect(await asterisk.tell('core show channels concise')).not.toContain(FAX),
      { timeout: 10_000 },
    );
  });

  test.concurrent('a company that allows one country calls numbers there, and no others', async () => {
    const company = await limited({ allowedCountries: ['CH'] });
    const abroad = await called(service, GERMAN, { company, question: keyedQuestion });
    expect(abroad.attempt).toMatchObject({
      status: 'FAILED',
      notes: expect.stringContaining('not dialled'),
      transcript: [],
      recordingUrl: null,
    });
    expect([abroad.body.status, abroad.attempts, abroad.used]).toEqual(['FAILED', 1, 0]);
    expect(await notedOf(GERMAN)).toBe('');
    await expectCompleted(await called(service, `${ANYBODY}9`, { company, question: keyedQuestion }));
  });

  test.concurrent('beyond the minutes that a company allows its calls wait, and use no attempt', async () => {
    const company = await limited({ maxMinutesPerDay: 1 });
    const first = await called(service, `${ANYBODY}0`, { company, question: keyedQuestion });
    await expectCompleted(first);
    const waiting = await called(service, `${ANYBODY}5`, { company, isWaiting: true });
    expect(waiting.attempt).toMatchObject({ status: 'SCHEDULED', calledAt: null, transcript: [] });
    expect(waiting.attempt.notes).toContain('minute');
    expect([waiting.attempts, waiting.used]).toEqual([1, first.used]);
    expect(await notedOf(`${ANYBODY}5`)).toBe('');
  });

  test.concurrent('a handoff to a premium-rate number is not dialled: the agent takes a message', async () => {
    const sections = [{ type: 'human_handoff', message: 'I will put you through.', phoneNumber: PREMIUM }];
    const done = await called(service, `${ANYBODY}4`, { trunk: trunkOf(), question: null, sections });
    expect(done.attempt, JSON.stringify(done.attempt)).toMatchObject({
      status: 'COMPLETED',
      reasonCode: null,
    });
    expect([done.body.status, done.attempts, done.used]).toEqual([
      'COMPLETED',
      1,
      Math.ceil(done.attempt.duration / 60),
    ]);
    expect(done.attempt.notes ?? '').not.toContain('Transferred');
    expect(JSON.stringify(done.attempt.transcript)).toMatch(/message|pass on/i);
    expect((await sipMessagesOf(done)).map(({ method }) => method)).not.toContain('REFER');
    expect(await notedOf(PREMIUM)).toBe('');
    await expectRecording(done.attempt, ['AI', 'CONTACT']);
  });
});
