import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import {
  type OpenAiSpeechServer,
  startOpenAiSpeechServer,
} from '@parley/testing/speech-servers/openai-speech-server.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { makeSpeech, type Speech } from './speech.ts';

const nothing: SpeechPackages = {
  stt: { missing: ['stt-package'] },
  tts: { missing: ['a-voice'] },
  detector: { missing: ['a-detector'] },
};

let deepgram: DeepgramServer;
let openai: OpenAiSpeechServer;
let speech: Speech | undefined;
beforeEach(async () => {
  deepgram = await startDeepgramServer();
  openai = await startOpenAiSpeechServer();
});
afterEach(async () => {
  await speech?.stop();
  await deepgram.stop();
  await openai.stop();
});

function made(environment: Record<string, string>): Speech {
  const vendors = {
    PARLEY_DEEPGRAM_KEY: 'd',
    PARLEY_DEEPGRAM_URL: deepgram.url,
    PARLEY_SPEECH_URL: openai.url,
    PARLEY_SPEECH_TTS_MODEL: 'kokoro',
  };
  speech = makeSpeech(loadConfig({ ...vendors, ...environment }, {}).config, nothing, () => {});
  return speech;
}

async function say(tts: TextToSpeech, voiceId: string | null = null): Promise<void> {
  const order = { text: 'Hello.', rateHz: 8000, language: 'en', voiceId, speed: 1 } as const;
  for await (const _ of tts.speak(order, new AbortController().signal)) {
    // Who was asked to say it is what matters here.
  }
}

const asked = () => ({
  deepgram: deepgram.ttsRequests.map(({ query }) => query.get('model')),
  openai: openai.speeches.map(({ body }) => [body.model, body.voice]),
});

test('an agent without a TTS vendor uses the first configured vendor', async () => {
  const { tts } = made({ PARLEY_TTS: 'openai,deepgram' }).forCall(
    { provider: null, voiceId: null, speed: 1 },
    () => {},
  );
  await say(tts, 'nova');
  expect(asked()).toEqual({ deepgram: [], openai: [['kokoro', 'nova']] });
});

test('an agent uses the TTS vendor that it names, and the other vendors as fallbacks', async () => {
  const notes: string[] = [];
  const { tts } = made({ PARLEY_TTS: 'openai' }).forCall(
    { provider: 'deepgram', voiceId: null, speed: 1 },
    (_part, text, instead) => notes.push(`${text} → ${instead}`),
  );
  await say(tts, 'aura-2-zeus-en');
  deepgram.answers({ status: 401, body: { err_msg: 'Invalid credentials.' } });
  await say(tts, 'aura-2-hera-en');
  expect(asked()).toEqual({ deepgram: ['aura-2-zeus-en', 'aura-2-hera-en'], openai: [['kokoro', 'alloy']] });
  expect(notes).toEqual(['deepgram failed: 401 Invalid credentials. → openai']);
});

test('an agent whose TTS vendor is not configured uses the default voice, and that is noted', async () => {
  const notes: string[] = [];
  const { tts } = made({ PARLEY_TTS: 'openai' }).forCall(
    { provider: 'acme', voiceId: null, speed: 1 },
    (_part, text, instead) => notes.push(`${text} → ${instead}`),
  );
  await say(tts, 'anna');
  expect(asked().openai).toEqual([['kokoro', 'alloy']]);
  expect(notes).toEqual(["The agent's voice is of acme, which is not configured → openai"]);
});

test('a sentence that was spoken before is not synthesised again', async () => {
  const { forCall } = made({ PARLEY_TTS: 'deepgram' });
  for (let call = 0; call < 3; call += 1)
    await say(forCall({ provider: null, voiceId: null, speed: 1 }, () => {}).tts);
  expect(deepgram.ttsRequests).toHaveLength(1);
});

test('missing speech packages are reported in plain words, and speech vendors work without them', () => {
  const { missing, sttChoices, ttsChoices } = made({
    PARLEY_STT: 'deepgram,openai',
    PARLEY_TTS: 'deepgram',
  });
  expect(missing).toEqual([
    'The offline STT is not installed (stt-package): the first spoken web call fetches it, or npx parley speech install, unless PARLEY_INSTALL_SPEECH=off.',
    'The offline TTS is not installed (a-voice): npm start installs it, unless PARLEY_INSTALL_SPEECH=off.',
    'Speech is detected by loudness alone: the VAD model is not installed (a-detector): the first spoken web call fetches it, or npx parley speech install, unless PARLEY_INSTALL_SPEECH=off.',
  ]);
  expect([sttChoices.map(({ name }) => name), ttsChoices.map(({ name }) => name)]).toEqual([
    ['deepgram', 'openai'],
    ['deepgram'],
  ]);
});
