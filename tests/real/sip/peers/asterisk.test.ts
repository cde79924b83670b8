import { randomBytes } from 'node:crypto';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { joined } from '@parley/audio/sound.ts';
import { allCodecs, startMedia } from '@parley/sip/media/media-service.ts';
import { programs } from '@parley/testing/programs.ts';
import { shareOf, tone } from '@parley/testing/tone.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { impairedRelay } from '../impaired-relay.ts';
import { openLine } from '../telephone-line.ts';
import { type Asterisk, hasAsterisk, NUMBERS, PASSWORD, startAsterisk, USER } from './asterisk.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const TONE_HZ = 1004;
const FROM = '+41446681801';

/** What is heard within so many seconds of sound. */
function hears(leg: AudioLeg, seconds: number): Promise<Int16Array> {
  const frames: Int16Array[] = [];
  return new Promise((resolve) => {
    leg.onSound((frame) => {
      frames.push(frame);
      if (frames.length === seconds * 50) resolve(joined(frames));
    });
  });
}

describe.skipIf(!hasAsterisk)(`with Asterisk (${programs.asterisk.install}) as a trunk`, () => {
  let asterisk: Asterisk;
  const opened: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    asterisk = await startAsterisk();
  });
  afterAll(() => asterisk?.stop());
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  function mediaAt(from: number) {
    const media = startMedia({
      bindHost: '127.0.0.1',
      ports: { from, to: from + 100 },
      codecs: allCodecs,
      random: randomBytes,
      onTrouble: (error) => {
        throw error;
      },
    });
    opened.push(() => media.close());
    return media;
  }

  async function line(port = asterisk.port, isRegistering = false, media = mediaAt(23_000)) {
    const made = await openLine([`sip:${USER}:${PASSWORD}@127.0.0.1:${port}`], undefined, {
      media,
      isRegistering,
      trunk: { identity: { fromUser: USER } },
    });
    opened.push(() => made.close());
    return made;
  }

  test('Parley registers as its user, and a call with a caller id goes through', async () => {
    const made = await line(asterisk.port, true);
    made.exchange.start();
    await expect
      .poll(() => asterisk.tell('pjsip show contacts'), { timeout: 20_000, interval: 500 })
      .toContain(`${USER}/sip:`);
    const { call } = await made.dial({ to: NUMBERS.tone, from: FROM });
    expect(await asterisk.tell('core show channels concise')).toContain(FROM.slice(1));
    await call().leg.hangUp();
  });

  test('a call through Asterisk has audio in whatever codec it is answered', async () => {
    const { dial } = await line();
    const { call } = await dial({ to: NUMBERS.tone, from: FROM });
    const { leg } = call();
    const sound = await hears(leg, 3);
    expect(shareOf(TONE_HZ, sound.subarray(leg.rateHz), leg.rateHz)).toBeGreaterThan(0.8);
    await leg.hangUp();
  });

  test('DTMF keys arrive on both sides', async () => {
    const { dial } = await line();
    const { call } = await dial({ to: NUMBERS.keys, from: FROM });
    const { leg } = call();
    const keys: string[] = [];
    leg.onDigit((key) => keys.push(key));
    leg.press?.('159');
    await expect.poll(() => keys.join(''), { timeout: 30_000 }).toBe('159');
    await leg.hangUp();
  });

  test('a transfer by REFER reaches the other number', async () => {
    const { dial } = await line();
    const { call } = await dial({ to: NUMBERS.person, from: FROM });
    await hears(call().leg, 1);
    expect(await call().leg.transfer(NUMBERS.colleague)).toBe(true);
    expect(await asterisk.tell('core show channels concise')).toContain(NUMBERS.colleague);
    await asterisk.tell('channel request hangup all');
  });

  test('a call to a busy number at Asterisk ends as busy', async () => {
    const { dial } = await line();
    expect((await dial({ to: NUMBERS.busy, from: FROM })).last).toMatchObject({ kind: 'busy' });
  });

  test('20 of 20 calls through Asterisk complete with 2 % loss and 40 ms of jitter', async () => {
    let completed = 0;
    const callThrough = async (seed: number, media: ReturnType<typeof mediaAt>) => {
      const relay = await impairedRelay(asterisk.port, { loss: 0.02, jitterMs: 40, seed });
      opened.push(() => relay.close());
      const made = await line(relay.port, false, media);
      const { call } = await made.dial({ to: NUMBERS.echo, from: FROM });
      const { leg } = call();
      const heard = hears(leg, 3);
      leg.play(tone(600, 3, leg.rateHz));
      const sound = await heard;
      if (shareOf(600, sound.subarray(leg.rateHz), leg.rateHz) > 0.8) completed += 1;
      await leg.hangUp();
      await expect(call().ended).resolves.toBe('we hung up');
    };
    // Five one after the other, in four rows at once.
    const rows = [0, 1, 2, 3].map(async (row) => {
      const media = mediaAt(23_000 + row * 100);
      for (let turn = 1; turn <= 5; turn += 1) await callThrough(row * 5 + turn, media);
    });
    await Promise.all(rows);
    expect(completed).toBe(20);
  });
});
