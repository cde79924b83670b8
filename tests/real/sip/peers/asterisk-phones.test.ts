import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@parley/testing/patience.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from '../baresip.ts';
import { hasSpeech, spokenSounds } from '../offline-speech.ts';
import { journalOf } from '../telephone-conversation.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { keyedQuestion, startKeyedServiceAt } from './keyed-contact.ts';
import { type Called, expectCompleted, newTrunk, ordered, overIn, sipMessagesOf } from './service-call.ts';

vi.setConfig({ testTimeout: 70_000, hookTimeout: 120_000 });

/** Each has a telephone. */
const PEOPLE = ['+41446682101', '+41446682102'] as const;
const [HOLDS, MEASURES] = PEOPLE;
const HOLD_MS = 8000;
const GREETING = 'Hello, Ada speaking.';

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
    asterisk = await startAsterisk({}, { phones });
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

  test.concurrent('a contact who holds the call (sendonly) finds the agent waiting, and the time does not count', async () => {
    const done = await held(HOLDS, account);
    await expectOffers(done, ['sendonly', 'sendrecv']);
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
