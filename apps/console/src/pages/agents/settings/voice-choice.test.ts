import { expect, test } from 'vitest';
import { choiceOf, OTHER, sentVoice, voiceChoices, voiceOf } from './voice-choice.ts';

const none = { provider: '', voiceId: '' };
const available = {
  defaultProvider: 'deepgram',
  voices: [
    { provider: 'deepgram', voiceId: 'aura-2-thalia-en', name: 'Thalia', note: 'feminine' },
    { provider: 'offline', voiceId: 'slt', name: 'SLT', note: null },
  ],
  problems: [],
};

test('voices are listed by provider, after the default voice', () => {
  expect(voiceChoices(available, none).map(({ words, group }) => [group, words])).toEqual([
    [undefined, 'Default (deepgram)'],
    ['deepgram', 'Default voice'],
    ['deepgram', 'Thalia (feminine)'],
    ['offline', 'Default voice'],
    ['offline', 'SLT'],
    [undefined, 'Another voice…'],
  ]);
});

test("the agent's own voice is listed while the voices load, and when the provider does not list it", () => {
  const own = { provider: 'elevenlabs', voiceId: 'JBFq' };
  for (const list of [undefined, available]) {
    const choices = voiceChoices(list, own);
    expect(choices.filter(({ value }) => value === choiceOf(own))).toEqual([
      { value: choiceOf(own), words: 'elevenlabs: JBFq' },
    ]);
    expect(choices.at(-1)?.value).toBe(OTHER);
  }
});

test('a voice that is encoded as a list option decodes to the same voice', () => {
  for (const voice of [none, { provider: 'offline', voiceId: '' }, { provider: 'a"b', voiceId: 'c,d' }])
    expect(voiceOf(choiceOf(voice))).toEqual(voice);
});

test('a voice preview is requested without the speed if the entered speed is invalid', () => {
  expect(sentVoice({ ...none, speed: '1.2' })).toEqual({ provider: null, voiceId: null, speed: 1.2 });
  for (const speed of ['', '9', 'fast'])
    expect(sentVoice({ provider: 'offline', voiceId: ' slt ', speed })).toEqual({
      provider: 'offline',
      voiceId: 'slt',
    });
});
