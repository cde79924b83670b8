import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import {
  type OpenAiSpeechServer,
  startOpenAiSpeechServer,
} from '@parley/testing/speech-servers/openai-speech-server.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TextToSpeech, TtsRequest } from '../text-to-speech.ts';
import { deepgramTts } from './deepgram-tts.ts';
import { openAiTts } from './openai-tts.ts';
import { makeConnections } from './vendor-socket.ts';

let deepgram: DeepgramServer;
let openai: OpenAiSpeechServer;
const connections = makeConnections();
beforeEach(async () => {
  deepgram = await startDeepgramServer();
  openai = await startOpenAiSpeechServer();
});
afterEach(async () => {
  await deepgram.stop();
  await openai.stop();
});

const PATIENCE_MS = 30_000;
const ofDeepgram = (patienceMs = PATIENCE_MS): TextToSpeech =>
  deepgramTts({ url: deepgram.url, key: 'secret', connections, patienceMs });
const ofOpenAi = (patienceMs = PATIENCE_MS): TextToSpeech =>
  openAiTts({ url: openai.url, key: 'sk-1', model: 'tts', connections, patienceMs });

const sentence: TtsRequest = { text: 'Hello.', rateHz: 16_000, language: 'de', voiceId: null, speed: 1 };

async function spoken(tts: TextToSpeech, order: Partial<TtsRequest> = {}): Promise<Int16Array[]> {
  const parts: Int16Array[] = [];
  for await (const part of tts.speak({ ...sentence, ...order }, new AbortController().signal))
    parts.push(part);
  return parts;
}

const lengthOf = (parts: readonly Int16Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);
const loudnessOf = (parts: readonly Int16Array[]): number => Math.max(...parts.flatMap((part) => [...part]));

test("Deepgram is asked for samples at the rate of the call, in a voice of the call's language", async () => {
  const parts = await spoken(ofDeepgram());
  expect([lengthOf(parts), Math.round(loudnessOf(parts) / 100)]).toEqual([8000, 80]);
  const [asked] = deepgram.ttsRequests;
  expect(asked?.headers.authorization).toBe('Token secret');
  expect(asked?.body).toEqual({ text: 'Hello.' });
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    model: 'aura-2-viktoria-de',
    encoding: 'linear16',
    container: 'none',
    sample_rate: '16000',
  });
});

test('Deepgram gets the voice, and a speed within its limits', async () => {
  await spoken(ofDeepgram(), { voiceId: 'aura-2-zeus-en', speed: 2 });
  expect(Object.fromEntries(deepgram.ttsRequests[0]?.query ?? [])).toMatchObject({
    model: 'aura-2-zeus-en',
    speed: '1.5',
  });
});

test("an endpoint like OpenAI's is asked for samples, which are resampled to the rate of the call", async () => {
  const parts = await spoken(ofOpenAi(), { rateHz: 48_000, voiceId: 'nova', speed: 1.2 });
  expect(Math.abs(lengthOf(parts) - 24_000)).toBeLessThan(200);
  const [asked] = openai.speeches;
  expect(asked?.headers.authorization).toBe('Bearer sk-1');
  expect(asked?.body).toEqual({
    model: 'tts',
    input: 'Hello.',
    voice: 'nova',
    response_format: 'pcm',
    speed: 1.2,
  });
});

test('a WAV file from a TTS endpoint is accepted instead of raw samples', async () => {
  openai.answers({ seconds: 0.5, isWav: true });
  const parts = await spoken(ofOpenAi(), { rateHz: 24_000 });
  expect([lengthOf(parts), Math.round(loudnessOf(parts) / 100)]).toEqual([12_000, 80]);
});

test.each([
  [
    { status: 401, body: { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.' } },
    'refused',
    '401 Invalid',
  ],
  [{ status: 400, body: { detail: 'No such voice' } }, 'refused', '400 No such voice'],
  [{ status: 429, body: {} }, 'rate_limited', '429'],
  [{ status: 500, body: { error: 'oops' } }, 'unavailable', '500 oops'],
  [{ bytes: Buffer.from(JSON.stringify({ audio: 'x'.repeat(100) })) }, 'unusable', 'text instead of audio'],
  [{ bytes: Buffer.from('{"error":"x"}') }, 'unusable', 'text instead of audio'],
  [{ bytes: Buffer.from('ID3'.padEnd(500, '\x04')) }, 'unusable', 'compressed'],
  [{ bytes: Buffer.alloc(0) }, 'unusable', 'sent no audio'],
] as const)('the TTS reply %j is reported as %s', async (reply, kind, words) => {
  deepgram.answers(reply);
  await expect(spoken(ofDeepgram())).rejects.toMatchObject({ kind, message: expect.stringContaining(words) });
});

test('audio received before a TTS connection broke is played, and the break is reported', async () => {
  deepgram.answers({ seconds: 1, cutAfter: 10_000 });
  const parts: Int16Array[] = [];
  const speak = async () => {
    for await (const part of ofDeepgram().speak(sentence, new AbortController().signal)) parts.push(part);
  };
  await expect(speak()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(lengthOf(parts)).toBeGreaterThan(3000);
});

test.each([
  ['before its first sound', 'silence'],
  ['in the middle', { seconds: 1, silentAfter: 4000 }],
] as const)('a TTS response that stops %s times out', async (_, reply) => {
  deepgram.answers(reply);
  await expect(spoken(ofDeepgram(50))).rejects.toMatchObject({ kind: 'deadline' });
});

test('an aborted TTS request is not reported as a failure', async () => {
  deepgram.answers('silence');
  const stop = new AbortController();
  const parts = ofDeepgram().speak(sentence, stop.signal)[Symbol.asyncIterator]();
  const next = parts.next();
  stop.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
