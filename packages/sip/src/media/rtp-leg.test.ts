import { SoundRing } from '@parley/audio/sound-ring.ts';
import { expect, test } from 'vitest';
import { RtpLeg } from './rtp-leg.ts';
import { sine } from './test-tone.ts';

/** The side of the media thread. */
const farSide = ({ memory }: RtpLeg) => ({
  outgoing: new SoundRing(memory.outgoing),
  incoming: new SoundRing(memory.incoming),
});

test('audio of any length is sent over RTP completely and in order', () => {
  const leg = new RtpLeg(8000);
  const { outgoing } = farSide(leg);
  const sound = sine(200, 8000, 100_000);
  leg.play(sound.subarray(0, 70_000));
  leg.play(sound.subarray(70_000));
  const heard: number[] = [];
  const frame = new Int16Array(160);
  for (let i = 0; i < 625; i += 1) {
    heard.push(...frame.subarray(0, outgoing.read(frame)));
    leg.beat();
  }
  expect(Int16Array.from(heard)).toEqual(sound);
  expect(leg.playedSamples()).toBe(100_000);
});

test('cleared audio is never sent over RTP, wherever it was queued', () => {
  const leg = new RtpLeg(8000);
  const { outgoing } = farSide(leg);
  leg.play(sine(200, 8000, 100_000));
  outgoing.read(new Int16Array(160));
  leg.hush();
  leg.beat();
  expect(outgoing.read(new Int16Array(160))).toBe(0);
  leg.play(new Int16Array(50));
  expect(outgoing.read(new Int16Array(160))).toBe(50);
  expect(leg.playedSamples()).toBe(210);
});

test('audio that is played after the end of a call leg is discarded', () => {
  const leg = new RtpLeg(16_000);
  leg.end();
  leg.play(sine(200, 16_000, 1000));
  expect(farSide(leg).outgoing.read(new Int16Array(160))).toBe(0);
});

test('each listener of a call leg gets complete frames in its own array', () => {
  const leg = new RtpLeg(8000);
  const { incoming } = farSide(leg);
  const frames: Int16Array[] = [];
  leg.onSound((frame) => frames.push(frame));
  incoming.write(new Int16Array(160).fill(1));
  incoming.write(new Int16Array(160).fill(2));
  incoming.write(new Int16Array(100).fill(3));
  leg.beat();
  expect(frames.map((frame) => [frame.length, frame[0]])).toEqual([
    [160, 1],
    [160, 2],
  ]);
});
