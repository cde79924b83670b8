import { readWav } from '@parley/audio/wav.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import {
  type OpenAiSpeechServer,
  startOpenAiSpeechServer,
} from '@parley/testing/speech-servers/openai-speech-server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let deepgram: DeepgramServer;
let openai: OpenAiSpeechServer;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  deepgram = await startDeepgramServer();
  openai = await startOpenAiSpeechServer();
  deepgram.lists({
    tts: [
      { name: 'thalia', canonical_name: 'aura-2-thalia-en', languages: ['en', 'en-US'] },
      { name: 'viktoria', canonical_name: 'aura-2-viktoria-de', languages: ['de'] },
    ],
  });
  service = await startTestService({
    roles: ['api'],
    environment: {
      PARLEY_TTS: 'deepgram,openai',
      PARLEY_DEEPGRAM_KEY: 'd',
      PARLEY_DEEPGRAM_URL: deepgram.url,
      PARLEY_SPEECH_URL: openai.url,
      PARLEY_SPEECH_TTS_VOICES: 'af_heart, af_bella',
      PARLEY_SPEECH_TTS_LANGUAGES: 'EN,LV',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await deepgram.stop();
  await openai.stop();
});
beforeEach(async () => {
  // Each has a rate limit of its own.
  company = await service.newCompany();
  deepgram.answers({ seconds: 0.5 });
});

const voicesOf = async (language: string) => (await company.api.get(`/voices?language=${language}`)).body;
const newAgent = async (more: object = {}): Promise<string> =>
  (await company.api.post('/agents', { name: 'Grace', ...more })).body.id;
const preview = (id: string, body?: unknown) => company.api.post(`/agents/${id}/voice-preview`, body);
const lastSaid = () => deepgram.ttsRequests.at(-1);

test('the voices of a language are listed with the provider that agents without a voice use', async () => {
  const german = await voicesOf('DE');
  expect(german).toEqual({
    defaultProvider: 'deepgram',
    voices: [{ provider: 'deepgram', voiceId: 'aura-2-viktoria-de', name: 'Viktoria', note: null }],
    problems: [],
  });
  const english = await voicesOf('EN');
  const ids = english.voices
    .filter(({ provider }: { provider: string }) => provider !== 'offline')
    .map(({ voiceId }: { voiceId: string }) => voiceId);
  expect(ids).toEqual(['aura-2-thalia-en', 'af_heart', 'af_bella']);
  expect((await voicesOf('LV')).defaultProvider).toBe('openai');
  // The vendor was asked once.
  expect(deepgram.listRequests).toHaveLength(1);
});

test('the voice list of a language without text to speech is empty and says what to configure', async () => {
  const { defaultProvider, voices, problems } = await voicesOf('ET');
  expect({ defaultProvider, voices }).toEqual({ defaultProvider: null, voices: [] });
  expect(problems).toEqual([
    'No text to speech of this server speaks Estonian. Configure a vendor that does: see /docs/speech.',
  ]);
  expect((await preview(await newAgent({ language: 'ET' }))).status).toBe(503);
});

test("a voice preview is a WAV file of the agent's first message in the agent's voice", async () => {
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, I am an AI assistant.' },
    sections: [{ type: 'sequential', title: 'Talk', prompt: 'Talk.' }],
  };
  const voice = { provider: 'deepgram', voiceId: 'aura-2-zeus-en', speed: 1.2 };
  const id = await newAgent({ flow, voice });
  const response = await fetch(`${service.url}/agents/${id}/voice-preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.key}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('audio/wav');
  const { sound, rateHz } = readWav(new Uint8Array(await response.arrayBuffer()));
  expect(sound.length / rateHz).toBeCloseTo(0.5, 1);
  expect(lastSaid()?.body.text).toBe('Hello Ada, I am an AI assistant.');
  expect(Object.fromEntries(lastSaid()?.query ?? [])).toMatchObject({
    model: 'aura-2-zeus-en',
    speed: '1.2',
  });
});

test('a voice preview can use another voice, language or text before the agent is saved', async () => {
  const id = await newAgent();
  await preview(id, { language: 'DE', voice: { provider: 'deepgram', voiceId: 'aura-2-viktoria-de' } });
  expect(lastSaid()?.query.get('model')).toBe('aura-2-viktoria-de');
  expect(lastSaid()?.body.text).toContain('KI-Assistenten');
  await preview(id, { text: 'Good day, {{contact.first_name}}!' });
  expect(lastSaid()?.body.text).toBe('Good day, Ada!');
  expect((await company.api.get(`/agents/${id}`)).body).toMatchObject({ language: 'EN' });
});

test('the voice preview of a long first message is cut off after a whole word', async () => {
  const text = `I am an AI assistant. ${'Many words follow here. '.repeat(40)}`;
  const flow = {
    firstMessage: { type: 'first_message', text },
    sections: [{ type: 'sequential', title: 'Talk', prompt: 'Talk.' }],
  };
  await preview(await newAgent({ flow }));
  const said = lastSaid()?.body.text ?? '';
  expect(said.length).toBeLessThanOrEqual(300);
  expect(text.startsWith(`${said} `)).toBe(true);
});

test('when a TTS vendor fails, the reply names it in plain words and its own message is only in the log', async () => {
  const id = await newAgent();
  deepgram.answers({ status: 401, body: { err_msg: 'Invalid credentials of account 4711.' } });
  const refused = await preview(id);
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe(
    'deepgram rejected the request. Check the voice; if it is right, check the API key of this vendor on the server.',
  );
  expect(service.logged.join()).toContain('account 4711');
  deepgram.answers({ status: 503, body: {} });
  const down = await preview(id);
  expect(down.status).toBe(503);
  expect(down.body.message).toBe('deepgram cannot be reached. Try again in a moment.');
  expect(down.headers.get('retry-after')).toBe('10');
});

test('an invalid voice preview request is refused with all its problems', async () => {
  const id = await newAgent();
  const unknown = await preview(id, { voice: { provider: 'nobody' } });
  expect(unknown.status).toBe(400);
  expect(unknown.body.errors[0]).toContain('voice.provider is not configured on this server');
  const foreign = await preview(id, { language: 'ET', voice: { provider: 'deepgram' } });
  expect(foreign.status).toBe(422);
  expect(foreign.body.message).toBe('deepgram does not speak Estonian.');
  const wrong = await preview(id, { text: 'a'.repeat(301), voice: { speed: 9 }, language: 'XX' });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toHaveLength(3);
  expect((await preview(UNKNOWN)).status).toBe(404);
  expect((await company.api.get('/voices?language=XX')).status).toBe(400);
});

test('a voice preview needs the scope write:agents, works only for own agents, and is limited per minute', async () => {
  const id = await newAgent();
  const reader = await service.newKey({ companyId: company.id, scopes: ['read:agents'] });
  expect((await reader.api.get('/voices?language=EN')).status).toBe(200);
  expect((await reader.api.post(`/agents/${id}/voice-preview`)).status).toBe(403);
  const other = await service.newCompany();
  expect((await other.api.post(`/agents/${id}/voice-preview`)).status).toBe(403);
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await preview(id, { text: 'Hello.' })).status);
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(statuses[30]).toBe(429);
});
