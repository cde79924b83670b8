import { languages } from '@parley/language/language.ts';
import { oneOf, optional, otherwise, type Setting, someOf, text, url } from './setting.ts';

const ears = ['offline', 'deepgram', 'openai'] as const;
const voices = ['offline', 'deepgram', 'elevenlabs', 'openai'] as const;
export type EarName = (typeof ears)[number];
export type VoiceName = (typeof voices)[number];

/** Those that a model knows; without a word on it, all. */
const someLanguages = (given: string | undefined) =>
  given ? someOf(languages, 'EN')(given.toUpperCase()) : languages;

/** Who hears and who speaks. */
export const speechSettings = {
  PARLEY_EAR: {
    meaning: `Who hears what people say, in the order in which they are tried: ${ears.join(', ')}; offline stands last`,
    preset: 'offline',
    read: someOf(ears, 'offline'),
  },
  PARLEY_VOICE: {
    meaning: `Who speaks for agents that name no voice, likewise: ${voices.join(', ')}`,
    preset: 'offline',
    read: someOf(voices, 'offline'),
  },
  PARLEY_DEEPGRAM_KEY: { meaning: 'Key of Deepgram', preset: 'none', secret: true, read: optional },
  PARLEY_DEEPGRAM_URL: {
    meaning: 'Where Deepgram answers: another region, or one of your own',
    preset: 'https://api.deepgram.com',
    read: otherwise('https://api.deepgram.com', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_KEY: { meaning: 'Key of ElevenLabs', preset: 'none', secret: true, read: optional },
  PARLEY_ELEVENLABS_URL: {
    meaning: 'Where ElevenLabs answers: another region',
    preset: 'https://api.elevenlabs.io',
    read: otherwise('https://api.elevenlabs.io', url(['http:', 'https:'])),
  },
  PARLEY_ELEVENLABS_VOICE: {
    meaning: 'Id of the voice that speaks for agents that name none',
    preset: 'JBFqnCBsd6RMkjVDRZzb',
    read: text('JBFqnCBsd6RMkjVDRZzb'),
  },
  PARLEY_SPEECH_URL: {
    meaning: 'Where an ear or a voice answers that speaks like OpenAI, such as http://localhost:8000/v1',
    preset: 'https://api.openai.com/v1',
    read: url(['http:', 'https:']),
  },
  PARLEY_SPEECH_KEY: { meaning: 'Its key', preset: 'none', secret: true, read: optional },
  PARLEY_SPEECH_EAR_MODEL: {
    meaning: 'Its model that hears',
    preset: 'gpt-4o-mini-transcribe',
    read: text('gpt-4o-mini-transcribe'),
  },
  PARLEY_SPEECH_EAR_LANGUAGES: {
    meaning: 'The languages that it hears, such as EN,DE',
    preset: 'all 32',
    read: someLanguages,
  },
  PARLEY_SPEECH_VOICE_MODEL: {
    meaning: 'Its model that speaks',
    preset: 'gpt-4o-mini-tts',
    read: text('gpt-4o-mini-tts'),
  },
  PARLEY_SPEECH_VOICE_LANGUAGES: {
    meaning: 'The languages that it speaks, likewise',
    preset: 'all 32',
    read: someLanguages,
  },
  PARLEY_INSTALL_SPEECH: {
    meaning: 'Whether npm start installs the offline ear and voice (300 MB): on or off',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
} as const satisfies Record<string, Setting<unknown>>;
