import { expect, test } from 'vitest';
import { cachedTts, SoundCache } from './sound-cache.ts';
import type { TextToSpeech, TtsRequest } from './text-to-speech.ts';

const order = (text: string): TtsRequest => ({
  text,
  rateHz: 8000,
  language: 'en',
  voiceId: null,
  speed: 1,
});

/** Says two pieces, the length of the text each. */
function countingTts() {
  const said: string[] = [];
  const tts: TextToSpeech = {
    async *speak({ text }) {
      said.push(text);
      yield new Int16Array(text.length).fill(1);
      yield new Int16Array(text.length).fill(2);
    },
  };
  return { tts, said };
}

async function spoken(
  tts: TextToSpeech,
  text: string,
  signal = new AbortController().signal,
): Promise<number[]> {
  const samples: number[] = [];
  for await (const part of tts.speak(order(text), signal)) samples.push(...part);
  return samples;
}

test('a sentence is synthesised once and replayed afterwards', async () => {
  const { tts, said } = countingTts();
  const cached = cachedTts('v', tts, new SoundCache(1000));
  expect(await spoken(cached, 'Hi')).toEqual([1, 1, 2, 2]);
  expect(await spoken(cached, 'Hi')).toEqual([1, 1, 2, 2]);
  expect(said).toEqual(['Hi']);
});

test('an aborted sentence is not stored in the TTS cache', async () => {
  const { tts, said } = countingTts();
  const cached = cachedTts('v', tts, new SoundCache(1000));
  for await (const _ of cached.speak(order('Hi'), new AbortController().signal)) break;
  await spoken(cached, 'Hi', AbortSignal.abort());
  await spoken(cached, 'Hi');
  expect(said).toHaveLength(3);
});

test('each TTS vendor has its own entries in the cache', async () => {
  const cache = new SoundCache(1000);
  const [one, other] = [countingTts(), countingTts()];
  await spoken(cachedTts('one', one.tts, cache), 'Hi');
  await spoken(cachedTts('other', other.tts, cache), 'Hi');
  expect([one.said, other.said]).toEqual([['Hi'], ['Hi']]);
});

test('the TTS cache stays within its limit and evicts the least recently used sentence', () => {
  const cache = new SoundCache(100);
  const sound = () => new Int16Array(20);
  cache.put('a', sound());
  cache.put('b', sound());
  cache.get('a');
  cache.put('c', sound());
  expect([cache.get('a') !== undefined, cache.get('b') !== undefined, cache.bytes]).toEqual([
    true,
    false,
    80,
  ]);
  cache.put('large', new Int16Array(30));
  expect([cache.get('large'), cache.bytes]).toEqual([undefined, 80]);
});
