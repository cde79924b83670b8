import { expect, test } from 'vitest';
import { systemCallClock } from './call-clock.ts';
import { SpeechPlayer } from './speech-player.ts';

const RATE = 8000;
const silence = (ms: number) => new Int16Array((ms * RATE) / 1000);
const word = (ms: number) => silence(ms).fill(5000);

/** A player whose TTS sends these pieces for one sentence; the leg has played them as soon as it has them. */
async function leadOf(pieces: readonly Int16Array[]): Promise<number[]> {
  const leads: number[] = [];
  let played = 0;
  const player = new SpeechPlayer({
    leg: {
      play: (samples) => {
        played += samples.length;
      },
      playedSamples: () => played,
      hush: () => {},
    },
    rateHz: RATE,
    speak: async (_text, _signal, onSound) => {
      for (const piece of pieces) onSound(piece);
    },
    speed: 1,
    soundMs: () => 0,
    clock: systemCallClock,
    mayBegin: () => true,
    onBegin: () => {},
    onLead: (leadMs) => leads.push(leadMs),
  });
  await player.say('Good morning.').done;
  return leads;
}

test('the silence before a reply is counted until its first word, also when TTS sends it in several pieces', async () => {
  expect(await leadOf([silence(40), silence(60), word(100), silence(40)])).toEqual([100]);
  expect(await leadOf([word(100)])).toEqual([0]);
});

test('a reply of nothing but silence is measured once it is over', async () => {
  expect(await leadOf([silence(40), silence(60)])).toEqual([100]);
});
