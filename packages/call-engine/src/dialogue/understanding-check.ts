import { english } from '@parley/language/english-tables.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { folded, speechOf, wordCount } from '@parley/language/speech.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import type { KnownValue } from '../expression.ts';
import type { Expectation, Understanding } from './dialogue-model.ts';
import { askedBy } from './rules/asked.ts';
import { isOrder } from './rules/off-topic.ts';
import { meaningfulStems } from './rules/stem.ts';

/**
 * What a model made of somebody's words, believed as far as the words bear it out. Whatever it was talked into, by a
 * document, a name or the contact, it cannot end or turn the call, or put words or numbers into their mouth, without
 * their having said something of the kind. `byRules` is what the rules make of the same words.
 */
export function checkUnderstanding(
  read: Understanding,
  heard: string,
  expectation: Expectation,
  byRules: Understanding,
  language: Language,
): Understanding {
  if (isOrder(speechOf(heard))) return byRules;
  const stream: Hearing = {
    heard,
    stems: new Set(meaningfulStems(heard)),
    language,
    expectation,
    byRules,
  };
  const { answer: _answer, question, machine, isRefused, wants, ...others } = read;
  const answer = checkedAnswer(read.answer, stream);
  return {
    ...others,
    wants: checkedWants(wants, stream),
    ...(machine !== undefined && isMachine(machine, stream) ? { machine } : {}),
    ...(question !== undefined && areTheirs(question, stream) ? { question } : given(byRules.question)),
    ...(isRefused && !isPlainAnswer(byRules) ? { isRefused } : {}),
    ...(answer === undefined ? {} : { answer }),
  };
}

const given = (question: string | undefined): Pick<Understanding, 'question'> =>
  question === undefined ? {} : { question };

/** Those leave a lasting mark on the contact, so that a mere guess is not enough. */
const lasting: ReadonlySet<EndingWish> = new Set(['neverAgain', 'wrongPerson']);
const FEWEST_WORDS = 2;

function checkedWants(wants: Understanding['wants'], stream: Hearing): Understanding['wants'] {
  const { byRules, stems, language } = stream;
  const isOpen =
    stems.size >= FEWEST_WORDS && byRules.answer?.isClear !== true && byRules.question === undefined;
  const isWished = (wish: EndingWish): boolean =>
    byRules.wants[wish] !== undefined ||
    speaksOfWish(wish, stems, language) ||
    (isOpen && !lasting.has(wish));
  const { person, neverAgain, notInterested, wrongPerson, later, goodbye, ...others } = wants;
  const label = person?.label;
  return {
    ...others,
    ...(person && isWished('person')
      ? { person: label !== undefined && areTheirs(label, stream) ? { label } : {} }
      : {}),
    ...(neverAgain && isWished('neverAgain') ? { neverAgain } : {}),
    ...(notInterested && isWished('notInterested') ? { notInterested } : {}),
    ...(wrongPerson && isWished('wrongPerson') ? { wrongPerson } : {}),
    ...(later && isWished('later') ? { later } : {}),
    ...(goodbye && isWished('goodbye') ? { goodbye } : {}),
  };
}

/** A machine speaks first, and at length. */
const FEWEST_GREETING_WORDS = 5;

function isMachine(machine: 'voicemail' | 'screening', { byRules, heard, expectation }: Hearing): boolean {
  if (byRules.machine === machine) return true;
  const isStart = expectation.kind === 'opening' || expectation.kind === 'presence';
  return isStart && meaningfulStems(heard).length >= FEWEST_GREETING_WORDS;
}

/** A yes, a no or a number, and clear: nobody who says that would rather not answer. */
const isPlainAnswer = ({ answer }: Understanding): boolean =>
  answer?.isClear === true && typeof answer.value !== 'string';

/** A wish that ends the call or takes it elsewhere. */
type EndingWish = Exclude<keyof Understanding['wants'], 'repeat' | 'moment'>;

/** Shorter ones are articles and helpers, except where two letters make a word. */
const isTelling = (stem: string): boolean =>
  stem.length > 3 || /^[^\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(stem);

/** Whether any word of it points to the wish: enough to believe a model that found more than that. */
function speaksOfWish(wish: EndingWish, stems: ReadonlySet<string>, language: Language): boolean {
  const words = language === 'EN' ? english.wishes.wishWords[wish] : cues[language][wish];
  return meaningfulStems(words.join(' ').replaceAll('…', ' ')).some(
    (stem) => stems.has(stem) && isTelling(stem),
  );
}

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
function checkedAnswer(answer: Answer | undefined, stream: Hearing): Answer | undefined {
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

/** Whether a value follows from the words, as far as rules can say. A yes or no is taken as read. */
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
function areTheirs(text: string, { heard, stems }: Pick<Hearing, 'heard' | 'stems'>): boolean {
  const own = meaningfulStems(text);
  if (own.length === 0) return folded(heard).includes(folded(text));
  return own.filter((stem) => stems.has(stem)).length * 2 >= own.length;
}
