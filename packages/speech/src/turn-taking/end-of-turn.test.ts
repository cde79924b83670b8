import { languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { END_OF_TURN_SILENCE_MS, endOfTurnSilenceMs, openWords } from './end-of-turn.ts';

test.each([
  ['I have worked there for three years.', 'en', 300],
  ['Could you say that again?', 'en', 300],
  ['I have worked there and', 'en', 1200],
  ['I have worked there and.', 'en', 1200],
  ['Well, um', 'en', 1200],
  ['First of all,', 'en', 1200],
  ['I think...', 'en', 1200],
  ['yes', 'en', 500],
  ['I have worked there for three years', 'en', 700],
  ['', 'en', 1200],
  ['Ich arbeite dort, weil', 'de', 1200],
  ['Ich arbeite dort.', 'de', 300],
  ['parce que', 'fr', 1200],
  ['Я работаю, потому что', 'ru', 1200],
  ['仕事ですけど', 'ja', 1200],
  ['東京です。', 'ja', 300],
  ['然后', 'zh', 1200],
  ['我在北京工作。', 'zh', 300],
  ['هل هذا صحيح؟', 'ar', 300],
  ['a language without data', 'xx', 700],
])('after "%s" (%s) the turn ends after %d ms of silence', (text, language, ms) => {
  expect(endOfTurnSilenceMs(text, language)).toBe(ms);
});

test('every language has words that leave a sentence open, and every wait is within the limits', () => {
  for (const language of languages.map((one) => one.toLowerCase())) {
    const words = openWords(language);
    expect(words.length, language).toBeGreaterThan(10);
    for (const word of words)
      expect(endOfTurnSilenceMs(word, language), `${language} ${word}`).toBe(
        END_OF_TURN_SILENCE_MS.unfinished,
      );
    expect(endOfTurnSilenceMs('Zürich 12!', language)).toBe(END_OF_TURN_SILENCE_MS.finished);
  }
});
