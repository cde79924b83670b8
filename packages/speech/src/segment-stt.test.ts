import { expect, test } from 'vitest';
import { type Segment, type SegmentWords, segmentStt } from './segment-stt.ts';
import { SpeechFailure } from './speech-failure.ts';
import type { RecognisedWords } from './speech-to-text.ts';

const RATE_HZ = 16_000;
const FRAME = 320;

const silence = (ms: number): Int16Array => new Int16Array((ms * RATE_HZ) / 1000);
const speech = (ms: number): Int16Array =>
  Int16Array.from({ length: (ms * RATE_HZ) / 1000 }, (_, n) => 8000 * Math.sin(n / 6));

interface Asked {
  readonly segment: Segment;
  readonly answer: PromiseWithResolvers<SegmentWords | undefined>;
}

/** An STT whose transcription finishes when the test says so. */
function listen(partialEveryMs: number | null = null) {
  const asked: Asked[] = [];
  const stt = segmentStt({
    partialEveryMs,
    transcribe(segment) {
      const answer = Promise.withResolvers<SegmentWords | undefined>();
      asked.push({ segment, answer });
      return answer.promise;
    },
  });
  const stream = stt.open({ rateHz: RATE_HZ, language: 'en', hints: ['Basel'] });
  const words: RecognisedWords[] = [];
  const troubles: Error[] = [];
  stream.onWords((heard) => words.push(heard));
  stream.onError((error) => troubles.push(error));
  const hear = (sound: Int16Array) => {
    for (let at = 0; at < sound.length; at += FRAME) stream.pushFrame(sound.subarray(at, at + FRAME));
  };
  const reply = async (index: number, text: string | undefined, confidence?: number) => {
    const sure = confidence === undefined ? {} : { confidence };
    (asked[index] as Asked).answer.resolve(text === undefined ? undefined : { text, ...sure });
    await settled();
  };
  return { stream, hear, asked, words, troubles, reply };
}

