import { sql } from '@parley/service/storage/sql.ts';
import { skipWhenOverloaded } from '@parley/testing/overloaded-machine.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasSpeech } from '../offline-speech.ts';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { expectRecording } from './call-record.ts';
import { type Called, called, expectTriedAgain, startServiceAt } from './service-call.ts';
import { numberDoes } from './spoken-person.ts';

// A telephone system needs half of it to start where the machine has much else to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const RING_SECONDS = 5;
const RINGS = '+41446681300';
const NO_PACKETS = '+41446681301';
const MUSIC = '+41446681302';
/** Its clock, and how long the last caller was there since SINCE, in whole seconds. */
const NOW = `\${EPOCH}`;
const numbers = [
  numberDoes(RINGS, [`Wait(${RING_SECONDS - 1})`, `Set(SINCE=${NOW})`, 'Ringing()', 'Wait(120)']),
  numberDoes(NO_PACKETS, ['Answer()', 'Wait(120)']),
  numberDoes(MUSIC, [
    'Answer()',
    'PlayTones(523/300,659/300,784/300,1047/600,0/200)',
    'Wait(15)',
    'Hangup()',
  ]),
  `exten => h,1,ExecIf($["\${SINCE}" != ""]?Set(GLOBAL(LASTED)=$[${NOW} - \${SINCE}]))\n`,
].join('');

const spoken = hasSpeech ? test.concurrent : test.concurrent.skip;

describe.skipIf(!hasAsterisk)('calls through Asterisk without a conversation', () => {
  skipWhenOverloaded();
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    asterisk = await startAsterisk({}, { numbers });
    service = await startServiceAt(`sip:${USER}:${PASSWORD}@127.0.0.1:${asterisk.port}`, {
      isSpoken: hasSpeech,
      environment: { PARLEY_SIP_RING_SECONDS: `${RING_SECONDS}`, PARLEY_RTP_PORTS: '24200-24300' },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await asterisk?.stop();
  });

  const isOver = (number: string) =>
    vi.waitFor(async () => expect(await asterisk.tell('core show channels concise')).not.toContain(number), {
      timeout: 10_000,
    });
  const speakers = ({ transcript }: Called['attempt']) => [
    ...new Set(transcript.map(({ speaker }: { speaker: string }) => speaker)),
  ];

  test.concurrent('a telephone rings for the configured seconds, counted from the first ringing, and then no more', async () => {
    const done = await called(service, RINGS);
    expect(done.attempt).toMatchObject({
      status: 'NO_ANSWER',
      reasonCode: 'NO_ANSWER',
      transcript: [],
      recordingUrl: null,
    });
    expectTriedAgain(done);
    await isOver(RINGS);
    const lasted = Number(/LASTED=(\d+)/.exec(await asterisk.tell('dialplan show globals'))?.[1]);
    expect(lasted).toBeGreaterThanOrEqual(RING_SECONDS);
    expect(lasted).toBeLessThan(4 * RING_SECONDS);
  });

  spoken(
    'a call without any audio from the contact fails as a network error, and is tried again',
    async () => {
      const done = await called(service, NO_PACKETS);
      const { attempt } = done;
      expect(attempt).toMatchObject({
        status: 'FAILED',
        reasonCode: 'CARRIER_ERROR',
        notes: 'No audio came from the contact during the call',
        audio: { mos: null },
      });
      expect(attempt.audio.silentSeconds).toBeGreaterThanOrEqual(4);
      expect(speakers(attempt)).toEqual(['AI']);
      expectTriedAgain(done);
      await expectRecording(attempt, ['AI']);
      await isOver(NO_PACKETS);
      expect(await service.services.registry.metrics()).toContain('parley_silent_calls_total 1');
      const reported = sql`select 1 from events where type = 'call.one_way_audio' and data ->> 'callAttemptId' = ${attempt.id}`;
      expect(await service.services.database.all(reported)).toHaveLength(1);
    },
  );

  spoken('music after pick-up is not taken for an answering machine', async () => {
    const done = await called(service, MUSIC, { agent: { voicemail: { action: 'HANG_UP' } } });
    const { attempt } = done;
    expect(attempt, JSON.stringify(attempt)).toMatchObject({ status: 'NO_ANSWER', reasonCode: 'HUNG_UP' });
    // The agent spoke to it to its end.
    expect(speakers(attempt)).toEqual(['AI']);
    expect(attempt.audio.silentSeconds).toBeLessThan(4);
    expectTriedAgain(done);
    await expectRecording(attempt, ['AI', 'CONTACT']);
  });
});
