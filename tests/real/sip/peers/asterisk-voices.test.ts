import { setTimeout as sleep } from 'node:timers/promises';
import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { wavOf } from '@parley/audio/wav.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { tone } from '@parley/testing/tone.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip } from '../baresip.ts';
import { hasSpeech, spokenSounds } from '../offline-speech.ts';
import { journalOf, order, talk } from '../telephone-conversation.ts';
import { type AsteriskOptions, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { called, startServiceAt } from './service-call.ts';

// What is said takes as long as it takes, and a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

const NUMBER = '+41446681400';
const PERSON = '+41446681800';
const HOLD_MS = 6000;
const RATE_HZ = 16_000;
const GREETING =
  'Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message after the beep.';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** As a telephone system plays it. */
const wav = (...sounds: Int16Array[]): Buffer =>
  Buffer.from(wavOf(new Resampler(RATE_HZ, 8000).feed(joined(sounds)), 8000));
const silence = (seconds: number) => new Int16Array(seconds * RATE_HZ);

async function spoken(sentence: string): Promise<Int16Array> {
  return (await spokenSounds([sentence])).get(sentence) as Int16Array;
}

/** A telephone system, and the service with it as its trunk. */
async function serviceWith(options: AsteriskOptions) {
  const asterisk = await startAsterisk({}, options);
  opened.push(() => asterisk.stop());
  const service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
    isSpoken: true,
    isRegistering: true,
    environment: { PARLEY_RTP_PORTS: '24400-24500' },
  });
  opened.push(() => service.stop());
  return { asterisk, service };
}

async function telephoneOf(user: string) {
  const telephone = await startBaresip({ user });
  opened.push(() => telephone.stop());
  return { telephone, phones: new Map([[PERSON, `sip:${user}@127.0.0.1:${telephone.port}`]]) };
}

describe.skipIf(!hasAsterisk || !hasSpeech)('voices behind Asterisk', () => {
  skipWhenOverloaded();

  test('an answering machine is hung up on, not charged, and called again later', async () => {
    const sounds = new Map([
      ['greeting', wav(silence(0.5), await spoken(GREETING), silence(0.9), tone(1000, 0.4, RATE_HZ))],
    ]);
    const numbers = `exten => ${NUMBER},1,Answer()
 same => n,Playback(\${SOUNDS}/greeting)
 same => n,Record(\${SOUNDS}/message.wav,0,30)
`;
    const { asterisk, service } = await serviceWith({ numbers, sounds });
    const { body, attempt, used, attempts } = await called(service, NUMBER, {
      agent: { voicemail: { action: 'HANG_UP' } },
    });
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    expect([body.status, attempts, used]).toEqual(['SCHEDULED', 2, 0]);
    expect(body.callAttempts[1]).toMatchObject({ status: 'SCHEDULED', retryNumber: 1 });
    await expect.poll(() => asterisk.tell('core show channels concise'), { timeout: 10_000 }).toBe('');
  });

  test.skipIf(!hasBaresip)(
    'a contact who puts the call on hold finds the agent waiting, and completes it',
    async () => {
      const { telephone, phones } = await telephoneOf('phone');
      const { service } = await serviceWith({ phones });
      const answered = telephone.next('CALL_ESTABLISHED');
      const ordering = order(service, PERSON);
      const talking = talk(service, telephone, PERSON, ordering);
      await answered;
      await telephone.hears(2);
      await telephone.hold();
      await sleep(HOLD_MS);
      await telephone.resume();
      const done = await talking;
      expect(done.status, JSON.stringify(done.callAttempts)).toBe('COMPLETED');
      expect(done.callAttempts).toHaveLength(1);
      expect(done.callAttempts[0]).toMatchObject({ status: 'COMPLETED', reasonCode: null });
      const { company } = await ordering;
      const journal = await journalOf(service, company, done.callAttempts[0].id);
      const returns = journal.filter((entry) => entry.kind === 'heard' && entry.heard.kind === 'returned');
      expect(returns).toHaveLength(1);
      expect(JSON.stringify(journal)).toContain('The contact has put the call on hold');
    },
  );
});
