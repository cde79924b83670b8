import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@parley/service/storage/sql.ts';
import { patience } from '@parley/testing/patience.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from '../baresip.ts';
import { impairedRelay } from '../impaired-relay.ts';
import { hasSpeech, spokenSounds } from '../offline-speech.ts';
import { journalOf } from '../telephone-conversation.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { hasKamailio, type Kamailio, startHoldingProxy } from './kamailio.ts';
import { keyedQuestion, startKeyedServiceAt } from './keyed-contact.ts';
import {
  type Called,
  expectCompleted,
  expectTriedAgain,
  FROM,
  newTrunk,
  ordered,
  overIn,
  sipMessagesOf,
  textOf,
} from './service-call.ts';
import { numberDoes } from './spoken-person.ts';

vi.setConfig({ testTimeout: 70_000, hookTimeout: 120_000 });

/** Each has a telephone. */
const PEOPLE = [
  '+41446682101',
  '+41446682102',
  '+41446682103',
  '+41446682104',
  '+41446682105',
  '+41446682106',
] as const;
const [HOLDS, HOLDS_INACTIVE, SHOWS, PAUSES, VANISHES, MEASURES] = PEOPLE;
/** Rings a telephone, and writes down by which account the call came. */
const NOTED = '+41446682110';
const numbers = numberDoes(NOTED, [
  `Set(GLOBAL(VIA)=\${CHANNEL(endpoint)} \${CALLERID(num)})`,
  `Dial(PJSIP/${SHOWS},60)`,
]);
/** The user of the password, which is no other name of the account. */
const LOGIN = 'login';
const HOLD_MS = 8000;
const GREETING = 'Hello, Ada speaking.';
/** As they are logged. */
const MISSING = 'No audio (RTP) arrives from the contact of this call.';
const BACK = 'Audio (RTP) arrives from the contact of this call again.';

