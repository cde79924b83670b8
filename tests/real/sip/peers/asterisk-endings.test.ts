import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { called, startServiceAt } from './service-call.ts';

// A telephone system needs half of it to start where the machine has much else to do.
vi.setConfig({ testTimeout: 180_000 });

const RING_SECONDS = 5;
const NUMBER = '+41446681300';
/** Its clock, and how long the last caller was there since SINCE, in whole seconds. */
const NOW = `\${EPOCH}`;
const LASTED = `exten => h,1,Set(GLOBAL(LASTED)=$[${NOW} - \${SINCE}])\n`;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A telephone system that does this with calls to the number, and the service with it as its trunk. */
async function serviceWith(steps: readonly string[], isSpoken: boolean) {
  const lines = steps.map((step, at) => `${at === 0 ? `exten => ${NUMBER},1` : ' same => n'},${step}\n`);
  const asterisk = await startAsterisk({}, { numbers: `${lines.join('')}${LASTED}` });
  opened.push(() => asterisk.stop());
  const service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
    isSpoken,
    environment: { PARLEY_SIP_RING_SECONDS: `${RING_SECONDS}`, PARLEY_RTP_PORTS: '24200-24300' },
  });
  opened.push(() => service.stop());
  return { asterisk, service };
}

const speakers = ({ transcript }: { transcript: { speaker: string }[] }) => [
  ...new Set(transcript.map(({ speaker }) => speaker)),
];
const channels = (asterisk: Asterisk) => asterisk.tell('core show channels concise');

describe.skipIf(!hasAsterisk)('calls through Asterisk that end in no conversation', () => {
  test('a telephone rings as long as it may, counted from its ringing, and then is called no more', async () => {
    const silent = RING_SECONDS - 1;
    const rings = [`Wait(${silent})`, `Set(SINCE=${NOW})`, 'Ringing()', 'Wait(120)'];
    const { asterisk, service } = await serviceWith(rings, false);
    const { body, attempt, used, attempts } = await called(service, NUMBER);
    expect(attempt).toMatchObject({
      status: 'NO_ANSWER',
      reasonCode: 'NO_ANSWER',
      transcript: [],
      recordingUrl: null,
    });
    // It is tried again later.
    expect([body.status, attempts, used]).toEqual(['SCHEDULED', 2, 0]);
    await expect.poll(() => channels(asterisk), { timeout: 10_000 }).toBe('');
    const lasted = Number(/LASTED=(\d+)/.exec(await asterisk.tell('dialplan show globals'))?.[1]);
    expect(lasted).toBeGreaterThanOrEqual(RING_SECONDS);
    expect(lasted).toBeLessThan(4 * RING_SECONDS);
  });
});

describe.skipIf(!hasAsterisk || !hasSpeech)('calls through Asterisk that bring no voice', () => {
  test('a contact of whom no packet arrives is not blamed: the network failed, and it is tried again', async () => {
    const { asterisk, service } = await serviceWith(['Answer()', 'Wait(120)'], true);
    const { body, attempt, used, attempts } = await called(service, NUMBER);
    expect(attempt).toMatchObject({
      status: 'FAILED',
      reasonCode: 'CARRIER_ERROR',
      notes: 'No audio came from the contact during the call',
      audio: { mos: null },
    });
    expect(attempt.audio.silentSeconds).toBeGreaterThanOrEqual(4);
    expect(speakers(attempt)).toEqual(['AI']);
    expect([body.status, attempts, used]).toEqual(['SCHEDULED', 2, 0]);
    expect(await channels(asterisk)).toBe('');
    expect(await service.services.registry.metrics()).toContain('parley_silent_calls_total 1');
  });

  test('music is no answering machine', async () => {
    const melody = 'PlayTones(523/300,659/300,784/300,1047/600,0/200)';
    const { service } = await serviceWith(['Answer()', melody, 'Wait(20)', 'Hangup()'], true);
    const { body, attempt, used, attempts } = await called(service, NUMBER, {
      agent: { voicemail: { action: 'HANG_UP' } },
    });
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'NO_ANSWER', reasonCode: 'HUNG_UP' });
    // The agent spoke to it to its end.
    expect(speakers(attempt)).toEqual(['AI']);
    expect(attempt.audio.silentSeconds).toBeLessThan(4);
    expect([body.status, attempts, used]).toEqual(['SCHEDULED', 2, 0]);
  });
});
