import { type Language, localeOf } from '@parley/language/language.ts';
import { folded, plainWords, speechOf, wordCount } from '@parley/language/speech.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import type { KnownValue } from '../expression.ts';
import type { Understanding } from './dialogue-model.ts';
import { type Hearing, openAnswer, otherAnswers, unreadable, withRules } from './llm/answer-check.ts';
import { isBareYesNo, isSaid } from './llm/spoken-quote.ts';
import { knownLabel, needsQuote, type Sign, signsOf, type TurnHead, timeAhead } from './llm/turn-reading.ts';
import { isOrder } from './rules/off-topic.ts';
import { meaningfulStems } from './rules/stem.ts';

/**
 * What a model made of somebody's words, believed where it quotes them. Whatever it was talked into, by a document, a
 * name or the contact, it cannot end or turn the call, or put an answer into their mouth, without words of theirs.
 * The rules add what a model left out and never replace what it has shown; only an order to the machine is theirs alone.
 */
export function checkUnderstanding(read: TurnHead, hearing: Hearing): Understanding {
  const understanding = readingOf(read, hearing);
  const objection = signsOf(read).get('no_recording');
  const isSeen =
    hearing.byRules.wants.unrecorded || (objection !== undefined && isShown(objection.quote, hearing));
  // Whoever has seen it: the call goes on all the same.
  return isSeen ? { ...understanding, wants: { ...understanding.wants, unrecorded: true } } : understanding;
}

function readingOf(read: TurnHead, hearing: Hearing): Understanding {
  const { byRules, heard, expectation, context } = hearing;
  if (isOrder(speechOf(heard))) return byRules;
  const signs = signsOf(read);
  const shown = new Map([...signs].filter(([, { quote }]) => isShown(quote, hearing)));
  const machine = machineIn(shown, hearing);
  const asked = askedIn(read, hearing);
  const answer = openAnswer(read, signs.has('unclear'), hearing);
  const others = otherAnswers(read, hearing);
  const isDone = expectation.kind === 'talk' ? { isDone: signs.has('done') } : {};
  const neverAgain = wishedNever(shown.has('never_again'), signs.has('hostile'), byRules);
  const all = withRules(others, byRules);
  const common = all.length === 0 ? isDone : { ...isDone, others: all };
  const isEmpty = shown.size === 0 && [machine, asked, answer, ...others].every((one) => one === undefined);
  // What is not borne out is not taken; what the rules read is, and otherwise it is asked back.
  const instead =
    answer ?? (read.answers.length > others.length ? (byRules.answer ?? unreadable(hearing)) : undefined);
  if (isEmpty && isLeftToRules(read)) {
    const { answer: left = instead, isDone: _, others: __, ...rest } = byRules;
    const added = expectation.kind === 'talk' || left === undefined ? {} : { answer: left };
    // Whoever has them answer without a value has read no wish.
    const isAnswered = read.next === 'acknowledge' && !isClaiming(read);
    if (isAnswered) return { wants: { ...asides(signs), ...neverAgain }, ...added, ...common };
    return {
      ...rest,
      wants: { ...withoutFaint(byRules.wants), ...asides(signs), ...neverAgain },
      ...added,
      ...common,
    };
  }
  const person = shown.get('wants_person');
  const later = shown.get('call_later');
  const label = person === undefined ? undefined : knownLabel(person.detail, expectation, context);
  return {
    wants: {
      ...(person === undefined ? {} : { person: label === undefined ? {} : { label } }),
      ...neverAgain,
      ...(shown.has('not_interested') ? { notInterested: true } : {}),
      ...(shown.has('wrong_person') ? { wrongPerson: true } : {}),
      ...(later === undefined ? {} : { later: laterCall(later, hearing) }),
      ...(shown.has('goodbye') ? { goodbye: true } : {}),
      ...asides(signs),
    },
    ...(machine === undefined ? {} : { machine }),
    ...asked,
    ...(signs.has('off_topic') ? { isOffTopic: true } : {}),
    ...(shown.has('refuses') ? { isRefused: true } : {}),
    ...(signs.has('told_already') || byRules.hasToldAlready ? { hasToldAlready: true } : {}),
    ...(instead === undefined ? {} : { answer: instead }),
    ...common,
  };
}

type Signs = ReadonlyMap<string, Sign>;

/** A bare yes, no or number answers the question, and is no sign of a wish. */
function isShown(quote: string | null, { heard, context: { plan } }: Hearing): boolean {
  return quote !== null && isSaid(quote, heard) && !isBareYesNo(quote, plan.language) && !isNumber(quote);
}

const isNumber = (quote: string): boolean => /^[\d.,]+$/.test(withDigits(plainWords(quote)));

