import { memoize, memoizeRecentBy } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { words, yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, type Speech, speechOf } from '@parley/language/speech.ts';
import { emailIn, nameIn } from '@parley/language/spelled-text.ts';
import { readAmount } from '@parley/language/spoken-amount.ts';
import { readDay } from '@parley/language/spoken-date.ts';
import { readHour } from '@parley/language/spoken-hour.ts';
import { readMoney } from '@parley/language/spoken-money.ts';
import { hasWords, valueWordsIn } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import { amountIn, yearsSince } from './amount.ts';
import { choiceIn, listIn } from './answer-choice.ts';
import { repairedIn } from './answer-repair.ts';
import { askedBy } from './asked.ts';
import { isAnyOf } from './cue-pattern.ts';
import { cuesOf } from './foreign-cues.ts';
import { clear, type Found, type ReadValue, unclear, type ValueContext } from './found-value.ts';
import { type Leaning, leaningOf } from './polarity.ts';
import { phoneIn } from './spoken-phone.ts';
import { statedOf } from './stated-predicate.ts';

/** The value of a type in what was said; undefined when the words hold none. */
export function readValue(
  type: AnswerType,
  said: Speech | string,
  context: ValueContext,
): ReadValue | undefined {
  const speech = typeof said === 'string' ? speechOf(said) : said;
  if (speech.clauses.length === 0) return undefined;
  const found = spokenValueIn(type, withoutNoise(type, speech, context.language), context);
  return found === undefined ? undefined : { ...found, quote: speech.raw };
}

const spokenValueIn = (type: AnswerType, speech: Speech, context: ValueContext): Found | undefined =>
  repairedIn(type, speech, context, (some, now) => valueIn(type, some, now)) ??
  valueIn(type, speech, context);

/** What is read by a grammar of its own, in which "oh, well" and a full stop have no place. */
const ofGrammar: ReadonlySet<AnswerType['kind']> = new Set([
  'number',
  'money',
  'date',
  'time',
  'name',
  'email',
  'phone',
]);

/** Without what says nothing before a value, and the full stop behind it. */
function withoutNoise({ kind }: AnswerType, speech: Speech, language: Language): Speech {
  if (!ofGrammar.has(kind)) return speech;
  const opened = language === 'EN' ? speech.raw.replace(interjections, '') : speech.raw;
  // In other languages a full stop behind digits makes an ordinal.
  const ended = opened.replace(
    language === 'EN' ? /(?<![.!])[.!]+$/ : /(?:(?<![\d.!])|(?<=\d[.!]))[.!]+$/,
    '',
  );
  const raw = ended.replace(hesitations(language), '');
  return raw === '' || raw === speech.raw ? speech : { ...speech, raw };
}

const interjections = new RegExp(english.answers.interjections, 'i');

const hesitations = memoize(
  (language: Language) =>
    new RegExp(`^(?:(?:${words[language].hesitation?.join('|') ?? '(?!)'})[\\s,.…-]+){1,3}`, 'iu'),
);

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
      const { language, question } = context;
      // Of somebody's own name every letter counts; of an employer's only what was spelled.
      const isOwn = !hasWords(question, valueWordsIn(language)?.questions.otherName);
      const found = nameIn(speech.raw, language, { isOwn });
      if (found === undefined) return undefined;
      return isOwn || found.isSpelled ? unclear(found.name, 'to be read back') : clear(found.name);
    }
    case 'email': {
      // What else was said does not belong to the address.
      const email =
        emailIn(speech.raw, context.language) ??
        speech.clauses
          .map(({ raw }) => emailIn(raw, context.language))
          .findLast((each) => each !== undefined);
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
export const leaningIn: (
  clauses: readonly Clause[],
  question: string,
  language: Language,
) => Leaning | undefined = memoizeRecentBy(
  (clauses, question, language) =>
    [language, question, ...clauses.map(({ raw, plain }) => `${raw}\0${plain}`)].join('\0'),
  findLeaning,
);

function findLeaning(clauses: readonly Clause[], question: string, language: Language): Leaning | undefined {
  const sign = cuesOf(language)?.leaningOf(clauses) ?? leaningOf(clauses, question);
  const stated = sign?.certainty === 'sure' ? undefined : statedOf(clauses, question, language);
  const isOpen = sign?.polarity === 'unsure';
  const lean = stated === undefined || isOpen ? sign : ({ polarity: stated, certainty: 'likely' } as const);
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
const settled = (
  found: (Found & { readonly isWide?: true }) | undefined,
  isDerived: true | undefined,
): Found | undefined => {
  if (found?.isWide) return isDerived ? undefined : unclear(found.value, 'a wide range');
  return isDerived && typeof found?.value === 'number' ? clear(found.value) : found;
};

function moneyIn(
  { currency, period, isDerived }: Extract<AnswerType, { kind: 'money' }>,
  speech: Speech,
  { language, question }: ValueContext,
): Found | undefined {
  if (valueWordsIn(language) !== undefined)
    return settled(readMoney(speech.raw, { language, currency, period, question }), isDerived);
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
