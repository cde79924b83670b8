import { memoizeRecentBy } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { cues, words } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { timeUnitIn } from '@parley/language/spoken-amount.ts';
import { moneyTermsIn } from '@parley/language/spoken-money.ts';
import { hasWords, valueWordsIn } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { PlanExtractionTarget, PlanQuestion } from '../../plan.ts';
import { alternativesIn } from './alternatives.ts';
import { timeUnits } from './amount.ts';
import { anyOf, startsWithAnyOf } from './cue-pattern.ts';
import { cuesOf } from './foreign-cues.ts';

/** What kind of answer a question asks for, by its wording. */
export type Asked =
  /** `wantsMore`: "…, and if so, which one?". `isMinded`: "would you mind", where "sure" means no. */
  | {
      readonly kind: 'yes_no';
      readonly alternatives: readonly string[];
      readonly isMinded: boolean;
      readonly wantsMore: boolean;
    }
  | { readonly kind: 'choice'; readonly alternatives: readonly string[] }
  /** `isStated`: by its author, so that a range is asked about. */
  | { readonly kind: 'number'; readonly unit: string | undefined; readonly isStated?: boolean }
  | { readonly kind: 'date' }
  /** What has a grammar of its own: an amount of money, a time, a list, a name, an address, a telephone number. */
  | { readonly kind: 'value'; readonly type: ValueType }
  | { readonly kind: 'words' };

export type ValueType = Extract<AnswerType, { kind: 'money' | 'time' | 'list' | 'name' | 'email' | 'phone' }>;

/** What a question of the flow asks for: what its author stated or its wording says. */
export function askedIn({ text, answerType: type }: PlanQuestion, language: Language): Asked {
  const asked = askedBy(text, language);
  if (type === undefined) return asked;
  switch (type.kind) {
    case 'yes_no':
      // Its author wants true or false, whatever else the question names.
      return { ...(asked.kind === 'yes_no' ? asked : yesOrNo), alternatives: [], wantsMore: false };
    case 'number':
      return {
        kind: 'number',
        unit: type.unit ?? (asked.kind === 'number' ? asked.unit : undefined),
        isStated: type.isDerived !== true,
      };
    case 'date':
      return { kind: 'date' };
    case 'choice':
      return { kind: 'choice', alternatives: type.options };
    case 'text':
      return { kind: 'words' };
    default:
      return { kind: 'value', type };
  }
}

const yesOrNo = { kind: 'yes_no', alternatives: [], isMinded: false, wantsMore: false } as const;

/**
 * The type of a question whose author stated none: that of the extraction target for the same thing, else what its
 * wording asks for. Undefined where a value of one type would lose something: "Do you have a licence, and if so,
 * which one?" is answered by a yes or by words.
 */
export const answerTypeOf = (
  text: string,
  language: Language,
  target?: PlanExtractionTarget,
): AnswerType | undefined =>
  target === undefined ? typeByWording(text, language) : typeOf(text, language, target);

/** Every call of an agent asks the same questions, which may be long. */
const MOST_KEPT = 1000;
const LONGEST_QUESTION = 6000;
const typeByWording = memoizeRecentBy(
  (text: string, language: Language) => `${language}\0${text}`,
  (text, language) => typeOf(text, language, undefined),
  MOST_KEPT,
  LONGEST_QUESTION,
);

function typeOf(
  text: string,
  language: Language,
  target: PlanExtractionTarget | undefined,
): AnswerType | undefined {
  const question = lastQuestion(text);
  const asked = askedBy(text, language);
  const asks = valueWordsIn(language)?.questions;
  const targeted = target === undefined ? undefined : typeOfTarget(target, asked, question, language);
  if (targeted !== undefined) return targeted;
  const isOpen = target?.type === 'string' || ['words', 'number', 'date'].includes(asked.kind);
  if (isOpen && hasWords(question, asks?.email)) return { kind: 'email' };
  if (isOpen && hasWords(question, asks?.phone)) return { kind: 'phone' };
  if (isOpen && hasWords(question, asks?.time)) return { kind: 'time' };
  if (isOpen && asked.kind !== 'date' && hasWords(question, asks?.money))
    return moneyAsked(question, language);
  if (isOpen && hasWords(question, asks?.birth) && asked.kind !== 'number') return { kind: 'date' };
  const isSpelling =
    asked.kind === 'yes_no' && asked.alternatives.length < 2 && hasWords(question, asks?.spell);
  if (isSpelling || (isOpen && hasWords(question, asks?.name))) return { kind: 'name' };
  if (asked.kind === 'words' && hasWords(question, asks?.otherName)) return { kind: 'name' };
  if (asked.kind === 'words' && hasWords(question, asks?.list)) return { kind: 'list' };
  switch (asked.kind) {
    case 'yes_no':
      return asked.alternatives.length > 1 || asked.wantsMore ? undefined : { kind: 'yes_no' };
    case 'choice':
      return { kind: 'choice', options: asked.alternatives };
    case 'number':
      return { kind: 'number', ...(asked.unit === undefined ? {} : { unit: asked.unit }), isDerived: true };
    case 'date':
      return { kind: 'date' };
    default:
      return { kind: 'text' };
  }
}

