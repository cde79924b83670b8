import type { KnownValue } from '@parley/call-engine/expression.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { type Choice, phrasesOf } from '../contact-words.ts';
import type { Random } from '../random.ts';
import type { EverydayWords } from './everyday-words.ts';
import { daysBetween, type Fact } from './facts.ts';

/** How directly a value is said: the bare value, in an everyday sentence, or around a corner. */
export type Directness = 'plain' | 'everyday' | 'indirect';

/** Says facts in one language on one day. */
export class EverydayAnswers {
  readonly #language: Language;
  readonly #words: EverydayWords;
  readonly #today: string;

  constructor(language: Language, words: EverydayWords, today: string) {
    this.#language = language;
    this.#words = words;
    this.#today = today;
  }

  /** A sentence with this value of a fact: the true one, or the one they say by mistake. */
  sentence({ type }: Fact, value: KnownValue, directness: Directness, random: Random): string {
    const { answers, indirect } = this.#words;
    if (typeof value === 'boolean') {
      if (directness === 'plain') return this.bare(value);
      return random.pick((directness === 'indirect' ? indirect : answers)[value ? 'yes' : 'no']);
    }
    const text = this.#said(type, value, directness === 'plain' ? undefined : random);
    if (directness === 'plain') return ended(raised(text));
    if (type.kind === 'text' || type.kind === 'yes_no') return ended(text);
    const roundabout = directness === 'indirect' ? this.#indirectly(type, value, text, random) : undefined;
    return ended(raised(roundabout ?? random.pick(answers[type.kind]).replaceAll('%', () => text)));
  }

  /** The value alone, inside a sentence of a frame. */
  value({ type }: Fact, value: KnownValue, random: Random): string {
    return typeof value === 'boolean'
      ? this.bare(value).replace(/[.。]$/, '')
      : this.#said(type, value, random);
  }

  bare(value: boolean): string {
    const { yes, no } = phrasesOf(this.#language);
    return (value ? yes : no)[0];
  }

  #indirectly(type: Fact['type'], value: KnownValue, text: string, random: Random): string | undefined {
    const { indirect } = this.#words;
    if (type.kind === 'number' && typeof value === 'number' && value > 1)
      return random
        .pick(indirect.number)
        .replaceAll('{less}', () => this.#number(value - 1))
        .replaceAll('{more}', () => this.#number(value + 1))
        .replaceAll('%', () => text);
    if (type.kind === 'choice' && type.options.length === 2)
      return random.pick(value === type.options[0] ? indirect.first : indirect.last);
    return undefined;
  }

  /** Without a generator: as one would write it. */
  #said(type: Fact['type'], value: KnownValue, random: Random | undefined): string {
    if (typeof value === 'number' && type.kind === 'money') return this.#money(type, value, random);
    if (typeof value === 'number') {
      const unit = type.kind === 'number' && type.unit !== undefined ? type.unit : undefined;
      const said = this.#counted(value, random);
      return unit !== undefined && random?.chance(0.5) ? `${said} ${unit}` : said;
    }
    if (typeof value === 'boolean') return this.bare(value);
    if (typeof value !== 'string')
      return new Intl.ListFormat(localeOf(this.#language), { type: 'conjunction' }).format(value);
    if (type.kind === 'date') return this.#day(value, random);
    if (type.kind === 'time') return random?.pick(this.#words.times[value] ?? [value]) ?? value;
    if (type.kind === 'email' || type.kind === 'phone')
      return random === undefined ? value : this.#spelled(value);
    return value;
  }

  #number(value: number): string {
    return this.#words.numbers[value] ?? `${value}`;
  }

  #counted(value: number, random: Random | undefined): string {
    if (random === undefined) return `${value}`;
    const nickname = this.#words.nicknames[value];
    if (nickname !== undefined && random.chance(0.3)) return random.pick(nickname);
    return random.chance(0.6) ? this.#number(value) : `${value}`;
  }

  #money(
    { currency, period }: Extract<Fact['type'], { kind: 'money' }>,
    value: number,
    random: Random | undefined,
  ): string {
    const { thousands, currencies, periods } = this.#words;
    const locale = localeOf(this.#language);
    const isRound = value >= 1000 && value % 1000 === 0;
    const amount =
      random !== undefined && isRound
        ? random.pick(thousands).replace('%', () => this.#counted(value / 1000, random.about('amount')))
        : value.toLocaleString(locale);
    const money = currency === undefined ? undefined : currencies[currency];
    const per = period === undefined ? undefined : periods[period];
    return [amount, money, per && (random?.pick(per) ?? per[0])]
      .filter((part) => part !== undefined)
      .join(' ');
  }

  #day(value: string, random: Random | undefined): string {
    const away: Choice | undefined = this.#words.days[daysBetween(this.#today, value)];
    if (away !== undefined && random?.chance(0.7)) return random.pick(away);
    const style = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
    return new Date(value).toLocaleDateString(localeOf(this.#language), style);
  }

  /** As it is said letter by letter, with the signs as words. */
  #spelled(value: string): string {
    const { signs } = this.#words;
    return value
      .split(/([@._+-]|\d)/)
      .filter((part) => part !== '')
      .map((part) => signs[part] ?? (/^\d$/.test(part) ? this.#number(Number(part)) : part))
      .join(' ');
  }
}

export const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
