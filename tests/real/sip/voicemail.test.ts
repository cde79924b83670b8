import { joined } from '@parley/audio/sound.ts';
import { readWav } from '@parley/audio/wav.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { loudness, shareOf, tone } from '@parley/testing/tone.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip, type Telephone } from './baresip.ts';
import { hasSpeech, shareHeard, spokenSounds, wordsIn } from './offline-speech.ts';
import { order } from './telephone-conversation.ts';

// A greeting takes as long as one takes, and a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

skipWhenOverloaded();

const NUMBER = '+41446681800';
const RATE_HZ = 16_000;
const BEEP_HZ = 1000;
const BEEP_AFTER_MS = 900;
const GREETING =
  'Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message after the beep.';
/** Longer than the tone is late: it breaks into the message, or comes before it. */
const MESSAGE =
  'This is Grace from Northwind. We have news about the garden. Please call us back on Monday morning.';

const silence = (ms: number) => new Int16Array((ms * RATE_HZ) / 1000);

/** When the tone in a recording is over; undefined: there is none. */
function beepEndMs(wav: Buffer): number | undefined {
  const { rateHz, sound } = readWav(wav);
  const frame = rateHz / 50;
  for (let end = sound.length - (sound.length % frame); end > 0; end -= frame) {
    const piece = sound.subarray(end - frame, end);
    if (loudness(piece) > 1000 && shareOf(BEEP_HZ, piece, rateHz) > 0.9) return (end * 1000) / rateHz;
  }
  return undefined;
}

const missing = !hasBaresip
  ? 'apt-get install baresip-core'
  : hasSpeech
    ? undefined
    : 'npm install in speech';
const words = missing === undefined ? 'an answering machine' : `an answering machine (skipped: ${missing})`;

// When its tone may come, and what follows from it, is promised in machine.test.ts of the call engine, in a time that no
// busy machine disturbs.
describe.skipIf(missing !== undefined)(words, () => {
  let telephone: Telephone;
  let service: TestService;
  beforeAll(async () => {
    const spoken = (await spokenSounds([GREETING])).get(GREETING) as Int16Array;
    const greeting = joined([silence(500), spoken, silence(BEEP_AFTER_MS), tone(BEEP_HZ, 0.4, RATE_HZ)]);
    telephone = await startBaresip({ user: NUMBER, greeting });
    service = await startTestService({
      environment: {
        PARLEY_SIP_TRUNK: `sip:127.0.0.1:${telephone.port}`,
        PARLEY_SIP_BIND: '127.0.0.1:0',
        // Placed at any hour, and the contact is not asked about the recording.
        PARLEY_CALLING_LAW: 'off',
      },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await telephone?.stop();
  });

  /** Calls it once, and answers what it said and heard then. */
  async function called(voicemail: object) {
    const closed = telephone.next('CALL_CLOSED');
    const call = await order(service, NUMBER, { voicemail });
    const conversation = await call.over();
    await closed;
    const [said, heard] = await Promise.all([telephone.said(), telephone.heard()]);
    return { conversation, said: said.at(-1) as Buffer, heard: heard.at(-1) as Buffer };
  }

  test('an answering machine is hung up on, and the attempt ends as VOICEMAIL, when no message is to be left', async () => {
    const { conversation, heard } = await called({ action: 'HANG_UP' });
    expect(conversation.callAttempts[0]).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    expect(conversation.status).toBe('SCHEDULED');
    expect(await wordsIn(heard)).not.toMatch(/how many years/i);
  });

  test("an answering machine records the agent's whole message after its beep", async () => {
    const { conversation, said, heard } = await called({ action: 'LEAVE_MESSAGE', message: MESSAGE });
    expect(conversation.callAttempts[0]).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    const recordedFromMs = beepEndMs(said) ?? Number.NaN;
    expect(recordedFromMs).toBeGreaterThan(BEEP_AFTER_MS);
    const recorded = await wordsIn(heard, recordedFromMs);
    expect(shareHeard(MESSAGE, recorded), `${recorded}; in all: ${await wordsIn(heard)}`).toBeGreaterThan(
      0.6,
    );
  });
});