function typeOfTarget(
  { type, options = [] }: PlanExtractionTarget,
  asked: Asked,
  question: string,
  language: Language,
): AnswerType | undefined {
  switch (type) {
    case 'enum':
      return options.length > 1 ? { kind: 'choice', options } : undefined;
    case 'bool':
      return { kind: 'yes_no' };
    case 'number':
      if (hasWords(question, valueWordsIn(language)?.questions.money)) return moneyAsked(question, language);
      return asked.kind === 'number' && asked.unit !== undefined
        ? { kind: 'number', unit: asked.unit, isDerived: true }
        : { kind: 'number', isDerived: true };
    case 'date':
      return { kind: 'date' };
    case 'list':
      return { kind: 'list', ...(options.length > 0 ? { options } : {}) };
    default:
      return undefined;
  }
}

function moneyAsked(question: string, language: Language): AnswerType {
  const { period, currency } = moneyTermsIn(question, language);
  return {
    kind: 'money',
    ...(currency === undefined ? {} : { currency }),
    ...(period === undefined ? {} : { period }),
    isDerived: true,
  };
}

const POLITE = new RegExp(english.questions.politeLead);

const numberQuestions = anyOf(cues.EN.asksNumber);
const dateQuestions = anyOf(cues.EN.asksDate);
const yesNoQuestion = startsWithAnyOf(english.questions.asksYesNo);
const tagged = new RegExp(english.questions.tag);
const openQuestion = startsWithAnyOf(cues.EN.asksOpen);
const preference = anyOf(english.questions.preference);
const more = anyOf(english.questions.asksMore);
/** "Is it gas or oil?" wants one of them; "have you got a car or a van?" may be content with a yes. */
const either = startsWithAnyOf(english.questions.asksWhichItIs);
const minded = startsWithAnyOf(english.questions.asksWhetherTheyMind);
/** So much for each month is no length of time. */
const RATE = anyOf(english.questions.rate);
const UNIT = anyOf(timeUnits.map((unit) => `${unit}s?`));

export const askedBy: (text: string, language: Language) => Asked = memoizeRecentBy(
  (text, language) => `${language}\0${text}`,
  readQuestion,
);

function readQuestion(text: string, language: Language): Asked {
  const own = language === 'EN' ? undefined : cuesOf(language);
  const question = lastQuestion(text);
  const plain = plainWords(question);
  if (own !== undefined && !looksEnglish.test(plain)) {
    if (own.asksNumber.test(plain)) return { kind: 'number', unit: timeUnitIn(question, language) };
    if (own.asksDate.test(plain)) return { kind: 'date' };
    if (own.asksOpen.test(plain)) return { kind: 'words' };
    const alternatives = words[language].or
      .map((or) => alternativesIn(question, or))
      .find((some) => some.length > 1);
    if (alternatives !== undefined) return { kind: 'choice', alternatives };
    return /[?？؟;;]\s*$/.test(text)
      ? { kind: 'yes_no', alternatives: [], isMinded: false, wantsMore: false }
      : { kind: 'words' };
  }
  return inEnglish(question, plain.replace(POLITE, ''));
}

const onScale = new RegExp(english.questions.onScale, 'i');

function inEnglish(question: string, plain: string): Asked {
  if (onScale.test(question)) return { kind: 'number', unit: undefined };
  const isYesNo = yesNoQuestion.test(plain) || (tagged.test(plain) && !openQuestion.test(plain));
  if (!isYesNo && numberQuestions.test(plain))
    return { kind: 'number', unit: RATE.test(plain) ? undefined : UNIT.exec(plain)?.[0] };
  if (!isYesNo && dateQuestions.test(plain)) return { kind: 'date' };
  const alternatives = alternativesIn(question);
  if (alternatives.length > 1 && (!isYesNo || preference.test(plain) || either.test(plain)))
    return { kind: 'choice', alternatives };
  if (isYesNo)
    return { kind: 'yes_no', alternatives, isMinded: minded.test(plain), wantsMore: more.test(plain) };
  return { kind: 'words' };
}

const looksEnglish = startsWithAnyOf(english.questions.looksEnglish);

/** "We are hiring in Graz. Would you move there?" asks its last sentence, or the last one with a question mark. */
function lastQuestion(text: string): string {
  const sentences = text
    .slice(0, 1000)
    .split(/(?<=[.!?？。؟;;])\s*/u)
    .filter((sentence) => sentence.trim() !== '');
  const question = sentences.findLast((sentence) => /[?？؟;;]\s*$/.test(sentence)) ?? sentences.at(-1) ?? '';
  return question;
}
