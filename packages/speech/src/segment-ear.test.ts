import { expect, test } from 'vitest';
import type { EarWords } from './ear.ts';
import { earOfSegments, type Segment } from './segment-ear.ts';
import { SpeechFailure } from './speech-failure.ts';

const RATE_HZ = 16_000;
const FRAME = 320;

const silence = (ms: number): Int16Array => new Int16Array((ms * RATE_HZ) / 1000);
const speech = (ms: number): Int16Array =>
  Int16Array.from({ length: (ms * RATE_HZ) / 1000 }, (_, n) => 8000 * Math.sin(n / 6));

interface Asked {
  readonly segment: Segment;
  readonly answer: PromiseWithResolvers<string | undefined>;
}

/** An ear whose reader answers when the test says so. */
function listen(partialEveryMs: number | null = null) {
  const asked: Asked[] = [];
  const ear = earOfSegments({
    partialEveryMs,
    transcribe(segment) {
      const answer = Promise.withResolvers<string | undefined>();
      asked.push({ segment, answer });
      return answer.promise;
    },
  });
  const hearing = ear.open({ rateHz: RATE_HZ, language: 'en', hints: ['Basel'] });
  const words: EarWords[] = [];
  const troubles: Error[] = [];
  hearing.onWords((heard) => words.push(heard));
  hearing.onTrouble((error) => troubles.push(error));
  const hear = (sound: Int16Array) => {
    for (let at = 0; at < sound.length; at += FRAME) hearing.hear(sound.subarray(at, at + FRAME));
  };
  const reply = async (index: number, text: string | undefined) => {
    (asked[index] as Asked).answer.resolve(text);
    await settled();
  };
  return { hearing, hear, asked, words, troubles, reply };
}

/** Everything that has been resolved has been told. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the words of a stretch of speech carry the times of its sound', async () => {
  const { hearing, hear, words, reply } = listen();
  hear(silence(1000));
  hear(speech(200));
  hearing.speechBegan();
  hear(speech(800));
  hear(silence(600));
  hearing.speechPaused();
  await reply(0, 'I live in Basel.');
  expect(words).toEqual([{ kind: 'final', text: 'I live in Basel.', startMs: 1000, endMs: 2000 }]);
});

test('what was said before speech was noticed belongs to it, long silence around it does not', async () => {
  const { hearing, hear, asked } = listen();
  hear(silence(3000));
  hear(speech(300));
  hearing.speechBegan();
  hear(speech(200));
  hear(silence(3000));
  hearing.speechPaused();
  const ms = ((asked[0] as Asked).segment.sound.length * 1000) / RATE_HZ;
  // 500 ms of speech, 100 ms of what was kept from before, 240 ms after it.
  expect(ms).toBe(840);
});

test('a pause without speech is answered with an empty final, and nobody is asked', async () => {
  const { hearing, hear, words, asked } = listen();
  hear(silence(100));
  hearing.speechBegan();
  hear(silence(400));
  hearing.speechPaused();
  hearing.speechPaused();
  await settled();
  expect(words.map(({ kind, text }) => [kind, text])).toEqual([
    ['final', ''],
    ['final', ''],
  ]);
  expect(asked).toHaveLength(0);
});

test('partials are asked for one at a time while somebody talks', async () => {
  const { hearing, hear, words, asked, reply } = listen(500);
  hearing.speechBegan();
  hear(speech(1200));
  expect(asked.map(({ segment }) => segment.isFinal)).toEqual([false]);
  await reply(0, 'I have');
  hear(speech(20));
  expect(asked).toHaveLength(2);
  expect(words).toEqual([{ kind: 'partial', text: 'I have', startMs: 0, endMs: 500 }]);
});

test('a partial that comes after the pause is not told', async () => {
  const { hearing, hear, words, asked, reply } = listen(500);
  hearing.speechBegan();
  hear(speech(600));
  hearing.speechPaused();
  expect((asked[0] as Asked).segment.signal.aborted).toBe(true);
  await reply(0, 'late');
  await reply(1, 'I have a licence.');
  expect(words.map(({ text }) => text)).toEqual(['I have a licence.']);
});

test('a partial there was no time for is only missing', async () => {
  const { hearing, hear, words, asked, reply } = listen(500);
  hearing.speechBegan();
  hear(speech(600));
  await reply(0, undefined);
  hear(speech(500));
  expect([words.length, asked.length]).toEqual([0, 2]);
});

test('finals are told in the order of the speech, whichever was read first', async () => {
  const { hearing, hear, words, reply } = listen();
  for (let turn = 0; turn < 2; turn += 1) {
    hearing.speechBegan();
    hear(speech(500));
    hearing.speechPaused();
    hear(silence(500));
  }
  await reply(1, 'second');
  expect(words).toHaveLength(0);
  await reply(0, 'first');
  expect(words.map(({ text }) => text)).toEqual(['first', 'second']);
});

test('who talks without a break is read in pieces that are put together', async () => {
  const { hearing, hear, words, asked, reply } = listen();
  hearing.speechBegan();
  hear(speech(11_000));
  hear(silence(300));
  hear(speech(5_000));
  hearing.speechPaused();
  expect(asked).toHaveLength(2);
  // Cut in the silence, not where the length was reached.
  const cutMs = (asked[1] as Asked).segment.sound.length / 16;
  expect(cutMs).toBeGreaterThan(5_000);
  expect(cutMs).toBeLessThan(5_400);
  await reply(0, 'First I was a nurse.');
  await reply(1, 'Then I drove a lorry.');
  expect(words).toEqual([
    { kind: 'final', text: 'First I was a nurse. Then I drove a lorry.', startMs: 0, endMs: 16_300 },
  ]);
});

test('a reader that fails is told once', async () => {
  const { hearing, hear, words, troubles, asked } = listen();
  for (let turn = 0; turn < 2; turn += 1) {
    hearing.speechBegan();
    hear(speech(500));
    hearing.speechPaused();
  }
  for (const { answer } of asked) answer.reject(new SpeechFailure('unavailable', 'gone'));
  await settled();
  await settled();
  expect([words.length, troubles.map(({ message }) => message)]).toEqual([0, ['gone']]);
});

test('a reader that falls far behind is given up, and no more sound is kept for it', async () => {
  const { hearing, hear, troubles, asked } = listen();
  hearing.speechBegan();
  const piece = speech(14_000);
  for (let pieces = 0; pieces < 12; pieces += 1) hear(piece);
  hearing.speechPaused();
  for (const { answer } of asked) answer.resolve('on and on');
  await settled();
  await settled();
  expect(asked).toHaveLength(8);
  expect(troubles.map(({ message }) => message)).toEqual(['The ear does not keep up with what is said']);
});

test('a frame that is filled anew afterwards does not change what was heard', () => {
  const { hearing, asked } = listen();
  const frame = speech(200);
  hearing.speechBegan();
  hearing.hear(frame);
  frame.fill(0);
  hearing.speechPaused();
  expect((asked[0] as Asked).segment.sound.some((sample) => sample !== 0)).toBe(true);
});

test('a closed hearing says nothing more', async () => {
  const { hearing, hear, words, asked, reply } = listen();
  hearing.speechBegan();
  hear(speech(500));
  hearing.speechPaused();
  hearing.close();
  expect((asked[0] as Asked).segment.signal.aborted).toBe(true);
  await reply(0, 'too late');
  expect(words).toHaveLength(0);
});
