import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { languages } from '@parley/language/language.ts';
import { ManualTime, settled } from '@parley/testing/scripted-sip.ts';
import { ScriptedTts, type TtsBehaviour } from '@parley/testing/scripted-tts.ts';
import { expect, test } from 'vitest';
import { refusePolitely } from './polite-refusal.ts';

class QuietLeg implements AudioLeg {
  readonly rateHz = 8000;
  isHungUp = false;
  samples = 0;
  leave = () => {};

  onSound(): void {}
  onDigit(): void {}
  onLeft(listener: () => void): void {
    this.leave = listener;
  }
  play(sound: Int16Array): void {
    this.samples += sound.length;
  }
  playedSamples(): number {
    return this.samples;
  }
  hush(): void {}
  async transfer(): Promise<boolean> {
    return false;
  }
  async hangUp(): Promise<void> {
    this.isHungUp = true;
  }
}

function refusing(habits: TtsBehaviour = {}, language: (typeof languages)[number] = 'EN') {
  const clock = new ManualTime();
  const tts = new ScriptedTts(clock, habits);
  const leg = new QuietLeg();
  const done = refusePolitely(leg, tts, language, clock);
  return { clock, tts, leg, done };
}

test('a refused caller hears the whole sentence before the hang-up', async () => {
  const { clock, tts, leg, done } = refusing();
  await clock.advance(200);
  const spokenMs = leg.samples / 8;
  expect(tts.requests).toMatchObject([{ language: 'en', text: expect.stringContaining('Goodbye') }]);
  await clock.advance(spokenMs - 200);
  expect(leg.isHungUp).toBe(false);
  await clock.advance(1000);
  await done;
  expect(leg.isHungUp).toBe(true);
  expect(clock.waiting).toBe(0);
});

test.each(languages)('the sentence for refused callers exists in %s', async (language) => {
  const { clock, tts, leg, done } = refusing({}, language);
  await clock.advance(40_000);
  await done;
  expect(tts.requests[0]?.text.length).toBeGreaterThan(20);
  expect(leg.isHungUp).toBe(true);
});

test('a refused call is hung up when text to speech never answers', async () => {
  const { clock, leg, done } = refusing({ isStuck: true });
  await clock.advance(30_000);
  await done;
  expect(leg.isHungUp).toBe(true);
});

test('a refused call is hung up when text to speech fails', async () => {
  const { clock, leg, done } = refusing({ failsAt: 1 });
  done.catch(() => undefined);
  await clock.advance(1000);
  await expect(done).rejects.toThrow('the TTS connection was lost');
  expect(leg.isHungUp).toBe(true);
});

test('the refusal sentence stops when the caller hangs up', async () => {
  const { clock, leg, done } = refusing();
  await clock.advance(500);
  leg.leave();
  await settled();
  await done;
  expect(leg.isHungUp).toBe(true);
});
