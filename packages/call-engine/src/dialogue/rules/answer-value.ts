import type { TimeZone } from '@parley/kernel/local-time.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import { e164AsDialled } from '@parley/kernel/phone-number.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, type Speech, speechOf } from '@parley/language/speech.ts';
import { digitsIn, emailIn, nameIn } from '@parley/language/spelled-text.ts';
import { readAmount } from '@parley/language/spoken-amount.ts';
import { readDay } from '@parley/language/spoken-date.ts';
import { readHour } from '@parley/language/spoken-hour.ts';
import { readMoney } from '@parley/language/spoken-money.ts';
import { hasWords, valueWordsIn, wholeWords } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import { alternativesIn, chosenFrom, namedFrom } from './alternatives.ts';
import { amountIn, yearsSince } from './amount.ts';
import { askedBy } from './asked.ts';
import { isAnyOf } from './cue-pattern.ts';
import { cuesOf } from './foreign-cues.ts';
import { type Certainty, type Leaning, leaningOf } from './polarity.ts';

/** What a value is read by, beside its type. */
export interface ValueContext {
  /** As it was asked: "When were you born?" wants a day of the past, "how many children" counts boys and girls. */
  readonly question: string;
  readonly language: Language;
  /** "Tomorrow" is relative to this. ISO 8601. */
  readonly answeredAt: string;
  readonly timeZone: TimeZone | string;
  /** The contact's own number, in E.164: one without a country code is of the same country. */
  readonly phoneNumber?: string | null;
}

export interface ReadValue {
  /** Of the type that was asked for, or the words that were said where they cannot be converted. */
  readonly value: KnownValue;
  /** The words that it rests on, as they were said. */
  readonly quote: string;
  /** False: worth a question back, or a read-back. */
  readonly isClear: boolean;
  /** Why it is not clear, for operators. */
  readonly note?: string;
  /** Of a yes or no: how sure the rules are. */
  readonly certainty?: Certainty;
}

type Found = Omit<ReadValue, 'quote'>;

/** The value of a type in what was said; undefined when the words hold none. */
export function readValue(
  type: AnswerType,
  said: Speech | string,
  context: ValueContext,
): ReadValue | undefined {
  const speech = typeof said === 'string' ? speechOf(said) : said;
  if (speech.clauses.length === 0) return undefined;
  const found = valueIn(type, speech, context);
  return found === undefined ? undefined : { ...found, quote: speech.raw };
}

const clear = (value: KnownValue): Found => ({ value, isClear: true });
const unclear = (value: KnownValue, note: string): Found => ({ value, isClear: false, note });

function valueIn(type: AnswerType, speech: Speech, context: ValueContext): Found | undefined {
  switch (type.kind) {
    case 'yes_no':
      return yesNoIn(speech, context);
    case 'number':
      return numberIn(type, speech, context);
    case 'money':
      return moneyIn(type, speech, context);
    case 'date':
      return dateIn(speech, context);
    case 'time':
      return timeIn(speech, context);
    case 'choice':
      return choiceIn(type.options, speech, context);
    case 'list':
      return listIn(type.options, speech, context);
    case 'name': {
      const name = nameIn(speech.raw, context.language);
      return name === undefined ? undefined : unclear(name, 'to be read back');
    }
    case 'email': {
      const email = emailIn(speech.raw, context.language);
      if (email === undefined) return undefined;
      return email.isWritten ? clear(email.address) : unclear(email.address, 'to be read back');
    }
    case 'phone':
      return phoneIn(speech, context);
    case 'text':
      return clear(speech.raw);
  }
}

function yesNoIn({ clauses }: Speech, { language, question }: ValueContext): Found | undefined {
  const lean = leaningIn(clauses, question, language);
  if (lean === undefined || lean.polarity === 'unsure') return undefined;
  const asked = askedBy(question, language);
  const plain = clauses.map((clause) => clause.plain).join(' ');
  // "Would you mind?" – "Sure, go ahead" does not mind.
  const value = asked.kind === 'yes_no' && asked.isMinded ? theyMind.test(plain) : lean.polarity === 'yes';
  return { value, isClear: true, certainty: lean.certainty };
}

const theyMind = new RegExp(english.yesNo.theyMind);

/**
 * Which way an answer leans. A language's own words come first: "no" is a yes in Polish. Who agrees with "you have
 * no dog?" has none.
 */
export function leaningIn(
  clauses: readonly Clause[],
  question: string,
  language: Language,
): Leaning | undefined {
  const lean = cuesOf(language)?.leaningOf(clauses) ?? leaningOf(clauses, question);
  const negative = valueWordsIn(language)?.questions.negative;
  if (lean?.polarity !== 'yes' || !hasWords(question, negative)) return lean;
  const plain = clauses.map((clause) => clause.plain).join(' ');
  return agreeing(language).test(plain) ? { ...lean, polarity: 'no' } : lean;
}

const agreeing = memoize((language: Language) => isAnyOf(yesNo[language].agreement ?? ['(?!)']));

