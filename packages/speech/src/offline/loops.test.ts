import { expect, test } from 'vitest';
import { withoutLoops } from './loops.ts';

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
