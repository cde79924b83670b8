import { expect, test } from 'vitest';
import { vocabularyIn, vocabularyOf } from './vocabulary.ts';

const pieces = ['<unk>', '<s>', '</s>', '<0xC3>', '<0xA9>', '▁I', '▁live', 's', '▁in'];

test('tokens become words, and those that mean nothing to a reader are left out', () => {
  expect(vocabularyOf(pieces).textOf([1, 5, 6, 7, 8, 2, 32_100])).toBe('I lives in');
});

test('letters that came as bytes are put together', () => {
  expect(vocabularyOf(pieces).textOf([5, 3, 4])).toBe('Ié');
});

test('the vocabulary is found in a script, wherever it stands', () => {
  const script = `var a="x";const v="${Buffer.from(pieces.join('\n')).toString('base64')}",b='y'`;
  expect(vocabularyIn(script).textOf([6])).toBe('live');
  expect(() => vocabularyIn('nothing')).toThrow('no vocabulary');
});
