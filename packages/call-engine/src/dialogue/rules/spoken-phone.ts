import { memoize } from '@parley/kernel/memoize.ts';
import { e164AsSaid } from '@parley/kernel/phone-number.ts';
import type { Language } from '@parley/language/language.ts';
import { repairsIn } from '@parley/language/self-repair.ts';
import type { Speech } from '@parley/language/speech.ts';
import { digitsIn } from '@parley/language/spelled-text.ts';
import { plainText, valueWordsIn } from '@parley/language/value-words.ts';
import { clear, type Found, unclear, type ValueContext } from './found-value.ts';

/** A telephone number in what was said: written, read out, or "this one". */
export function phoneIn({ raw }: Speech, context: ValueContext): Found | undefined {
  const { language, phoneNumber } = context;
  if (phoneNumber && isThisNumber(raw, language)) return clear(phoneNumber);
  const number =
    numberOf(withEndRepaired(raw, language), context) ?? numberOf(restarted(raw, language), context);
  if (number === undefined) return undefined;
  const isWritten = /\+?\d[\d\s()./-]{5,}\d/.test(raw);
  return isWritten ? clear(number) : unclear(number, 'to be read back');
}

/** A number whose beginning they said in the turn before: "Oh seven seven double oh", and then the rest of it. */
export function phoneInPieces(before: string, raw: string, context: ValueContext): Found | undefined {
  const { language } = context;
  const [start, end] = [digitsIn(before, language), digitsIn(raw, language)?.digits];
  if (start === undefined || end === undefined || end.startsWith('+')) return undefined;
  const isShort = start.digits.length < FEWEST_DIGITS || numberOf(start.digits, context) === undefined;
  const isBeginning = /^(?:0|\+)/.test(start.digits) && isShort;
  // Whoever begins again says the whole of it.
  const isAgain = end.startsWith(start.digits);
  const number = isBeginning && !isAgain ? numberOf(start.digits + end, context) : undefined;
  return number === undefined ? undefined : unclear(number, 'to be read back');
}

/** What is shorter is the beginning of a number, though some country may have numbers like it. */
const FEWEST_DIGITS = 7;

const numberOf = (digits: string | undefined, { phoneNumber }: ValueContext): string | undefined =>
  digits === undefined ? undefined : e164AsSaid(digits, phoneNumber ?? null);

/** "…900 123, no, 132": digits that are too few for a number replace as many at the end of those before. */
function withEndRepaired(raw: string, language: Language): string | undefined {
  for (const { before, rest } of repairsIn(raw, language)) {
    const joined = withEnd(before, rest, language);
    if (joined !== undefined) return joined;
  }
  return digitsIn(raw, language)?.digits;
}

/** "…one two four, sorry, one two three at the end": all of it is no number, and with the end replaced it is one. */
function restarted(raw: string, language: Language): string | undefined {
  // With single spaces the words of a pause can be told apart in one way only, however long the text is.
  const said = raw.replaceAll(/\s+/g, ' ');
  const pauses = [...said.matchAll(/[,.;…] [\p{L}']{1,20}(?: [\p{L}']{1,20}){0,3}?[,.;…]? (?=\p{L}|\d)/gu)];
  for (const { index, 0: pause } of pauses.reverse()) {
    if (digitsIn(pause, language) !== undefined) continue;
    const joined = withEnd(said.slice(0, index), said.slice(index + pause.length), language);
    if (joined !== undefined) return joined;
  }
  return undefined;
}

function withEnd(before: string, rest: string, language: Language): string | undefined {
  const [whole, end] = [digitsIn(before, language)?.digits, digitsIn(rest, language)?.digits];
  if (whole === undefined || end === undefined) return undefined;
  return end.length < whole.length ? whole.slice(0, -end.length) + end : end;
}

const isThisNumber = (raw: string, language: Language): boolean =>
  thisNumber(language).test(
    plainText(raw)
      .replaceAll(/[.!,]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

const thisNumber = memoize((language: Language) => {
  const { lead, thisNumber: said } = valueWordsIn(language)?.spelling ?? {};
  return said === undefined
    ? /(?!)/
    : new RegExp(`^(?:(?:${lead}) )*(?:${said})(?: (?:please|thanks|bitte))?$`, 'u');
});
