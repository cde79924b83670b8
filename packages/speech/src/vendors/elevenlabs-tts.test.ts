import {
  type ElevenLabsServer,
  startElevenLabsServer,
} from '@parley/testing/speech-servers/elevenlabs-server.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TtsRequest } from '../text-to-speech.ts';
import { elevenLabsTts } from './elevenlabs-tts.ts';
import { makeConnections } from './vendor-socket.ts';

const connections = makeConnections();
let server: ElevenLabsServer;
beforeEach(async () => {
  server = await startElevenLabsServer();
});
afterEach(() => server.stop());

const sentence: TtsRequest = { text: 'Guten Tag.', rateHz: 16_000, language: 'de', voiceId: null, speed: 1 };

function speak(order: Partial<TtsRequest> = {}, patienceMs = 30_000, stop = new AbortController()) {
  const url = server.url.replace('http', 'ws');
  const tts = elevenLabsTts({ url, key: 'secret', voiceId: 'default-voice', connections, patienceMs });
  return tts.speak({ ...sentence, ...order }, stop.signal);
}

async function lengthOf(sound: AsyncIterable<Int16Array>): Promise<number> {
  let length = 0;
  for await (const part of sound) length += part.length;
  return length;
}

test('a complete sentence is sent to ElevenLabs and comes back as audio, chunk by chunk', async () => {
  const parts: number[] = [];
  for await (const part of speak()) parts.push(part.length);
  expect(parts.slice(0, 4)).toEqual([4000, 4000, 4000, 4000]);
  const [connection] = server.connections;
  expect(connection?.path).toBe('/v1/text-to-speech/default-voice/stream-input');
  expect(connection?.headers['xi-api-key']).toBe('secret');
  expect(Object.fromEntries(connection?.query ?? [])).toMatchObject({
    model_id: 'eleven_flash_v2_5',
    output_format: 'pcm_16000',
    language_code: 'de',
  });
  expect(connection?.messages.map(({ text }) => text)).toEqual([' ', 'Guten Tag. ', '']);
});

test('voice, speed and sample rate are requested within the limits of ElevenLabs', async () => {
  const length = await lengthOf(speak({ voiceId: 'a/b', speed: 2, rateHz: 48_000, language: 'sr' }));
  expect(Math.abs(length - 48_000)).toBeLessThan(200);
  const [connection] = server.connections;
  expect(connection?.path).toBe('/v1/text-to-speech/a%2Fb/stream-input');
  expect([connection?.query.get('output_format'), connection?.query.has('language_code')]).toEqual([
    'pcm_24000',
    false,
  ]);
  expect(connection?.messages[0].voice_settings.speed).toBe(1.2);
});

test.each([
  ['refused', 'refused', '403'],
  ['no such voice', 'refused', 'voice_id_does_not_exist'],
  ['garbage', 'unusable', 'does not follow its protocol'],
  [{ cutAfter: 2 }, 'unavailable', '1011'],
] as const)('an ElevenLabs reply %o is reported as %s', async (luck, kind, words) => {
  server.meets(luck);
  await expect(lengthOf(speak())).rejects.toMatchObject({ kind, message: expect.stringContaining(words) });
});

test('audio received before the connection to ElevenLabs broke is played', async () => {
  server.meets({ cutAfter: 2 });
  let length = 0;
  await expect(async () => {
    for await (const part of speak()) length += part.length;
  }).rejects.toThrow();
  expect(length).toBe(8000);
});

test.each(['silent', 'hanging', { silentAfter: 1 }] as const)(
  'a request to ElevenLabs that stops answering (%o) times out',
  async (luck) => {
    server.meets(luck);
    await expect(lengthOf(speak({}, 50))).rejects.toMatchObject({ kind: 'deadline' });
  },
);

test('an interruption closes the connection to ElevenLabs and is not reported as a failure', async () => {
  server.meets({ silentAfter: 1 });
  const stop = new AbortController();
  const parts = speak({}, 30_000, stop)[Symbol.asyncIterator]();
  await parts.next();
  const next = parts.next();
  stop.abort();
  expect((await next).done).toBe(true);
  await server.connections[0]?.closed;
});
