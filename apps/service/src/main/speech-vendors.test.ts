import type { SpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { isSpoken } from '@parley/speech/spoken-languages.ts';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { languageLine, speechLanguages } from './speech-vendors.ts';

const installed = {
  stt: { files: {} },
  tts: { files: {} },
  detector: { files: {} },
} as unknown as SpeechPackages;
const nothing: SpeechPackages = {
  stt: { missing: ['an-stt'] },
  tts: { missing: ['a-tts'] },
  detector: { missing: ['a-detector'] },
};

const languagesWith = (environment: Record<string, string>, packages = installed) =>
  speechLanguages(loadConfig(environment, {}).config, packages);

/** Whether English, German and Chinese calls are spoken, of an agent that wants this vendor's voice. */
function spoken(environment: Record<string, string>, provider: string | null = null, packages = installed) {
  const languages = languagesWith(environment, packages);
  return (['EN', 'DE', 'ZH'] as const).filter((language) => isSpoken(languages, language, { provider }));
}

const deepgram = { PARLEY_STT: 'deepgram', PARLEY_TTS: 'deepgram', PARLEY_DEEPGRAM_KEY: 'd' };

test('without speech vendors calls are spoken in English only, and without speech packages in no language', () => {
  expect(spoken({})).toEqual(['EN']);
  expect(spoken({}, null, nothing)).toEqual([]);
});

test('a language is supported if some vendor has STT and some vendor has TTS for it', () => {
  expect(spoken(deepgram)).toEqual(['EN', 'DE']);
  expect(spoken(deepgram, null, nothing)).toEqual(['EN', 'DE']);
  expect(spoken({ ...deepgram, PARLEY_STT: 'offline' })).toEqual(['EN']);
  expect(spoken({ PARLEY_SPEECH_KEY: 'o', PARLEY_STT: 'openai', PARLEY_TTS: 'openai' })).toEqual([
    'EN',
    'DE',
    'ZH',
  ]);
});

test('a self-hosted speech server is used only for the languages configured for it', () => {
  const own = { PARLEY_SPEECH_URL: 'http://localhost:8000/v1', PARLEY_STT: 'openai', PARLEY_TTS: 'openai' };
  expect(spoken({ ...own, PARLEY_SPEECH_TTS_LANGUAGES: 'en,zh' })).toEqual(['EN', 'ZH']);
  expect(spoken({ ...own, PARLEY_SPEECH_STT_LANGUAGES: 'DE' }, null, nothing)).toEqual(['DE']);
  expect(() => spoken({ ...own, PARLEY_SPEECH_STT_LANGUAGES: 'Klingon' })).toThrow(
    'PARLEY_SPEECH_STT_LANGUAGES',
  );
});

test("the vendor of an agent's voice is used only if its API key is configured", () => {
  const both = { ...deepgram, PARLEY_ELEVENLABS_KEY: 'e' };
  expect(spoken(both)).toEqual(['EN', 'DE']);
  expect(spoken(both, 'elevenlabs')).toEqual(['EN', 'DE', 'ZH']);
  expect(spoken(deepgram, 'elevenlabs')).toEqual(['EN', 'DE']);
});

test('the startup summary lists the spoken languages, and says what happens in the others', () => {
  expect(languageLine(languagesWith({}), 'Others are typed.')).toBe(
    'Calls are spoken in English. Others are typed.',
  );
  expect(languageLine(languagesWith({}, nothing), 'Others are typed.')).toBe(
    'Calls are spoken in no language. Others are typed.',
  );
  expect(languageLine(languagesWith(deepgram), '')).toContain(
    'English, German, French, Spanish, Italian, Dutch',
  );
  const openai = { PARLEY_SPEECH_KEY: 'o', PARLEY_STT: 'openai', PARLEY_TTS: 'openai' };
  expect(languageLine(languagesWith(openai), 'Others are typed.')).toBe(
    'Calls are spoken in all 32 languages.',
  );
});
