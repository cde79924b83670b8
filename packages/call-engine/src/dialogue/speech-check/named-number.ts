import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { withDigits } from '@parley/language/spoken-number.ts';

/** A number in a text: each run of its digits, and all of them. */
export interface NamedNumber {
  readonly text: string;
  readonly runs: readonly string[];
  readonly digits: string;
  /** Money or a share of something. */
  readonly isAmount: boolean;
}

const NUMBER = /\d+(?:[ .,'’()/-]{1,2}\d+)*/g;
const CODES = 'eur|usd|gbp|chf|pln';
const unitAfter = ofAllLanguages((languages) => {
  const units = languages.flatMap((language) => words[language].amountUnits ?? []).join('|');
  return new RegExp(`^\\s?(?:[%‰€$£¥₽₴₺₩]|(?:${units}|${CODES})(?!\\p{L}))`, 'iu');
});
const UNIT_BEFORE = new RegExp(`(?:[€$£¥₽₴₺₩]|\\b(?:${CODES}))\\s?$`, 'i');

/** In English also those that are written in words. */
export function numbersIn(text: string, language: Language): NamedNumber[] {
  const written = (language === 'EN' ? withDigits(text) : text).replaceAll(
    /(\d)[.,'’ \u00A0\u202F](?=\d{3}(?!\d))/g,
    '$1',
  );
  return [...written.matchAll(NUMBER)].map(({ 0: number, index }) => {
    const runs = number.match(/\d+/g) ?? [];
    return {
      text: number,
      runs,
      digits: runs.join(''),
      isAmount:
        unitAfter().test(written.slice(index + number.length)) || UNIT_BEFORE.test(written.slice(0, index)),
    };
  });
}

/** The numbers that may be named, because somebody named them. */
export class KnownNumbers {
  readonly #digits = new Set<string>();
  readonly #amounts = new Set<string>();
  readonly #language: Language;

  constructor(language: Language, texts: readonly string[] = []) {
    this.#language = language;
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    for (const { digits, runs, isAmount } of numbersIn(text, this.#language)) {
      for (const known of [digits, ...runs]) this.#digits.add(known);
      if (isAmount) this.#amounts.add(digits);
    }
  }

  has({ digits, runs, isAmount }: NamedNumber): boolean {
    // A small number stands in many places: of minutes, it is not one of percents.
    if ((isAmount && digits.length <= 2 ? this.#amounts : this.#digits).has(digits)) return true;
    const long = runs.filter((run) => run.length > 2);
    // "At half past ten", "two or three days": what is as small as that promises nothing, unless it is money.
    if (long.length === 0) return !isAmount && digits.length <= 4;
    return !isAmount && long.every((run) => this.#digits.has(run) || YEAR.test(run));
  }
}

const YEAR = /^(?:19|20)\d\d$/;
