import { type Language, localeOf } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallOutcome } from '../../outcome.ts';
import { analysisTables, type Places, type Sentences } from './analysis-tables.ts';

type Filling<Place extends string> = Readonly<Record<Place, string | number>>;

/** The wording of one analysis, in the language of the call. */
export class Wording {
  readonly #sentences: Sentences;
  readonly #marks: (typeof writing)[Language]['punctuation'];
  readonly #isSpaced: boolean;
  readonly #numbers: Intl.NumberFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #units: Readonly<Record<'minute' | 'second', Intl.NumberFormat>>;
  readonly #list: Intl.ListFormat;

  constructor(language: Language) {
    // Western digits everywhere, as in the times of a transcript.
    const locale = `${localeOf(language)}-u-nu-latn-ca-gregory`;
    const unit = (name: 'minute' | 'second') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
    this.#sentences = analysisTables[language].sentences;
    this.#marks = writing[language].punctuation;
    this.#isSpaced = writing[language].spaces !== 'none';
    // Four digits may be a year: they are not grouped.
    this.#numbers = new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 2 });
    this.#days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    this.#units = { minute: unit('minute'), second: unit('second') };
    this.#list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  }

  /** A sentence with what belongs in its places. */
  say<Name extends keyof Places>(
    name: Name,
    ...filling: [Places[Name]] extends [never] ? [] : [Filling<Places[Name]>]
  ): string {
    const values: Partial<Filling<string>> = filling[0] ?? {};
    return this.#sentences[name].replaceAll(/\{(\w+)\}(\.?)/g, (place, key: string, point: string) => {
      const value = values[key] ?? place;
      const text = typeof value === 'number' ? this.number(value) : value;
      // "2026 г." ends a sentence by itself.
      return text.endsWith('.') ? text : text + point;
    });
  }

  /** How the call ended. */
  ended({ kind }: CallOutcome): string {
    return this.#sentences.ended[kind];
  }

  readonly number = (value: number): string => plain(this.#numbers.format(value));

  /** Somebody else's words. The point at their end would stand in the middle of ours. */
  readonly quote = (words: string): string =>
    this.say('quote', { words: shortened(words).replace(/(?<![.。])[.。]$/u, '') });

  /** Words and names one after another: "a, b and c". */
  readonly list = (items: readonly string[]): string => this.#list.format(items);

  /** Findings one after another, which may have commas of their own. */
  findings(items: readonly string[]): string {
    return items.join(this.#marks.semicolon);
  }

  /** A name and what goes with it. */
  pair(name: string, value: string): string {
    return `${name}${this.#marks.colon}${value}`;
  }

  /** One sentence behind the other. */
  text(...sentences: readonly string[]): string {
    return sentences.join(this.#isSpaced ? ' ' : '');
  }

  /** A value as it is read, and not as it is stored. */
  readonly value = (value: KnownValue): string => {
    if (typeof value === 'boolean') return value ? this.#sentences.yes : this.#sentences.no;
    if (typeof value === 'number') return this.number(value);
    if (typeof value === 'string') return isDay(value) ? plain(this.#days.format(new Date(value))) : value;
    return value.join(this.#marks.comma);
  };

  duration(seconds: number): string {
    const whole = Math.max(0, Math.round(seconds));
    const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
    const { minute, second } = this.#units;
    const parts = [
      ...(minutes > 0 ? [minute.format(minutes)] : []),
      ...(rest > 0 || minutes === 0 ? [second.format(rest)] : []),
    ];
    const text = plain(parts.join(' '));
    return this.#isSpaced ? text : text.replaceAll(' ', '');
  }
}

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** Without the marks and the thin spaces that formats put in, and that not every reader's font has. */
const plain = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c]/g, '').replaceAll(/\s/g, ' ');

const LONGEST = 120;

export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}
