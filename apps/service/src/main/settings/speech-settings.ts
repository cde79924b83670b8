import { languages } from '@parley/language/language.ts';
import { oneOf, optional, otherwise, type Setting, someOf, text, url } from './setting.ts';

const sttNames = ['offline', 'deepgram', 'openai'] as const;
const ttsNames = ['offline', 'deepgram', 'elevenlabs', 'openai'] as const;
export type SttName = (typeof sttNames)[number];
export type TtsName = (typeof ttsNames)[number];

/** The languages that a model knows; by default all. */
const someLanguages = (given: string | undefined) =>
  given ? someOf(languages, 'EN')(given.toUpperCase()) : languages;

/** Those of OpenAI's own models, which it does not list. */
const OPENAI_VOICES = 'alloy,ash,ballad,coral,echo,fable,nova,onyx,sage,shimmer,verse';
const names = (given: string): readonly string[] => given.split(',').flatMap((name) => name.trim() || []);

/** Speech to text (STT) and text to speech (TTS). */
export const speechSettings = {
  PARLEY_STT: {
    meaning: `Speech-to-text vendors, in order of preference: ${sttNames.join(', ')}; offline is always tried last`,
    preset: 'offline',
    read: someOf(sttNames, 'offline'),
  },
  PARLEY_TTS: {
    meaning: `Text-to-speech vendors for agents without a voice of their own, in order of preference: ${ttsNames.join(', ')}`,
    preset: 'offline',
    read: someOf(ttsNames, 'offline'),
  },
  PARLEY_DEEPGRAM_KEY: { meaning: 'Deepgram API key', preset: 'none', secret: true, read: optional },
  PARLEY_DEEPGRAM_URL: {
    meaning: 'Deepgram endpoint: another region, or a self-hosted one',
    preset: 'https://api.deepgram.com',
    read: otherwise('https://api.deepgram.com', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_KEY: { meaning: 'ElevenLabs API key', preset: 'none', secret: true, read: optional },
  PARLEY_ELEVENLABS_URL: {
    meaning: 'ElevenLabs endpoint of another region',
    preset: 'https://api.elevenlabs.io',
    read: otherwise('https://api.elevenlabs.io', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_VOICE: {
    meaning: 'ElevenLabs voice id for agents without a voice of their own',
    preset: 'JBFqnCBsd6RMkjVDRZzb',
    read: text('JBFqnCBsd6RMkjVDRZzb'),
  },
  PARLEY_SPEECH_URL: {
    meaning: 'OpenAI-compatible speech endpoint, such as http://localhost:8000/v1',
    preset: 'https://api.openai.com/v1',
    read: url(['http:', 'https:']),
  },
  PARLEY_SPEECH_KEY: { meaning: 'Key of that speech endpoint', preset: 'none', secret: true, read: optional },
  PARLEY_SPEECH_STT_MODEL: {
    meaning: 'Speech-to-text model of that endpoint',
    preset: 'gpt-4o-mini-transcribe',
    read: text('gpt-4o-mini-transcribe'),
  },
  PARLEY_SPEECH_STT_LANGUAGES: {
    meaning: 'Languages that its speech-to-text model knows, such as EN,DE',
    preset: `all ${languages.length}`,
    read: someLanguages,
  },
  PARLEY_SPEECH_TTS_MODEL: {
    meaning: 'Text-to-speech model of that endpoint',
    preset: 'gpt-4o-mini-tts',
    read: text('gpt-4o-mini-tts'),
  },
  PARLEY_SPEECH_TTS_VOICES: {
    meaning: 'Voices of its text-to-speech model, among which an agent can choose',
    preset: OPENAI_VOICES,
    read: (given: string | undefined) => names(given || OPENAI_VOICES),
  },
  PARLEY_SPEECH_TTS_LANGUAGES: {
    meaning: 'Languages that its text-to-speech model knows, such as EN,DE',
    preset: `all ${languages.length}`,
    read: someLanguages,
  },
  PARLEY_INSTALL_SPEECH: {
    meaning: 'Install the offline TTS with npm start, and the offline STT when it is first needed: on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
} as const satisfies Record<string, Setting<unknown>>;
