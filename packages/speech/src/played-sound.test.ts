import { expect, test } from 'vitest';
import { PlayedSound } from './played-sound.ts';

/** A leg that lets go out as much as it is told to. */
function scene() {
  let [given, played] = [0, 0];
  const sound = new PlayedSound({
    play: (piece) => {
      given += piece.length;
    },
    playedSamples: () => played,
    hush: () => {
      given = played;
    },
  });
  const send = (samples: number) => {
    played = Math.min(given, played + samples);
  };
  return { sound, send };
}

const counting = (from: number, to: number): Int16Array =>
  Int16Array.from({ length: to - from }, (_, n) => from + n);

test('played samples can be read once, in order, across chunks', () => {
  const { sound, send } = scene();
  sound.play(counting(0, 30));
  sound.play(counting(30, 100));
  send(20);
  expect(sound.take()).toEqual(counting(0, 20));
  send(40);
  expect(sound.take()).toEqual(counting(20, 60));
  expect(sound.take()).toHaveLength(0);
});

test('cleared samples are never read, but samples played before are', () => {
  const { sound, send } = scene();
  sound.play(counting(0, 100));
  send(35);
  sound.hush();
  sound.play(counting(500, 600));
  send(10);
  expect(sound.take()).toEqual(Int16Array.from([...counting(0, 35), ...counting(500, 510)]));
});
