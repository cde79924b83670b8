import { readWav } from '@parley/audio/wav.ts';
import {
  type OpenAiSpeechServer,
  startOpenAiSpeechServer,
} from '@parley/testing/speech-servers/openai-speech-server.ts';
import { tone } from '@parley/testing/speech-servers/sound-reply.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecognisedWords } from '../speech-to-text.ts';
import { openAiStt } from './openai-stt.ts';
import { makeConnections } from './vendor-socket.ts';

let server: OpenAiSpeechServer;
const connections = makeConnections();
beforeEach(async () => {
  server = await startOpenAiSpeechServer();
});
afterEach(() => server.stop());

/** One answer of the vendor, and the words that the STT reports. */
function heard(
  patienceMs = 30_000,
  model = 'whisper',
  hints = ['Genève', 'Grace'],
): Promise<RecognisedWords> {
  const stt = openAiStt({ url: server.url, key: 'sk-1', model, connections, patienceMs });
  const stream = stt.open({ rateHz: 8000, language: 'fr', hints });
  const { promise, resolve, reject } = Promise.withResolvers<RecognisedWords>();
  stream.onWords(resolve);
  stream.onError(reject);
  stream.speechBegan();
  stream.pushFrame(tone(1, 8000));
  stream.speechPaused();
  return promise.finally(() => stream.close());
}

test('speech is sent as a file, and the transcript comes back', async () => {
  server.transcribes(' Bonjour, oui. ');
  expect(await heard()).toEqual({ kind: 'final', text: 'Bonjour, oui.', startMs: 0, endMs: 1000 });
  const [asked] = server.transcriptions;
  expect(asked?.headers.authorization).toBe('Bearer sk-1');
  const { file, ...fields } = Object.fromEntries(asked?.form ?? []);
  expect(fields).toEqual({
    model: 'whisper',
    language: 'fr',
    response_format: 'json',
    prompt: 'Genève, Grace',
  });
  const { rateHz, sound } = readWav(new Uint8Array(await (file as File).arrayBuffer()));
  expect([rateHz, Math.round(sound.length / 1600)]).toEqual([16_000, 10]);
});

test('a model that supports token probabilities is asked for them', async () => {
  const logprobs = [
    { token: 'Oui', logprob: Math.log(0.9) },
    { token: '.', logprob: Math.log(0.4) },
  ];
  server.transcribes({ status: 200, body: { text: 'Oui.', logprobs } as never });
  const { text, confidence } = await heard(30_000, 'gpt-4o-mini-transcribe');
  expect(text).toBe('Oui.');
  expect(confidence).toBeCloseTo(0.6);
  expect(server.transcriptions[0]?.form.get('include[]')).toBe('logprobs');
});

test('the prompt for STT is cut to the length that the vendor reads', async () => {
  server.transcribes('Oui.');
  await heard(30_000, 'whisper', ['Genève', ...Array.from({ length: 200 }, (_, n) => `option ${n}`)]);
  const prompt = String(server.transcriptions[0]?.form.get('prompt'));
  expect(prompt).toMatch(/^Genève, option 0, /);
  expect(prompt.length).toBeLessThanOrEqual(600);
});

test.each([
  [{ status: 401, body: { error: { message: 'Incorrect API key' } } }, 'refused', '401 Incorrect API key'],
  [{ status: 429, body: { error: { message: 'Slow down' } } }, 'rate_limited', '429 Slow down'],
  ['garbage', 'unusable', 'not JSON'],
  ['cut', 'unavailable', ''],
] as const)('the STT reply %o is reported as %s', async (reply, kind, words) => {
  server.transcribes(reply);
  await expect(heard()).rejects.toMatchObject({ kind, message: expect.stringContaining(words) });
});

test('an STT endpoint that does not answer times out', async () => {
  server.transcribes('silence');
  await expect(heard(50)).rejects.toMatchObject({ kind: 'deadline' });
});
