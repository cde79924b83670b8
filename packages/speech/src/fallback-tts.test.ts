import { ScriptedTime } from '@parley/testing/scripted-time.ts';
import { expect, test } from 'vitest';
import { fallbackTts, type TtsChoice } from './fallback-tts.ts';
import { SpeechFailure, speechCircuit } from './speech-failure.ts';
import type { SpeechRequest } from './speech-request.ts';
import type { TextToSpeech, TtsRequest } from './text-to-speech.ts';

const RATE_HZ = 8000;
const order: TtsRequest = {
  text: 'Do you have a driving licence, and a car of your own?',
  rateHz: RATE_HZ,
  language: 'en',
  voiceId: 'anna',
  speed: 1,
};

/** Says so many seconds, each a piece of its own value, and then what goes wrong. */
function scripted(name: string, script: { seconds?: number; fails?: Error | 'silence' }, language?: string) {
  const asked: TtsRequest[] = [];
  const value = name.charCodeAt(0);
  const tts: TextToSpeech = {
    async *speak(given, signal) {
      asked.push(given);
      for (let second = 0; second < (script.seconds ?? 0); second += 1) {
        if (signal.aborted) return;
        yield new Int16Array(RATE_HZ).fill(value);
      }
      if (script.fails === 'silence')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (script.fails instanceof Error) throw script.fails;
    },
  };
  const choice: TtsChoice = {
    name,
    tts,
    supports: (spoken) => language === undefined || spoken === language,
    circuit: speechCircuit(() => 0),
  };
  return { choice, asked };
}

function ttsOf(choices: readonly TtsChoice[]) {
  const notes: string[] = [];
  const requests: SpeechRequest[] = [];
  const time = new ScriptedTime();
  const tts = fallbackTts(choices, {
    note: (_part, text, instead) => notes.push(`${text} → ${instead ?? 'nobody'}`),
    clock: time,
    firstSoundMs: 1500,
    onRequest: (request) => requests.push(request),
  });
  return { tts, notes, time, requests };
}

async function spoken(choices: readonly TtsChoice[], given = order) {
  const { tts, notes, time, requests } = ttsOf(choices);
  const parts = await time.until(Array.fromAsync(tts.speak(given, new AbortController().signal)));
  const who = parts.map(([first]) => String.fromCharCode(first as number)).join('');
  return { who, notes, tts, requests };
}

const gone = new SpeechFailure('unavailable', 'gone');

test('the first TTS vendor speaks as long as it works', async () => {
  const [a, b] = [scripted('a', { seconds: 2 }), scripted('b', { seconds: 2 })];
  expect(await spoken([a.choice, b.choice])).toMatchObject({ who: 'aa', notes: [] });
  expect(b.asked).toEqual([]);
});

test('each request to a TTS vendor is reported with its time and whether it failed', async () => {
  const [a, b] = [scripted('a', { fails: 'silence' }), scripted('b', { seconds: 2 })];
  const { requests } = await spoken([a.choice, b.choice]);
  expect(requests).toMatchObject([
    { part: 'tts', vendor: 'a', ms: 1500, isFailed: true },
    { part: 'tts', vendor: 'b', firstMs: 0, isFailed: false },
  ]);
  expect(requests[0]).not.toHaveProperty('firstMs');
});

test('when a TTS vendor fails, the next says the sentence in its default voice, and the journal says why', async () => {
  const [a, b] = [scripted('a', { fails: gone }), scripted('b', { seconds: 2 })];
  expect(await spoken([a.choice, b.choice])).toMatchObject({
    who: 'bb',
    notes: ['a failed: gone → b'],
  });
  expect([a.asked[0]?.voiceId, b.asked[0]?.voiceId, b.asked[0]?.text]).toEqual(['anna', null, order.text]);
});

test('when a TTS vendor stops in mid-sentence, the next says the rest', async () => {
  const [a, b] = [scripted('a', { seconds: 2, fails: gone }), scripted('b', { seconds: 1 })];
  expect((await spoken([a.choice, b.choice])).who).toBe('aab');
  expect(b.asked[0]?.text).toBe('licence, and a car of your own?');
});

test('when a TTS vendor fails after the last word, nothing is repeated', async () => {
  const [a, b] = [scripted('a', { seconds: 4, fails: gone }), scripted('b', { seconds: 1 })];
  expect((await spoken([a.choice, b.choice])).who).toBe('aaaa');
});

test('a TTS vendor that delivers no audio in time is replaced', async () => {
  const [a, b] = [scripted('a', { fails: 'silence' }), scripted('b', { seconds: 1 })];
  expect(await spoken([a.choice, b.choice])).toMatchObject({
    who: 'b',
    notes: ['a failed: no audio within 1500 ms → b'],
  });
});

test('a TTS vendor whose audio stops in mid-sentence is replaced', async () => {
  const [a, b] = [scripted('a', { seconds: 2, fails: 'silence' }), scripted('b', { seconds: 1 })];
  expect(await spoken([a.choice, b.choice])).toMatchObject({
    who: 'aab',
    notes: ['a failed: no audio within 4000 ms → b'],
  });
});

test('endless audio of a TTS vendor is cut after a minute', async () => {
  const [a, b] = [scripted('a', { seconds: 100 }), scripted('b', { seconds: 1 })];
  const { who, notes } = await spoken([a.choice, b.choice]);
  expect([who, notes]).toEqual([
    'a'.repeat(60),
    ['a failed: the audio did not end within a minute → nobody'],
  ]);
});

test('the only TTS vendor is tried once more', async () => {
  const { choice, asked } = scripted('a', { fails: gone });
  const { tts, notes, time } = ttsOf([choice]);
  const saying = Array.fromAsync(tts.speak(order, new AbortController().signal));
  await expect(time.until(saying)).rejects.toThrow('gone');
  expect([asked.length, notes]).toEqual([2, ['a failed: gone → a', 'a failed: gone → nobody']]);
});

test('a TTS vendor that is down is skipped by the next sentences, with one note in the journal', async () => {
  const [a, b] = [scripted('a', { fails: gone }), scripted('b', { seconds: 1 })];
  const { tts, notes } = await spoken([a.choice, b.choice]);
  for (let sentence = 0; sentence < 4; sentence += 1)
    for await (const _ of tts.speak(order, new AbortController().signal)) {
      // Only that it is said matters here.
    }
  expect([a.asked.length, b.asked.length, notes.length]).toEqual([2, 5, 1]);
});

test('a TTS vendor that does not support the language is tried last, and the journal says so', async () => {
  const [english, other] = [scripted('e', { seconds: 1 }, 'en'), scripted('o', { fails: gone })];
  expect(await spoken([english.choice, other.choice], { ...order, language: 'de' })).toMatchObject({
    who: 'e',
    notes: ['o failed: gone → e', 'No available text to speech supports de; e reads it as English → nobody'],
  });
});

test('speaking a sentence throws the failure when no TTS vendor is left', async () => {
  const [a, b] = [scripted('a', { fails: gone }), scripted('b', { fails: new Error('broken') })];
  await expect(spoken([a.choice, b.choice])).rejects.toThrow('broken');
  await expect(spoken([])).rejects.toThrow('no text to speech is configured');
});

test('an interrupted sentence does not count as a failure of the TTS vendor', async () => {
  const { choice } = scripted('a', { seconds: 5 });
  const { tts, notes } = ttsOf([choice]);
  const stop = new AbortController();
  let seconds = 0;
  for await (const _ of tts.speak(order, stop.signal)) {
    seconds += 1;
    stop.abort();
  }
  expect([seconds, notes, choice.circuit.enter()]).toEqual([1, [], true]);
});
