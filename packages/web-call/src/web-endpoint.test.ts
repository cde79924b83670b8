import type { RtpPacket } from '@parley/sip/media/rtp-packet.ts';
import { loudness, shareOf, tone } from '@parley/testing/tone.ts';
import { expect, test, vi } from 'vitest';
import { opus } from './opus-codec.ts';
import { type EndpointPeer, WebEndpoint } from './web-endpoint.ts';

// The native Opus bears no thread: at its end it would take the whole process along.
vi.hoisted(() => {
  process.env.OPUS_FORCE_WASM = '1';
});

const FRAME = opus.rateHz / 50;
const SECOND = 50;

class HandPeer implements EndpointPeer {
  isConnected = true;
  isClosed = false;
  readonly sent: { readonly payload: Buffer; readonly timestamp: number }[] = [];

  send(payload: Buffer, timestamp: number): void {
    this.sent.push({ payload: Buffer.from(payload), timestamp });
  }

  close(): void {
    this.isClosed = true;
  }
}

/** A call in a time of its own: each beat is 20 ms. */
function connected() {
  const endpoint = new WebEndpoint(1, { timestamp: 0xffff_ff00, seed: 1 });
  const peer = new HandPeer();
  endpoint.connect(peer, 0);
  const encode = opus.makeEncoder();
  const sound = tone(440, 60, opus.rateHz);
  const packet = (count: number): RtpPacket => {
    const bytes = Buffer.alloc(1275);
    const at = count * FRAME;
    const payload = bytes.subarray(0, encode(sound.subarray(at, at + FRAME), bytes));
    return {
      payloadType: 111,
      isMarked: false,
      sequence: count & 0xffff,
      timestamp: count * 960,
      ssrc: 7,
      payload,
    };
  };
  let beats = 0;
  const beat = () => {
    beats += 1;
    return endpoint.beat({ dueMs: beats * 20, skipped: 0 });
  };
  const came = (one: RtpPacket) => endpoint.came(one, beats * 20);
  return { endpoint, peer, packet, beat, came };
}

const joined = (frames: readonly Int16Array[]) => Int16Array.from(frames.flatMap((frame) => [...frame]));

test('5 % packet loss and reordering leave no gap in the audio of a web call', () => {
  const { packet, beat, came } = connected();
  const heard: Int16Array[] = [];
  let kept: RtpPacket | undefined;
  for (let count = 0; count < 6 * SECOND; count++) {
    const one = packet(count);
    if (count % 20 !== 19) {
      if (kept === undefined && count % 7 === 0) kept = one;
      else {
        came(one);
        if (kept !== undefined) came(kept);
        kept = undefined;
      }
    }
    heard.push(beat().frame);
  }
  const settled = heard.slice(SECOND);
  expect(shareOf(440, joined(settled), opus.rateHz)).toBeGreaterThan(0.95);
  expect(settled.filter((frame) => loudness(frame) < 2000)).toEqual([]);
});

test('audio of a web call is sent in order every 20 ms, and silence when there is none', () => {
  const { endpoint, peer, beat, packet, came } = connected();
  endpoint.play(tone(660, 0.05, opus.rateHz));
  let last = beat();
  for (let turn = 0; turn < 4; turn++) {
    came(packet(turn));
    last = beat();
  }
  expect(last).toMatchObject({ played: 2.5 * FRAME, received: 2.5 * FRAME, waiting: 0 });
  expect(peer.sent.map(({ payload }) => payload.length > 3)).toEqual([true, true, true, false, false]);
  const times = peer.sent.map(({ timestamp }) => timestamp);
  // The clock wraps around.
  expect(times.map((time, i) => (i === 0 ? 960 : (time - (times[i - 1] as number)) >>> 0))).toEqual(
    times.map(() => 960),
  );
});

test('playback pauses while no packets arrive, for at most 20 seconds', () => {
  const { endpoint, beat, packet, came } = connected();
  endpoint.play(tone(660, 60, opus.rateHz));
  const pass = (seconds: number, isHeard: boolean) => {
    let { played } = beat();
    for (let turn = 1; turn < seconds * SECOND; turn++) {
      if (isHeard) came(packet(turn));
      ({ played } = beat());
    }
    return played / opus.rateHz;
  };
  expect(pass(2, true)).toBeCloseTo(2, 1);
  const away = pass(10, false);
  expect(away).toBeCloseTo(3, 1);
  expect(endpoint.isPresent(12_000)).toBe(false);
  came(packet(1));
  expect(pass(1, true)).toBeCloseTo(away + 1, 1);
  expect(pass(22, false)).toBeCloseTo(away + 1 + 1 + 2, 1);
});

test('cleared audio of a web call is never sent', () => {
  const { endpoint, beat } = connected();
  endpoint.play(tone(660, 1, opus.rateHz));
  beat();
  endpoint.hush();
  expect(beat()).toMatchObject({ played: FRAME, received: opus.rateHz, waiting: 0 });
});

test('a new audio connection of a web call replaces and closes the old one', () => {
  const { endpoint, peer, beat } = connected();
  const second = new HandPeer();
  endpoint.connect(second, 0);
  beat();
  expect([peer.isClosed, peer.sent.length, second.sent.length]).toEqual([true, 0, 1]);
  expect([endpoint.isOn(peer), endpoint.isOn(second)]).toEqual([false, true]);
  endpoint.close();
  expect(second.isClosed).toBe(true);
});