describe.skipIf(!hasAsterisk || !hasSpeech || !hasBaresip)('calls to telephones behind Asterisk', () => {
  const opened: (() => Promise<unknown>)[] = [];
  const telephones = new Map<string, Telephone>();
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    const greeting = (await spokenSounds([GREETING])).get(GREETING) as Int16Array;
    for (const number of PEOPLE) {
      const telephone = await startBaresip({ user: 'phone', greeting });
      opened.push(() => telephone.stop());
      telephones.set(number, telephone);
    }
    const phones = new Map(
      [...telephones].map(([number, { port }]) => [number, `sip:phone@127.0.0.1:${port}`]),
    );
    const users = new Map([[LOGIN, 'identify_by=auth_username']]);
    asterisk = await startAsterisk({}, { phones, users, numbers });
    opened.push(() => asterisk.stop());
    service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      PARLEY_RTP_PORTS: '25400-25500',
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  const phoneOf = (number: string) => telephones.get(number) as Telephone;
  const account = { username: USER, password: PASSWORD, fromUser: USER };

  async function begin(number: string, trunk: object) {
    const company = await service.newCompany();
    await newTrunk(company, { port: asterisk.port, ...trunk });
    const id = await ordered(company, number, { question: keyedQuestion });
    const attemptId = (await company.api.get(`/conversations/${id}`)).body.callAttempts[0].id;
    return { company, id, attemptId };
  }
  const agentHasAsked = (company: TestCompany, attemptId: string, times: number) =>
    vi.waitFor(
      async () => {
        const asked = (await journalOf(service, company, attemptId)).filter(
          (entry) => entry.kind === 'said' && entry.text.includes(keyedQuestion.question),
        );
        expect(asked).toHaveLength(times);
      },
      { ...patience, interval: 200 },
    );
  /** They are written soon after the call. */
  const messagesOf = (done: Called) =>
    vi.waitFor(
      async () => {
        const messages = await sipMessagesOf(done);
        expect(messages.at(-2)?.method).toBe('BYE');
        return messages;
      },
      { timeout: 10_000, interval: 200 },
    );

  async function held(number: string, trunk: object) {
    const { company, id, attemptId } = await begin(number, trunk);
    await agentHasAsked(company, attemptId, 1);
    await phoneOf(number).hold();
    await sleep(HOLD_MS);
    await phoneOf(number).resume();
    await agentHasAsked(company, attemptId, 2);
    await phoneOf(number).press('1');
    const done = await overIn(company, id);
    await expectCompleted(done);
    expect(done.attempt.notes).toBeNull();
    const journal = await journalOf(service, company, attemptId);
    const worded = journal.flatMap((entry) => (entry.kind === 'word' ? [entry.intention.kind] : []));
    expect(worded).toContain('welcome_back');
    return done;
  }
  /** Which way audio goes, by each offer of theirs in the call; and that the hold is in no budget. */
  async function expectOffers(done: Called, directions: readonly string[]) {
    const messages = await messagesOf(done);
    const offers = messages.flatMap(({ direction, method, text }) =>
      direction === 'RECEIVED' && method === 'INVITE'
        ? [/^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(text ?? '')?.[1] ?? 'sendrecv']
        : [],
    );
    expect([...new Set(offers)]).toEqual(directions);
    const answered = messages.find(({ status, text }) => status === 200 && text?.includes('m=audio'));
    const wallMs = Date.parse(messages.at(-2)?.at ?? '') - Date.parse(answered?.at ?? '');
    expect(wallMs - done.attempt.duration * 1000).toBeGreaterThan(HOLD_MS - 2000);
  }

  const linesOf = (attemptId: string, words: string) =>
    service.logged.filter((line) => line.includes(attemptId) && line.includes(words));
  const isLogged = (attemptId: string, words: string) =>
    vi.waitFor(() => expect(linesOf(attemptId, words)).toHaveLength(1), { ...patience, interval: 200 });

  /** A call over a relay, which lets no audio of the contact through once the agent has asked. */
  async function withoutAudio(number: string) {
    const relay = await impairedRelay(asterisk.port, { loss: 0, jitterMs: 0, seed: 1 });
    opened.push(() => relay.close());
    const call = await begin(number, { ...account, port: relay.port });
    await agentHasAsked(call.company, call.attemptId, 1);
    relay.sound.isTheirsBlocked = true;
    await isLogged(call.attemptId, MISSING);
    return { ...call, relay };
  }
  /** Said once, in event, journal, notes and API. */
  async function expectMissing({ attempt, body, company }: Called, troubles: readonly string[]) {
    const reported = sql`select data from events where type = 'call.one_way_audio' and data ->> 'callAttemptId' = ${attempt.id}`;
    const events = await service.services.database.all<{ data: object }>(reported);
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ conversationId: body.id, direction: 'FROM_CONTACT' }),
    ]);
    const journal = await journalOf(service, company, attempt.id);
    expect(journal.flatMap((entry) => (entry.kind === 'trouble' ? [entry.message] : []))).toEqual(troubles);
    expect(attempt.notes).toMatch(/^No audio came from the contact for \d+ s of the call$/);
    expect(attempt.audio.silentSeconds).toBeGreaterThanOrEqual(4);
    expect(attempt.audio.mos).not.toBeNull();
  }

  test.concurrent('a completed call whose audio from the contact stops for some seconds has a note, log lines and an event', async () => {
    const { company, id, attemptId, relay } = await withoutAudio(PAUSES);
    relay.sound.isTheirsBlocked = false;
    await isLogged(attemptId, BACK);
    await phoneOf(PAUSES).press('1');
    const done = await overIn(company, id);
    await expectCompleted(done);
    await expectMissing(done, ['No audio comes from the contact', 'Audio comes from the contact again']);
  });

  test.concurrent('a call whose audio from the contact stops for good is an error of the network, and is tried again', async () => {
    const { company, id, attemptId } = await withoutAudio(VANISHES);
    const done = await overIn(company, id);
    const { attempt } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'FAILED', reasonCode: 'CARRIER_ERROR' });
    expectTriedAgain(done);
    expect([textOf(attempt, 'AI'), textOf(attempt, 'CONTACT')]).not.toContain('');
    await expectRecording(attempt, ['AI', 'CONTACT']);
    await expectMissing(done, ['No audio comes from the contact']);
    expect(linesOf(attemptId, BACK)).toEqual([]);
  });

  test.concurrent('a contact who holds the call (sendonly) finds the agent waiting, and the time does not count', async () => {
    const done = await held(HOLDS, account);
    await expectOffers(done, ['sendonly', 'sendrecv']);
  });

  (hasKamailio ? test.concurrent : test.concurrent.skip)(
    'a contact whose hold arrives as inactive finds the agent waiting, and the time does not count',
    async () => {
      const proxy: Kamailio = await startHoldingProxy();
      opened.push(() => proxy.stop());
      const done = await held(HOLDS_INACTIVE, { ...account, outboundProxy: `127.0.0.1:${proxy.port}` });
      await expectOffers(done, ['inactive', 'sendrecv']);
    },
  );

  test.concurrent('a trunk whose password belongs to another user is called as that user, and the caller id arrives at the telephone', async () => {
    const shown = phoneOf(SHOWS).caller();
    const identity = { username: 'account', authUsername: LOGIN, fromUser: 'shop', contactUser: 'line7' };
    const { company, id, attemptId } = await begin(NOTED, { ...identity, password: PASSWORD });
    expect(await shown).toMatch(`sip:${FROM}@`);
    await agentHasAsked(company, attemptId, 1);
    await phoneOf(SHOWS).press('1');
    const done = await overIn(company, id);
    await expectCompleted(done);
    expect(await asterisk.tell('dialplan show globals')).toContain(`VIA=${LOGIN} ${FROM}`);
    const invites = (await messagesOf(done)).filter(({ method }) => method === 'INVITE');
    for (const { text } of invites) {
      expect(text).toMatch(/^from: <sip:shop@/im);
      expect(text).toMatch(/^contact: <sip:line7@/im);
    }
  });

  test.concurrent('of a completed call loss, jitter, round trip and MOS are in the API, and the metrics count them', async () => {
    const names = ['mos', 'packet_loss_ratio', 'jitter_seconds', 'round_trip_seconds', 'outbound_mos'];
    const counted = async () => {
      const metrics = await service.services.registry.metrics();
      return names.map((name) => Number(new RegExp(`parley_call_${name}_count (\\d+)`).exec(metrics)?.[1]));
    };
    const before = await counted();
    const { company, id, attemptId } = await begin(MEASURES, account);
    await agentHasAsked(company, attemptId, 1);
    // Reports come every five seconds.
    await phoneOf(MEASURES).hears(5);
    await phoneOf(MEASURES).press('1');
    const done = await overIn(company, id);
    await expectCompleted(done);
    const { audio } = done.attempt;
    expect(audio, JSON.stringify(audio)).toMatchObject({
      lossPercent: expect.any(Number),
      jitterMs: expect.any(Number),
      roundTripMs: expect.any(Number),
      mos: expect.any(Number),
      outbound: {
        lossPercent: expect.any(Number),
        jitterMs: expect.any(Number),
        mos: expect.any(Number),
      },
    });
    expect([audio.mos > 3, audio.lossPercent < 5, audio.unheardSeconds], JSON.stringify(audio)).toEqual([
      true,
      true,
      0,
    ]);
    const after = await counted();
    for (const [at, count] of after.entries()) expect(count, names[at]).toBeGreaterThan(before[at] ?? 0);
  });
});