function numberIn(
  { unit, isDerived }: Extract<AnswerType, { kind: 'number' }>,
  speech: Speech,
  { language, question, answeredAt }: ValueContext,
): Found | undefined {
  if (valueWordsIn(language) !== undefined)
    return settled(
      readAmount(speech.raw, { language, unit, question, year: Number(answeredAt.slice(0, 4)) }),
      isDerived,
    );
  const amount = yearsSince(speech.raw, question, answeredAt) ?? amountIn(speech, unit, language);
  return amount === undefined ? undefined : clear(amount);
}

/** Where nobody stated the type, the lower end of a range will do. */
const settled = (found: Found | undefined, isDerived: true | undefined): Found | undefined =>
  isDerived && typeof found?.value === 'number' ? clear(found.value) : found;

function moneyIn(
  { currency, period, isDerived }: Extract<AnswerType, { kind: 'money' }>,
  speech: Speech,
  { language }: ValueContext,
): Found | undefined {
  if (valueWordsIn(language) !== undefined)
    return settled(readMoney(speech.raw, { language, currency, period }), isDerived);
  const amount = amountIn(speech, undefined, language);
  return amount === undefined ? undefined : clear(amount);
}

function dateIn(speech: Speech, context: ValueContext): Found | undefined {
  const { language, question, phoneNumber } = context;
  const asks = valueWordsIn(language)?.questions;
  const day = readDay(speech.raw, {
    now: new Date(context.answeredAt),
    timeZone: context.timeZone,
    language,
    tense: hasWords(question, asks?.birth) ? 'birth' : hasWords(question, asks?.past) ? 'past' : 'future',
    isMonthFirst: language === 'EN' && phoneNumber?.startsWith('+1') === true,
  });
  return day === undefined ? undefined : clear(day);
}

function timeIn({ raw }: Speech, { question, language }: ValueContext): Found | undefined {
  const hour = readHour(raw, question, language);
  if (hour === undefined) return undefined;
  return hour.time === undefined ? unclear(raw, 'in the morning or in the evening') : clear(hour.time);
}

function choiceIn(
  options: readonly string[],
  { clauses, raw }: Speech,
  { question, language }: ValueContext,
): Found | undefined {
  const chosen = chosenFrom(options, clauses, language);
  if (chosen?.kind === 'one') return clear(chosen.option);
  // "For my company" chooses "business" where the question says "for you personally or for your company?".
  const alternatives = alternativesIn(question);
  const named =
    alternatives.length === options.length ? chosenFrom(alternatives, clauses, language) : undefined;
  const option = named?.kind === 'one' ? options[alternatives.indexOf(named.option)] : undefined;
  if (option !== undefined) return clear(option);
  return chosen === undefined ? undefined : unclear(raw, chosen.kind === 'any' ? 'no preference' : 'several');
}

function listIn(
  options: readonly string[] | undefined,
  { clauses, raw }: Speech,
  { language }: ValueContext,
): Found | undefined {
  const words = valueWordsIn(language)?.choices;
  const text = clauses.map((clause) => clause.plain).join(' , ');
  if (words !== undefined && wholeWords(`^(?:${words.none})$`).test(text)) return clear([]);
  if (options === undefined) {
    const items = itemsIn(raw, language);
    return items.length === 0 ? undefined : clear(items);
  }
  const { named, ruledOut } = namedFrom(options, clauses, language);
  const has = (source: string | undefined): boolean => source !== undefined && wholeWords(source).test(text);
  if (has(words?.all) && named.length === 0)
    return clear(options.filter((option) => !ruledOut.includes(option)));
  if (ruledOut.length > 0 && has(words?.except) && named.length === 0)
    return clear(options.filter((option) => !ruledOut.includes(option)));
  return named.length === 0 ? undefined : clear(named);
}

/** The items of a list, as they were said. */
function itemsIn(raw: string, language: Language): string[] {
  const { joint, lead } = listing(language);
  return raw
    .replace(/[.!?。！？]+\s*$/, '')
    .split(joint)
    .map((item) => item.trim().replace(lead, '').trim())
    .filter((item) => item !== '');
}

const listing = memoize((language: Language) => {
  const words = valueWordsIn(language)?.choices;
  return {
    joint: new RegExp(`\\s*[,;、，]\\s*|\\s+(?:${words?.and ?? '(?!)'})\\s+`, 'iu'),
    lead: new RegExp(`^(?:(?:${words?.lead ?? '(?!)'})(?!\\p{L})[\\s,]*)+`, 'iu'),
  };
});

function phoneIn({ raw }: Speech, { language, phoneNumber }: ValueContext): Found | undefined {
  const spelled = digitsIn(raw, language);
  const number = spelled === undefined ? undefined : e164AsDialled(spelled.digits, phoneNumber ?? null);
  if (number === undefined) return undefined;
  const isWritten = /\+?\d[\d\s()./-]{5,}\d/.test(raw);
  return isWritten ? clear(number) : unclear(number, 'to be read back');
}