/** Whether a model that could show nothing has not said either that there is nothing. */
function isLeftToRules(read: TurnHead): boolean {
  if (read.signs.some((one) => typeof one === 'string' && !needsQuote.has(one))) return false;
  return isClaiming(read) || read.next === 'none' || read.next === 'acknowledge';
}

const isClaiming = ({ signs, answers, asks }: TurnHead): boolean =>
  signs.length > 0 || answers.length > 0 || asks !== null;

/**
 * Whoever has seen it: where only one of two has, it is confirmed, unless there is anger in it. What only sounded a
 * little like it to the word model counts beside the model's own reading, not instead of it.
 */
function wishedNever(
  isShown: boolean,
  isHostile: boolean,
  { wants }: Understanding,
): Pick<Understanding['wants'], 'neverAgain'> {
  const isSeen = wants.neverAgain !== undefined && wants.neverAgain !== 'faint';
  if (!isShown && !isSeen) return {};
  return { neverAgain: isHostile || (isShown && wants.neverAgain !== undefined) ? true : 'possible' };
}

function withoutFaint({ neverAgain, ...wants }: Understanding['wants']): Understanding['wants'] {
  return neverAgain === undefined || neverAgain === 'faint' ? wants : { ...wants, neverAgain };
}

const asides = (signs: Signs): Pick<Understanding['wants'], 'repeat' | 'moment'> => ({
  ...(signs.has('repeat') ? { repeat: true } : {}),
  ...(signs.has('moment') ? { moment: true } : {}),
});

const LONGEST_WISH = 500;

const laterCall = (
  { detail }: Sign,
  { heard, byRules, context }: Hearing,
): NonNullable<Understanding['wants']['later']> => ({
  rawText: heard.slice(0, LONGEST_WISH).trim(),
  at: timeAhead(detail, context) ?? byRules.wants.later?.at ?? null,
});

/** A machine speaks in sentences: a person who says "Hello?" must not be hung up on. */
const FEWEST_GREETING_WORDS = 3;

function machineIn(shown: Signs, { byRules }: Hearing): Understanding['machine'] {
  const machine = (['voicemail', 'screening', 'menu'] as const).find((each) => shown.has(each));
  if (machine === undefined || byRules.machine === machine) return machine;
  const quote = shown.get(machine)?.quote ?? '';
  return wordCount(plainWords(quote)) >= FEWEST_GREETING_WORDS ? machine : undefined;
}

const LONGEST_QUESTION = 300;

/** What they asked, in their words: others would be looked up as if they had asked it. */
function askedIn(
  { asks }: TurnHead,
  { heard, byRules }: Hearing,
): Pick<Understanding, 'question' | 'about' | 'asksWho'> | undefined {
  if (asks === null) return undefined;
  const question = asks.quote.trim().slice(0, LONGEST_QUESTION);
  const isTheirs =
    isSaid(asks.quote, heard) || areTheirs(question, { heard, stems: new Set(meaningfulStems(heard)) });
  if (question === '' || !isTheirs) {
    const { question: byThem, about, asksWho } = byRules;
    if (byThem === undefined) return undefined;
    return { question: byThem, ...(about && { about }), ...(asksWho && { asksWho }) };
  }
  const { about } = asks;
  return {
    question,
    ...(about === 'other' ? {} : { about }),
    ...(about === 'who' || about === 'machine' ? { asksWho: true } : {}),
  };
}

/** Words that a value of the analysis is held against. */
interface Evidence {
  readonly heard: string;
  readonly stems: ReadonlySet<string>;
  readonly language: Language;
  /** What the rules make of the same words. */
  readonly byRules: Understanding;
}

/** Whether a value follows from the words, as far as rules can say. A yes or no is taken as read. */
export function isBorneOut(value: KnownValue, hearing: Evidence): boolean {
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
function isNamed(value: number, { heard, language, byRules }: Evidence): boolean {
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
function isDated(date: string, { heard, language, byRules }: Evidence): boolean {
  if (DATE.test(String(byRules.answer?.value))) return false;
  const at = new Date(date.slice(0, 10));
  if (Number.isNaN(at.getTime())) return false;
  const months = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' });
  const month = folded(months.format(at)).slice(0, 4);
  return numbersIn(heard, language).includes(at.getUTCDate()) || folded(heard).includes(month);
}

/** What somebody said is made of their words, at least half of it. */
function areTheirs(text: string, { heard, stems }: Pick<Evidence, 'heard' | 'stems'>): boolean {
  const own = meaningfulStems(text);
  if (own.length === 0) return folded(heard).includes(folded(text));
  return own.filter((stem) => stems.has(stem)).length * 2 >= own.length;
}
