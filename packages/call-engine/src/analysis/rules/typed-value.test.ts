import { expect, test } from 'vitest';
import { isNegated } from './typed-value.ts';

test.each([
  ['DE', 'das mache ich nie'],
  ['DE', 'without a licence'],
  ['PT', 'sem experiência'],
  ['ES', 'sin carnet'],
] as const)('in a call in %s, "%s" is recognised as negated', (language, plain) => {
  expect(isNegated(plain, language)).toBe(true);
});

test.each([
  ['SL', 'sem voznik'],
  ['HR', 'moj sin vozi'],
] as const)(
  'in a call in %s, a word that negates in another language does not negate "%s"',
  (language, plain) => {
    expect(isNegated(plain, language)).toBe(false);
  },
);
