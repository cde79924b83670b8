import { expect, test } from 'vitest';
import { vocabularyIn, vocabularyOf, withoutLoops } from './moonshine.ts';

test('cuts the loops of a model that repeats itself', () => {
  expect(withoutLoops(`I see. ${'and then '.repeat(12)}`)).toBe('I see. and then ');
  expect(withoutLoops('the the the the the the')).toBe('the');
});

test('keeps what people really repeat', () => {
  const text = 'No no no, very very good, yes yes yes yes.';
  expect(withoutLoops(text)).toBe(text);
});

test('a long text without loops is fast', () => {
  const words = Array.from({ length: 400 }, (_, n) => `word${n % 37}`).join(' ');
  expect(withoutLoops(words)).toBe(words);
});

const pieces = ['<unk>', '<s>', '</s>', '<0xC3>', '<0xA9>', '▁I', '▁live', 's', '▁in'];

test('tokens become words, and special tokens are left out', () => {
  expect(vocabularyOf(pieces).textOf([1, 5, 6, 7, 8, 2, 32_100])).toBe('I lives in');
});

test('joins letters that came as bytes', () => {
  expect(vocabularyOf(pieces).textOf([5, 3, 4])).toBe('Ié');
});

test('finds the vocabulary anywhere in a script', () => {
  const script = `var a="x";const v="${Buffer.from(pieces.join('\n')).toString('base64')}",b='y'`;
  expect(vocabularyIn(script).textOf([6])).toBe('live');
  expect(() => vocabularyIn('nothing')).toThrow('no vocabulary');
});
