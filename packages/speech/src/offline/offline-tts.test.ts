import { expect, test } from 'vitest';
import { englishLetters, spokenPieces } from './offline-tts.ts';

test('letters and punctuation of other languages are replaced by English ones for the offline TTS', () => {
  expect(englishLetters('Zoë Müller’s “offer” – 40 € …')).toBe('Zoe Muller\'s "offer" , 40 euro .');
  expect(englishLetters('Łukasz Sørensen from Großau')).toBe('Lukasz Sorensen from Grossau');
});

test('a text in another script becomes empty for the offline TTS', () => {
  expect(['你好。', 'שלום', '…', ' '].map(englishLetters)).toEqual(['', '', '', '']);
});

test('a text is synthesised sentence by sentence', () => {
  expect(spokenPieces('Hello. How are you? I am fine.')).toEqual(['Hello.', 'How are you?', 'I am fine.']);
});

test('a long first sentence starts with a short clause, so that playback starts early', () => {
  const text =
    'Good morning Mr Miller, this is Grace from Acme, and I am calling about the position of a nurse in Basel.';
  const [first = '', ...others] = spokenPieces(text);
  expect(first).toBe('Good morning Mr Miller, this is Grace from Acme,');
  expect([first, ...others].join(' ')).toBe(text);
});

test('a sentence without clauses is synthesised as a whole by the offline TTS', () => {
  const text = 'word '.repeat(60).trim();
  expect(spokenPieces(text)).toEqual([text]);
});
