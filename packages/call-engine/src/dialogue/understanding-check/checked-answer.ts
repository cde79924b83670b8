import { type Language, localeOf } from '@parley/language/language.ts';
import { withDigits } from '@parley/language/number-words.ts';
import { folded, speechOf, wordCount } from '@parley/language/speech.ts';
import type { KnownValue } from '../../expression.ts';
import type { Expectation, Understanding } from '../dialogue-model.ts';
import { askedBy } from '../rules/asked.ts';
import { meaningfulStems } from '../rules/empty-words.ts';

type Answer = NonNullable<Understanding['answer']>;

export interface Hearing {
  readonly heard: string;
  readonly stems: ReadonlySet<string>;
  readonly language: Language;
  readonly expectation: Expectation;
  /** What the rules make of the same words. */
  readonly byRules: Understanding;
}

const LONGEST = 1_000;

/** The answer as far as their words bear it out; what the rules read, or the words themselves, where they do not. */
export function checkedAnswer(answer: Answer | undefined, stream: Hearing): Answer | undefined {
  if (answer === undefined) return undefined;
  const { byRules, heard, expectation } = stream;
  if (expectation.kind === 'presence') return answer;
  const { value } = answer;
  const contradicted = typeof value === 'boolean' ? contradiction(value, stream) : undefined;
  if (contradicted !== undefined) return contradicted;
  if (isAskedFor(value, stream) && isBorneOut(value, stream)) return answer;
  if (expectation.kind === 'choice') return byRules.answer;
  return byRules.answer ?? { value: heard.trim().slice(0, LONGEST), isClear: false };
}

/** A yes is no answer to how many. */
const isAskedFor = (value: KnownValue, { expectation, language }: Hearing): boolean =>
  typeof value !== 'boolean' ||
  expectation.kind !== 'answer' ||
  askedBy(expectation.question.text, language).kind === 'yes_no';

const SHORT = 3;

/** Where the rules read the opposite, a short answer is what it says; a longer one is worth asking back. */
function contradiction(value: boolean, { byRules, heard }: Hearing): Answer | undefined {
  const read = byRules.answer;
  if (read?.isClear !== true || typeof read.value !== 'boolean' || read.value === value) return undefined;
  return { value: read.value, isClear: wordCount(speechOf(heard).plain) <= SHORT };
}

/** Whether a value follows from the words, as far as that can be told. A yes or no is taken as read. */
export function isBorneOut(value: KnownValue, hearing: Omit<Hearing, 'expectation'>): boolean {
  const read = hearing.byRules.answer;
  if (read !== undefined && String(read.value) === String(value)) return true;
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return isNamed(value, hearing);
  if (typeof value !== 'string') return value.every((each) => isBorneOut(each, hearing));
  return DATE.test(value) ? isDated(value, hearing) : areTheirs(value, hearing);
}

const DATE = /^\d{4}-\d{2}-\d{2}/;
const SCALES = [1, 1_000, 1_000_000];

/** A number must have been said. In words of other languages than English it cannot be checked, only held against the rules. */
function isNamed(value: number, { heard, language, byRules }: Omit<Hearing, 'expectation'>): boolean {
  const said = numbersIn(heard, language);
  if (said.length === 0 && language !== 'EN') return typeof byRules.answer?.value !== 'number';
  return said.some((number) => SCALES.some((scale) => number * scale === Math.abs(value)));
}

const numbersIn = (text: string, language: Language): number[] =>
  (
    (language === 'EN' ? withDigits(text) : text)
      .replaceAll(/(\d)[.,'’ \u00A0\u202F](?=\d{3}(?!\d))/g, '$1')
      .match(/\d+(?:[.,]\d+)?/g) ?? []
  ).map((number) => Number(number.replace(',', '.')));

/** A day of which the number or the month was said. What the rules can date, they have dated. */
function isDated(date: string, { heard, language, byRules }: Omit<Hearing, 'expectation'>): boolean {
  if (DATE.test(String(byRules.answer?.value))) return false;
  const at = new Date(date.slice(0, 10));
  if (Number.isNaN(at.getTime())) return false;
  const months = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' });
  const month = folded(months.format(at)).slice(0, 4);
  return numbersIn(heard, language).includes(at.getUTCDate()) || folded(heard).includes(month);
}

/** What somebody said is made of their words, at least half of it. */
export function areTheirs(text: string, { heard, stems }: Pick<Hearing, 'heard' | 'stems'>): boolean {
  const own = meaningfulStems(text);
  if (own.length === 0) return folded(heard).includes(folded(text));
  return own.filter((stem) => stems.has(stem)).length * 2 >= own.length;
}
