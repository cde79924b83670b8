import type { Language } from './language.ts';
import { writing } from './locale-tables.ts';

/** The digits of one number, with whatever parts them. */
const DIGITS = /\d+(?:[.,' ’\u00a0\u202f]\d+)*/;

const GROUPED = /^[1-9]\d{0,2}(?:([,' ’\u00a0\u202f])\d{3}(?:\1\d{3})*|\.\d{3}(?:\.\d{3})+)(?!\d)/;
const GROUPED_BY_POINT = /^[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/;

/**
 * The value of a number in digits. Three digits behind a comma, a space or an apostrophe are thousands; behind a
 * single point they are where the fraction has a comma, and of money, which is never told in thousandths.
 */
export function valueIn(digits: string, language: Language, isMoney = false): number {
  const isGroupedByPoint = isMoney || writing[language].decimalMark === ',';
  const grouped = (isGroupedByPoint ? GROUPED_BY_POINT.exec(digits) : null) ?? GROUPED.exec(digits);
  const whole = grouped?.[0] ?? /^\d+/.exec(digits)?.[0] ?? '';
  const fraction = /^[.,](\d+)/.exec(digits.slice(whole.length))?.[1] ?? '0';
  return Number(`${whole.replaceAll(/\D/g, '')}.${fraction}`);
}

const CURRENCY =
  '€|\\$|£|¥|₽|₴|₺|₩|₪|zł|kč|eur|euro|euros|usd|dollars?|gbp|pounds?|chf|franken|francs?|francos?|franchi|frank(?:en|ów)?';
const MONEY_BEFORE = new RegExp(`(?:^|[^\\p{L}])(?:${CURRENCY}) ?$`, 'iu');
const MONEY_AFTER = new RegExp(`^[,.]?-* ?(?:${CURRENCY})(?!\\p{L})`, 'iu');

/** A text with every number in digits as a program writes it: "1.500,50 €" is "1500.5 €" in German. */
export function withPlainDigits(text: string, language: Language): string {
  return text.replaceAll(new RegExp(DIGITS, 'g'), (digits, at: number) => {
    const isMoney =
      MONEY_BEFORE.test(text.slice(Math.max(0, at - 10), at)) ||
      MONEY_AFTER.test(text.slice(at + digits.length, at + digits.length + 12));
    const isPlain = /^\d+$/.test(digits);
    return isPlain ? digits : String(valueIn(digits, language, isMoney));
  });
}
