import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { withDigits } from './number-words.ts';
import { withPlainDigits } from './written-number.ts';

/** A text with its numbers, in words or in digits, as digits with nothing but a decimal point between them. */
export function withNumbers(text: string, language: Language): string {
  const plain = withPlainDigits(text, language);
  return countingIn(language)?.withDigits(plain) ?? withDigits(plain);
}

/** The first number of a text, in words or digits, with or without thousands separators. */
export function readNumber(text: string, language: Language): number | undefined {
  const found = /\d+(?:\.\d+)?/.exec(withNumbers(text, language));
  if (found === null) return undefined;
  const isNegative = /(?:\bminus |(?<!\S)[-−])$/i.test(found.input.slice(0, found.index));
  return (isNegative ? -1 : 1) * Number(found[0]);
}
