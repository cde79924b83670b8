import { type Language, languages, localeOf } from '@parley/language/language.ts';
import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import type { SpeechToText } from '@parley/speech/speech-to-text.ts';
import { isSpoken, type SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { deepgramLimits, deepgramStt } from '@parley/speech/vendors/deepgram-stt.ts';
import { deepgramDefaultVoices, deepgramSpeaks, deepgramTts } from '@parley/speech/vendors/deepgram-tts.ts';
import { elevenLabsSpeaks, elevenLabsTts } from '@parley/speech/vendors/elevenlabs-tts.ts';
import { openAiStt } from '@parley/speech/vendors/openai-stt.ts';
import { openAiTts } from '@parley/speech/vendors/openai-tts.ts';
import { deepgramVoices, elevenLabsVoices } from '@parley/speech/vendors/vendor-voices.ts';
import type { VoiceList } from '@parley/speech/voice-list.ts';
import type { Dispatcher } from 'undici';
import type { Config } from './config.ts';
import type { SttName, TtsName } from './settings/speech-settings.ts';

/** Whether an engine knows a language; the code is in lower case. */
export type Knows = (language: string) => boolean;

interface Vendor<Engine> {
  /** Where it answers. */
  readonly url: string;
  readonly knows: Knows;
  readonly make: (connections: Dispatcher) => Engine;
}

interface TtsVendor extends Vendor<TextToSpeech> {
  readonly voices: (connections: Dispatcher) => VoiceList;
}

/** What each vendor makes of the configuration; undefined where it is not configured. A further vendor is a row here. */
type Table<Name extends string, Made> = Readonly<
  Record<Exclude<Name, 'offline'>, (config: Config) => Made | undefined>
>;
export type Vendors<Name extends string, Engine> = Table<Name, Vendor<Engine>>;

const PATIENCE_MS = 5_000;
const OPENAI_URL = 'https://api.openai.com/v1';
const allLanguages: Knows = () => true;
const knowing =
  (known: readonly Language[]): Knows =>
  (language) =>
    known.includes(language.toUpperCase() as Language);

export const sttVendors: Vendors<SttName, SpeechToText> = {
  deepgram({ PARLEY_DEEPGRAM_KEY: key, PARLEY_DEEPGRAM_URL: url }) {
    if (key === undefined) return undefined;
    return {
      url,
      knows: allLanguages,
      make: (connections) => deepgramStt({ url: asWebSocket(url), key, connections, limits: deepgramLimits }),
    };
  },
  openai(config) {
    const endpoint = openAiEndpoint(config);
    if (endpoint === undefined) return undefined;
    const { PARLEY_SPEECH_STT_MODEL: model, PARLEY_SPEECH_STT_LANGUAGES: known } = config;
    return {
      url: endpoint.url,
      knows: knowing(known),
      make: (connections) => openAiStt({ ...endpoint, model, connections, patienceMs: PATIENCE_MS }),
    };
  },
};

export const ttsVendors: Table<TtsName, TtsVendor> = {
  deepgram({ PARLEY_DEEPGRAM_KEY: key, PARLEY_DEEPGRAM_URL: url }) {
    if (key === undefined) return undefined;
    return {
      url,
      knows: deepgramSpeaks,
      make: (connections) => deepgramTts({ url, key, connections, patienceMs: PATIENCE_MS }),
      voices: (connections) => ({
        known: deepgramDefaultVoices,
        read: () => deepgramVoices({ url, key, connections, patienceMs: PATIENCE_MS }),
      }),
    };
  },
  elevenlabs({ PARLEY_ELEVENLABS_KEY: key, PARLEY_ELEVENLABS_URL: url, PARLEY_ELEVENLABS_VOICE: voiceId }) {
    if (key === undefined) return undefined;
    return {
      url,
      knows: elevenLabsSpeaks,
      make: (connections) =>
        elevenLabsTts({ url: asWebSocket(url), key, voiceId, connections, patienceMs: PATIENCE_MS }),
      voices: (connections) => ({
        known: [{ voiceId, name: voiceId, note: null }],
        read: () => elevenLabsVoices({ url, key, connections, patienceMs: PATIENCE_MS }),
      }),
    };
  },
  openai(config) {
    const endpoint = openAiEndpoint(config);
    if (endpoint === undefined) return undefined;
    const { PARLEY_SPEECH_TTS_MODEL: model, PARLEY_SPEECH_TTS_LANGUAGES: known } = config;
    return {
      url: endpoint.url,
      knows: knowing(known),
      make: (connections) => openAiTts({ ...endpoint, model, connections, patienceMs: PATIENCE_MS }),
      voices: () => ({
        known: config.PARLEY_SPEECH_TTS_VOICES.map((name) => ({ voiceId: name, name, note: null })),
      }),
    };
  },
};

function openAiEndpoint({ PARLEY_SPEECH_URL: url, PARLEY_SPEECH_KEY: key }: Config) {
  if ((url ?? key) === undefined) return undefined;
  return { url: url ?? OPENAI_URL, ...(key === undefined ? {} : { key }) };
}

const asWebSocket = (url: string): string => url.replace(/^http/, 'ws');

export const offlineKnows: Knows = (language) => language === 'en';

/** Which languages the configured vendors and installed models know, without sending a request. */
export function speechLanguages(config: Config, packages: SpeechPackages): SpokenLanguages {
  // Models may be installed while the service runs.
  const sttLanguages = knownBy(sttVendors, config, () => 'files' in packages.stt);
  const ttsLanguages = knownBy(ttsVendors, config, () => 'files' in packages.tts);
  return {
    transcribes: (language) => isKnown(sttLanguages, [...config.PARLEY_STT, 'offline'], language),
    speaks: (language, { provider }) =>
      isKnown(ttsLanguages, [...config.PARLEY_TTS, 'offline', provider ?? 'offline'], language),
  };
}

function knownBy(
  vendors: Vendors<string, unknown>,
  config: Config,
  isInstalled: () => boolean,
): ReadonlyMap<string, Knows> {
  const known = new Map<string, Knows>([['offline', (language) => offlineKnows(language) && isInstalled()]]);
  for (const [name, configured] of Object.entries(vendors)) {
    const vendor = configured(config);
    if (vendor !== undefined) known.set(name, vendor.knows);
  }
  return known;
}

const isKnown = (known: ReadonlyMap<string, Knows>, names: readonly string[], language: Language): boolean =>
  names.some((name) => known.get(name)?.(language.toLowerCase()));

/** Tells the operator what happens to calls in other languages. */
export const OTHER_LANGUAGES =
  'In other languages a web call is typed, and a telephone call is not understood. Vendors know more languages: see docs/speech.md.';

/** Which languages calls are spoken in, and what is to be said of the others if there are any. */
export function languageLine(spoken: SpokenLanguages, ofOthers: string): string {
  const known = languages.filter((language) => isSpoken(spoken, language, { provider: null }));
  if (known.length === languages.length) return `Calls are spoken in all ${known.length} languages.`;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const list = known.map((language) => names.of(localeOf(language)) ?? language);
  return `Calls are spoken in ${new Intl.ListFormat('en').format(list) || 'no language'}. ${ofOthers}`;
}
