import { setTimeout as sleep } from 'node:timers/promises';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import type { TestService } from '@parley/testing/service.ts';
import { tone } from '@parley/testing/tone.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from '../baresip.ts';
import { hasSpeech, spokenSounds } from '../offline-speech.ts';
import { journalOf, order, talk } from '../telephone-conversation.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { called, expectCompleted, expectTriedAgain, startServiceAt, textOf } from './service-call.ts';
import { numberDoes, person, played, recorded, says, silence } from './spoken-person.ts';

// What is said takes as long as it takes, and a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

const MACHINE = '+41446681400';
const NATTED = '+41446681401';
const PERSON = '+41446681800';
const HOLD_MS = 6000;
const GREETING =
  'Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message after the beep.';

/** What it says about its audio is not where the audio comes from. */
const users = new Map([['natted', 'media_address=127.0.0.9']]);
const numbers = [
  numberDoes(MACHINE, ['Answer()', says('greeting'), 'Wait(30)']),
  numberDoes(NATTED, person('hello', ['yes', 'yes'])),
].join('');

describe.skipIf(!hasAsterisk || !hasSpeech || !hasBaresip)('spoken calls through Asterisk', () => {
  skipWhenOverloaded();
  const opened: (() => Promise<unknown>)[] = [];
  let greetingSeconds: number;
  let telephone: Telephone;
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    telephone = await startBaresip({ user: 'phone' });
    opened.push(() => telephone.stop());
    const spoken = (await spokenSounds([GREETING])).get(GREETING) as Int16Array;
    const sounds = await recorded({ hello: 'Hello, Ada speaking.', yes: 'Yes, I do.' });
    const beep = tone(1000, 0.4, 16_000);
    greetingSeconds = spoken.length / 16_000;
    sounds.set('greeting', played(silence(0.5), spoken, silence(0.9), beep));
    const phones = new Map([[PERSON, `sip:phone@127.0.0.1:${telephone.port}`]]);
    asterisk = await startAsterisk({}, { numbers, sounds, users, phones });
    opened.push(() => asterisk.stop());
    service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      isSpoken: true,
      isRegistering: true,
      environment: { PARLEY_RTP_PORTS: '24400-24500' },
    });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  test.concurrent('an answering machine is hung up on, not charged, and called again later', async () => {
    const done = await called(service, MACHINE, { agent: { voicemail: { action: 'HANG_UP' } } });
    const { attempt } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    // The greeting was not waited for.
    expect(attempt.duration).toBeLessThan(greetingSeconds);
    // The agent said nothing to it.
    expect([textOf(attempt, 'AI'), textOf(attempt, 'CONTACT')]).toEqual(['', expect.stringMatching(/\w/)]);
    expectTriedAgain(done);
    await expectRecording(attempt, ['CONTACT']);
    await vi.waitFor(
      async () => expect(await asterisk.tell('core show channels concise')).not.toContain(MACHINE),
      { timeout: 10_000 },
    );
  });

  test.concurrent('a person whose audio comes from another host than the SDP names is heard, and their greeting refuses nothing', async () => {
    const trunk = { port: asterisk.port, username: 'natted', password: PASSWORD, fromUser: 'natted' };
    const done = await called(service, NATTED, { trunk });
    await expectCompleted(done);
    // The agent listened first.
    expect(done.attempt.transcript[0]).toMatchObject({ speaker: 'CONTACT' });
    expect(textOf(done.attempt, 'AI')).toContain('Do you like tea?');
  });

  test.concurrent('a contact who puts the call on hold finds the agent waiting, and completes it', async () => {
    const answered = telephone.next('CALL_ESTABLISHED');
    const ordering = order(service, PERSON);
    const talking = talk(service, telephone, PERSON, ordering);
    await answered;
    await telephone.hears(2);
    await telephone.hold();
    await sleep(HOLD_MS);
    await telephone.resume();
    const done = await talking;
    const [attempt] = done.callAttempts;
    expect(done.status, JSON.stringify(done.callAttempts)).toBe('COMPLETED');
    expect(done.callAttempts).toHaveLength(1);
    expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null });
    expect(JSON.stringify(done.analytics)).toMatch(/"years".*7/);
    const { company } = await ordering;
    const { used, held } = (await company.api.get('/billing/usage')).body;
    expect([used, held]).toEqual([Math.ceil(attempt.duration / 60), 0]);
    const journal = await journalOf(service, company, attempt.id);
    const returns = journal.filter((entry) => entry.kind === 'heard' && entry.heard.kind === 'returned');
    expect(returns).toHaveLength(1);
    expect(JSON.stringify(journal)).toContain('The contact has put the call on hold');
    // Neither counts the hold: the duration and the recording.
    await expectRecording(attempt, ['AI', 'CONTACT']);
  });
});
