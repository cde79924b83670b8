import type { Dispatcher } from 'undici';
import type { Ear } from '../calls/speech/ear.ts';
import { deepgramEar, deepgramLimits } from '../calls/speech/vendors/deepgram-ear.ts';
import { deepgramSpeaks, deepgramVoice } from '../calls/speech/vendors/deepgram-voice.ts';
import { elevenLabsSpeaks, elevenLabsVoice } from '../calls/speech/vendors/elevenlabs-voice.ts';
import { openAiEar } from '../calls/speech/vendors/openai-ear.ts';
import { openAiVoice } from '../calls/speech/vendors/openai-voice.ts';
import type { Voice } from '../calls/speech/voice.ts';
import type { Config } from './config.ts';
import type { EarName, VoiceName } from './settings/speech-settings.ts';

interface Known<Organ> {
  readonly organ: Organ;
  readonly knows: (language: string) => boolean;
}

/** What each vendor needs of the configuration; undefined where that is not there. A further vendor is a row here. */
type Vendors<Name extends string, Organ> = Readonly<
  Record<Exclude<Name, 'offline'>, (config: Config, connections: Dispatcher) => Known<Organ> | undefined>
>;

const PATIENCE_MS = 5_000;
const OPENAI_URL = 'https://api.openai.com/v1';
const allLanguages = (): boolean => true;

export const vendorEars: Vendors<EarName, Ear> = {
  deepgram({ PARLEY_DEEPGRAM_KEY: key, PARLEY_DEEPGRAM_URL: url }, connections) {
    if (key === undefined) return undefined;
    const organ = deepgramEar({ url: asWebSocket(url), key, connections, limits: deepgramLimits });
    return { organ, knows: allLanguages };
  },
  openai(config, connections) {
    const endpoint = openAiEndpoint(config);
    if (endpoint === undefined) return undefined;
    const model = config.PARLEY_SPEECH_EAR_MODEL;
    return {
      organ: openAiEar({ ...endpoint, model, connections, patienceMs: PATIENCE_MS }),
      knows: allLanguages,
    };
  },
};

export const vendorVoices: Vendors<VoiceName, Voice> = {
  deepgram({ PARLEY_DEEPGRAM_KEY: key, PARLEY_DEEPGRAM_URL: url }, connections) {
    if (key === undefined) return undefined;
    return {
      organ: deepgramVoice({ url, key, connections, patienceMs: PATIENCE_MS }),
      knows: deepgramSpeaks,
    };
  },
  elevenlabs(
    { PARLEY_ELEVENLABS_KEY: key, PARLEY_ELEVENLABS_URL: url, PARLEY_ELEVENLABS_VOICE: voiceId },
    connections,
  ) {
    if (key === undefined) return undefined;
    const organ = elevenLabsVoice({
      url: asWebSocket(url),
      key,
      voiceId,
      connections,
      patienceMs: PATIENCE_MS,
    });
    return { organ, knows: elevenLabsSpeaks };
  },
  openai(config, connections) {
    const endpoint = openAiEndpoint(config);
    if (endpoint === undefined) return undefined;
    const model = config.PARLEY_SPEECH_VOICE_MODEL;
    return {
      organ: openAiVoice({ ...endpoint, model, connections, patienceMs: PATIENCE_MS }),
      knows: allLanguages,
    };
  },
};

function openAiEndpoint({ PARLEY_SPEECH_URL: url, PARLEY_SPEECH_KEY: key }: Config) {
  if ((url ?? key) === undefined) return undefined;
  return { url: url ?? OPENAI_URL, ...(key === undefined ? {} : { key }) };
}

const asWebSocket = (url: string): string => url.replace(/^http/, 'ws');
