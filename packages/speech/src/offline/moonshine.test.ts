import { expect, test } from 'vitest';
import { vocabularyIn, vocabularyOf, withoutLoops } from './moonshine.ts';

test('repetition loops of the STT model are removed from its text', () => {
  expect(withoutLoops(`I see. ${'and then '.repeat(12)}`)).toBe('I see. and then ');
  expect(withoutLoops('the the the the the the')).toBe('the');
  expect(withoutLoops('j____________')).toBe('j_');
});

test('words that people really repeat are kept in the text of the STT model', () => {
  const text = 'No no no, very very good, yes yes yes yes.';
  expect(withoutLoops(text)).toBe(text);
});

test('a long text of the STT model without loops is processed quickly', () => {
  const words = Array.from({ length: 400 }, (_, n) => `word${n % 37}`).join(' ');
  expect(withoutLoops(words)).toBe(words);
});

const pieces = ['<unk>', '<s>', '</s>', '<0xC3>', '<0xA9>', '▁I', '▁live', 's', '▁in'];

test('tokens of the STT model become words, and special tokens are left out', () => {
  expect(vocabularyOf(pieces).textOf([1, 5, 6, 7, 8, 2, 32_100])).toBe('I lives in');
});

test('characters that the STT model splits into bytes are joined', () => {
  expect(vocabularyOf(pieces).textOf([5, 3, 4])).toBe('Ié');
});

test('the vocabulary of the STT model is found in scripts of every kind', () => {
  const script = `var a="x";const v="${Buffer.from(pieces.join('\n')).toString('base64')}",b='y'`;
  expect(vocabularyIn(script).textOf([6])).toBe('live');
  expect(() => vocabularyIn('nothing')).toThrow('no vocabulary');
});
