import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '@parley/testing/patience.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from '../baresip.ts';
import { impairedRelay } from '../impaired-relay.ts';
import { hasSpeech, spokenSounds } from '../offline-speech.ts';
import { journalOf } from '../telephone-conversation.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { keyedQuestion, startKeyedServiceAt } from './keyed-contact.ts';
import { expectCompleted, newTrunk, ordered, overIn } from './service-call.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const PERSON = '+41446681800';
/** Longer than a call that is not on hold may be without any packet. */
const HOLD_MS = 40_000;
const GREETING = 'Hello, Ada speaking.';

describe.skipIf(!hasAsterisk || !hasSpeech || !hasBaresip)('a long hold through Asterisk', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let telephone: Telephone;
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    const greeting = (await spokenSounds([GREETING])).get(GREETING) as Int16Array;
    telephone = await startBaresip({ user: 'phone', greeting });
    opened.push(() => telephone.stop());
    const phones = new Map([[PERSON, `sip:phone@127.0.0.1:${telephone.port}`]]);
    asterisk = await startAsterisk({}, { phones });
    opened.push(() => asterisk.stop());
    service = await startKeyedServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      PARLEY_RTP_PORTS: '25100-25200',
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  test('a contact who holds the call for 40 s without any music finds the agent waiting, and no audio is missed', async () => {
    const relay = await impairedRelay(asterisk.port, { loss: 0, jitterMs: 0, seed: 1 });
    opened.push(() => relay.close());
    const company = await service.newCompany();
    const account = { username: USER, password: PASSWORD, fromUser: USER };
    await newTrunk(company, { port: relay.port, ...account });
    const id = await ordered(company, PERSON, { question: keyedQuestion });
    const attemptId = (await company.api.get(`/conversations/${id}`)).body.callAttempts[0].id;
    const journal = () => journalOf(service, company, attemptId);
    const agentHasAsked = (times: number) =>
      vi.waitFor(
        async () => {
          const asked = (await journal()).filter(
            (entry) => entry.kind === 'said' && entry.text.includes(keyedQuestion.question),
          );
          expect(asked).toHaveLength(times);
        },
        { ...patience, interval: 200 },
      );
    await agentHasAsked(1);
    await telephone.hold();
    // Its last packets.
    await sleep(2000);
    const before = relay.sound.carried;
    await sleep(HOLD_MS);
    expect(relay.sound.carried - before).toBe(0);
    await telephone.resume();
    await agentHasAsked(2);
    await telephone.press('1');
    const done = await overIn(company, id);
    await expectCompleted(done);
    const { attempt } = done;
    expect(attempt.notes).toBeNull();
    expect(attempt.audio.silentSeconds).toBe(0);
    const worded = (await journal()).flatMap((entry) =>
      entry.kind === 'word' ? [entry.intention.kind] : [],
    );
    expect(worded).toContain('welcome_back');
  });
});
