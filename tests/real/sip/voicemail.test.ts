import { joined } from '@parley/audio/sound.ts';
import { readWav } from '@parley/audio/wav.ts';
import { startTestService } from '@parley/testing/service.ts';
import { loudness, shareOf, tone } from '@parley/testing/tone.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasBaresip, startBaresip } from './baresip.ts';
import { hasSpeech, shareHeard, spokenSounds, wordsIn } from './offline-speech.ts';
import { order } from './telephone-conversation.ts';

// A greeting takes as long as one takes, and a busy machine longer.
vi.setConfig({ testTimeout: 400_000 });

const NUMBER = '+41446681800';
const RATE_HZ = 16_000;
const BEEP_HZ = 1000;
const GREETING =
  'Hi, you have reached Martin. I cannot come to the phone right now. Please leave a message after the beep.';
const LONG =
  'This is Grace from Northwind. We have news about the garden. Please call us back on Monday morning.';
const SHORT = 'Please call us back on Monday.';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const silence = (ms: number) => new Int16Array((ms * RATE_HZ) / 1000);

/** An answering machine that beeps so long after its greeting, and is called once. */
async function machine(beepAfterMs: number, voicemail: object) {
  const spoken = (await spokenSounds([GREETING])).get(GREETING) as Int16Array;
  const greeting = joined([silence(500), spoken, silence(beepAfterMs), tone(BEEP_HZ, 0.4, RATE_HZ)]);
  const telephone = await startBaresip({ user: NUMBER, greeting });
  opened.push(() => telephone.stop());
  const service = await startTestService({
    environment: { PARLEY_SIP_TRUNK: `sip:127.0.0.1:${telephone.port}`, PARLEY_SIP_BIND: '127.0.0.1:0' },
  });
  opened.push(() => service.stop());
  const closed = telephone.next('CALL_CLOSED');
  const call = await order(service, NUMBER, { voicemail });
  const conversation = await call.over();
  await closed;
  const [[said], [heard]] = await Promise.all([telephone.said(), telephone.heard()]);
  return { conversation, said: said as Buffer, heard: heard as Buffer };
}

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

describe.skipIf(missing !== undefined)(words, () => {
  test('is hung up on and ends the attempt as VOICEMAIL when no message is to be left', async () => {
    const { conversation, heard } = await machine(600, { action: 'HANG_UP' });
    expect(conversation.callAttempts[0]).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    expect(conversation.status).toBe('SCHEDULED');
    expect(await wordsIn(heard)).not.toMatch(/how many years/i);
  });

  test.each([
    ['interrupts the message', 900, LONG],
    ['comes long after the greeting, when a short message is over', 3500, SHORT],
  ])('records the whole message when its tone %s', async (_, beepAfterMs, message) => {
    const { conversation, said, heard } = await machine(beepAfterMs, { action: 'LEAVE_MESSAGE', message });
    expect(conversation.callAttempts[0]).toMatchObject({ status: 'VOICEMAIL', reasonCode: 'VOICEMAIL' });
    const recordedFromMs = beepEndMs(said) ?? Number.NaN;
    expect(recordedFromMs).toBeGreaterThan(beepAfterMs);
    const recorded = await wordsIn(heard, recordedFromMs);
    expect(shareHeard(message, recorded), `${recorded}; in all: ${await wordsIn(heard)}`).toBeGreaterThan(
      0.7,
    );
  });
});
