import { expect, test } from 'vitest';
import { isNegated } from './typed-value.ts';

test.each([
  ['DE', 'das mache ich nie'],
  ['DE', 'without a licence'],
  ['PT', 'sem experiência'],
  ['ES', 'sin carnet'],
] as const)('%s: "%s" is negated', (language, plain) => {
  expect(isNegated(plain, language)).toBe(true);
});

test.each([
  ['SL', 'sem voznik'],
  ['HR', 'moj sin vozi'],
] as const)('%s: the negation of another language does not negate "%s"', (language, plain) => {
  expect(isNegated(plain, language)).toBe(false);
});