/** Everything that has been resolved has been told. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('recognised words carry the times of their audio', async () => {
  const { stream, hear, words, reply } = listen();
  hear(silence(1000));
  hear(speech(200));
  stream.speechBegan();
  hear(speech(800));
  hear(silence(600));
  stream.speechPaused();
  await reply(0, 'I live in Basel.');
  expect(words).toEqual([{ kind: 'final', text: 'I live in Basel.', startMs: 1000, endMs: 2000 }]);
});

test('audio just before detected speech is transcribed with it, and long silence is not', async () => {
  const { stream, hear, asked } = listen();
  hear(silence(3000));
  hear(speech(300));
  stream.speechBegan();
  hear(speech(200));
  hear(silence(3000));
  stream.speechPaused();
  const ms = ((asked[0] as Asked).segment.sound.length * 1000) / RATE_HZ;
  // 500 ms of speech, 100 ms of what was kept from before, 240 ms after it.
  expect(ms).toBe(840);
});

test('a pause without speech gives an empty final transcript without a request to STT', async () => {
  const { stream, hear, words, asked } = listen();
  hear(silence(100));
  stream.speechBegan();
  hear(silence(400));
  stream.speechPaused();
  stream.speechPaused();
  await settled();
  expect(words.map(({ kind, text }) => [kind, text])).toEqual([
    ['final', ''],
    ['final', ''],
  ]);
  expect(asked).toHaveLength(0);
});

test('at most one partial transcript is requested at a time during speech', async () => {
  const { stream, hear, words, asked, reply } = listen(500);
  stream.speechBegan();
  hear(speech(1200));
  expect(asked.map(({ segment }) => segment.isFinal)).toEqual([false]);
  await reply(0, 'I have');
  hear(speech(20));
  expect(asked).toHaveLength(2);
  expect(words).toEqual([{ kind: 'partial', text: 'I have', startMs: 0, endMs: 500 }]);
});

test('a partial transcript that arrives after the pause is dropped', async () => {
  const { stream, hear, words, asked, reply } = listen(500);
  stream.speechBegan();
  hear(speech(600));
  stream.speechPaused();
  expect((asked[0] as Asked).segment.signal.aborted).toBe(true);
  await reply(0, 'late');
  await reply(1, 'I have a licence.');
  expect(words.map(({ text }) => text)).toEqual(['I have a licence.']);
});

test('a skipped partial transcript does not affect the final one', async () => {
  const { stream, hear, words, asked, reply } = listen(500);
  stream.speechBegan();
  hear(speech(600));
  await reply(0, undefined);
  hear(speech(500));
  expect([words.length, asked.length]).toEqual([0, 2]);
});

test('final transcripts are reported in the order of the speech', async () => {
  const { stream, hear, words, reply } = listen();
  for (let turn = 0; turn < 2; turn += 1) {
    stream.speechBegan();
    hear(speech(500));
    stream.speechPaused();
    hear(silence(500));
  }
  await reply(1, 'second');
  expect(words).toHaveLength(0);
  await reply(0, 'first');
  expect(words.map(({ text }) => text)).toEqual(['first', 'second']);
});

test('long speech without a pause is transcribed in parts and joined', async () => {
  const { stream, hear, words, asked, reply } = listen();
  stream.speechBegan();
  hear(speech(11_000));
  hear(silence(300));
  hear(speech(5_000));
  stream.speechPaused();
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

test('a transcript has the confidence of its least certain part', async () => {
  const { stream, hear, words, reply } = listen();
  stream.speechBegan();
  hear(speech(11_000));
  hear(silence(300));
  hear(speech(5_000));
  stream.speechPaused();
  await reply(0, 'First I was a nurse.', 0.6);
  await reply(1, 'Then I drove a lorry.', 0.9);
  expect(words.map(({ confidence }) => confidence)).toEqual([0.6]);
});

test('the phrases expected now are sent to STT in addition to the hints of the call', async () => {
  const { stream, hear, asked } = listen();
  stream.expect?.(['Leeds', 'Hull']);
  stream.speechBegan();
  hear(speech(500));
  stream.speechPaused();
  expect(asked[0]?.segment.hints).toEqual(['Basel', 'Leeds', 'Hull']);
});

test('a failing STT endpoint is reported once', async () => {
  const { stream, hear, words, troubles, asked } = listen();
  for (let turn = 0; turn < 2; turn += 1) {
    stream.speechBegan();
    hear(speech(500));
    stream.speechPaused();
  }
  for (const { answer } of asked) answer.reject(new SpeechFailure('unavailable', 'gone'));
  await settled();
  await settled();
  expect([words.length, troubles.map(({ message }) => message)]).toEqual([0, ['gone']]);
});

test('an STT endpoint that falls behind is given up, and no more audio is kept for it', async () => {
  const { stream, hear, troubles, asked } = listen();
  stream.speechBegan();
  const piece = speech(14_000);
  for (let pieces = 0; pieces < 12; pieces += 1) hear(piece);
  stream.speechPaused();
  for (const { answer } of asked) answer.resolve({ text: 'on and on' });
  await settled();
  await settled();
  expect(asked).toHaveLength(8);
  expect(troubles.map(({ message }) => message)).toEqual([
    'The transcription does not keep up with the speech',
  ]);
});

test('reusing an audio frame does not change the audio that was sent to STT', () => {
  const { stream, asked } = listen();
  const frame = speech(200);
  stream.speechBegan();
  stream.pushFrame(frame);
  frame.fill(0);
  stream.speechPaused();
  expect((asked[0] as Asked).segment.sound.some((sample) => sample !== 0)).toBe(true);
});

test('a closed STT stream reports nothing more', async () => {
  const { stream, hear, words, asked, reply } = listen();
  stream.speechBegan();
  hear(speech(500));
  stream.speechPaused();
  stream.close();
  expect((asked[0] as Asked).segment.signal.aborted).toBe(true);
  await reply(0, 'too late');
  expect(words).toHaveLength(0);
});
