import { expect, test } from 'vitest';
import { isSpeakable, sentencesOf } from './sentences.ts';

const all = (words: Parameters<typeof sentencesOf>[0]) => Array.fromAsync(sentencesOf(words));

async function* letters(text: string) {
  yield* text;
}

test.each([
  ['Hello Ada. I am an AI. Is that fine?', ['Hello Ada. ', 'I am an AI. ', 'Is that fine?']],
  ['Dr. Smith will call you. Soon!', ['Dr. Smith will call you. ', 'Soon!']],
  ['Am 3. Mai um 9. Bitte', ['Am 3. Mai um 9. Bitte']],
  ['It costs 3.50 euros. Really.', ['It costs 3.50 euros. ', 'Really.']],
  ['z. B. morgen. Ja?', ['z. B. morgen. ', 'Ja?']],
  ['今日はいい天気ですね。元気ですか？', ['今日はいい天気ですね。', '元気ですか？']],
  ['「はい。」そうです。', ['「はい。」', 'そうです。']],
  ['هل أنت بخير؟ نعم.', ['هل أنت بخير؟ ', 'نعم.']],
  ['She said "yes." Then she left.', ['She said "yes." ', 'Then she left.']],
  ['  no end at all ', ['no end at all']],
  ['', []],
])('a text for TTS is split into sentences: %s', async (text, sentences) => {
  expect(await all(text)).toEqual(sentences);
  expect(await all(letters(text))).toEqual(sentences);
  expect(sentences.join('')).toBe(text.trim());
});

test('a sentence is spoken before the next one arrives from the model', async () => {
  const { promise: never } = Promise.withResolvers<never>();
  async function* slow() {
    yield 'I see. And';
    yield await never;
  }
  expect((await sentencesOf(slow()).next()).value).toBe('I see. ');
});

test('a very long sentence is spoken in parts', async () => {
  const text = `${'and then we went on, '.repeat(40)}until ${'x'.repeat(600)}`;
  const pieces = await all(text);
  expect(pieces.every((piece) => piece.length <= 240)).toBe(true);
  expect(pieces[0]).toMatch(/on, $/);
  expect(pieces.join('')).toBe(text);
});

test('punctuation alone is not spoken by TTS', () => {
  expect(['…', ' "» ', 'a', '3', 'ね'].map(isSpeakable)).toEqual([false, false, true, true, true]);
});
