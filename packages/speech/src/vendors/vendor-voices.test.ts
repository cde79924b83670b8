import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import {
  type ElevenLabsServer,
  startElevenLabsServer,
} from '@parley/testing/speech-servers/elevenlabs-server.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeConnections } from './vendor-socket.ts';
import { deepgramVoices, elevenLabsVoices } from './vendor-voices.ts';

let deepgram: DeepgramServer;
let elevenLabs: ElevenLabsServer;
const connections = makeConnections();
beforeEach(async () => {
  deepgram = await startDeepgramServer();
  elevenLabs = await startElevenLabsServer();
});
afterEach(async () => {
  await deepgram.stop();
  await elevenLabs.stop();
});

const ofDeepgram = () => deepgramVoices({ url: deepgram.url, key: 'd', connections, patienceMs: 2000 });
const ofElevenLabs = () => elevenLabsVoices({ url: elevenLabs.url, key: 'e', connections, patienceMs: 2000 });

test('the voices of Deepgram come with their languages and how they sound', async () => {
  deepgram.lists({
    stt: [{ canonical_name: 'nova-3-general', languages: ['en'] }],
    tts: [
      {
        name: 'viktoria',
        canonical_name: 'aura-2-viktoria-de',
        languages: ['de', 'de-DE'],
        metadata: { accent: 'German', tags: ['feminine', 'Warm'] },
      },
      { name: 'nameless', languages: ['en'] },
      null,
    ],
  });
  expect(await ofDeepgram()).toEqual([
    { voiceId: 'aura-2-viktoria-de', name: 'Viktoria', note: 'feminine, German', languages: ['de'] },
  ]);
  expect(deepgram.listRequests).toMatchObject([
    { path: '/v1/models', headers: { authorization: 'Token d' } },
  ]);
});

test('the voices of ElevenLabs are those of the account', async () => {
  elevenLabs.lists({
    voices: [
      { voice_id: 'v1', name: 'Rachel', labels: { gender: 'female', age: 'young', accent: 'american' } },
      { voice_id: 'v2', name: 'Own voice' },
      { name: 'without an id' },
    ],
  });
  expect(await ofElevenLabs()).toEqual([
    { voiceId: 'v1', name: 'Rachel', note: 'female, young, american' },
    { voiceId: 'v2', name: 'Own voice', note: null },
  ]);
});

test('a speech vendor that refuses, or sends no list of voices, is reported as a failure', async () => {
  deepgram.lists({ err_msg: 'Invalid credentials.' }, 401);
  await expect(ofDeepgram()).rejects.toMatchObject({ kind: 'refused', message: '401 Invalid credentials.' });
  elevenLabs.lists('<html>Bad gateway</html>');
  await expect(ofElevenLabs()).rejects.toMatchObject({ kind: 'unusable' });
  deepgram.lists({ tts: 'none' });
  expect(await ofDeepgram()).toEqual([]);
});
