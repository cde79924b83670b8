import { randomBytes } from 'node:crypto';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { allCodecs, startMedia } from '@parley/sip/media/media-service.ts';
import { sine, toneShare } from '@parley/sip/media/test-tone.ts';
import { type Arrival, SipArrivals } from '@parley/sip/sip-arrivals.ts';
import { patience } from '@parley/testing/patience.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { hasSipp, startSipp } from './sipp.ts';
import { openLine } from './telephone-line.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Our side with real sound, waiting to be called. */
async function waitingForCalls() {
  const line = await openLine(['sip:127.0.0.1']);
  opened.push(() => line.close());
  const media = startMedia({
    bindHost: '127.0.0.1',
    ports: { from: 22_700, to: 22_800 },
    codecs: allCodecs,
    random: randomBytes,
  });
  opened.push(() => media.close());
  const { agent, trunks } = line.exchange;
  const { promise: arrival, resolve: onArrival } = Promise.withResolvers<Arrival>();
  new SipArrivals({ agent, trunks, media, isAllowed: () => false, own: null, sessionSeconds: 90, onArrival });
  const { port } = await agent.stack.localTo({
    transport: 'udp',
    host: '127.0.0.1',
    port: 5060,
    name: '127.0.0.1',
  });
  return { port, arrival };
}

/** What they play back is what we play. */
function hearsItself(leg: AudioLeg, hz: number): Promise<void> {
  leg.hush();
  leg.play(sine(hz, leg.rateHz, leg.rateHz * 60));
  return new Promise((resolve) => {
    leg.onSound((frame) => {
      if (toneShare(frame, hz, leg.rateHz) > 0.8) resolve();
    });
  });
}

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) as the caller', () => {
  test('an inbound call without an SDP offer has audio on both sides, even after a session refresh', async () => {
    const { port, arrival } = await waitingForCalls();
    const sipp = await startSipp('delayed-offer', { towards: port, isEcho: true });
    opened.push(() => sipp.stop());
    const call = await (await arrival).answer();
    if (call === undefined) throw new Error('They did not take our offer');
    expect(call.leg.rateHz).toBe(8000);
    await hearsItself(call.leg, 200);
    await expect.poll(() => sipp.logged(), patience).toContain('REFRESHED');
    await hearsItself(call.leg, 300);
    await call.leg.hangUp();
    expect(await call.ended).toBe('we hung up');
    const { isRight, words } = await sipp.result;
    expect(isRight, words).toBe(true);
  });
});
