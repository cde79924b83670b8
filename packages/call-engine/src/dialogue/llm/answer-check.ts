import { folded } from '@parley/language/speech.ts';
import { withDigits } from '@parley/language/spoken-number.ts';
import type { KnownValue } from '../../expression.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { CallContext, Expectation, OtherAnswer, Understanding } from '../dialogue-model.ts';
import { askedIn } from '../rules/asked.ts';
import { contentStems, meaningfulStems } from '../rules/stem.ts';
import { type Distance, distanceOf } from './answer-distance.ts';
import { numberedQuestions } from './flow-outline.ts';
import { isBareYesNo, isSaid } from './spoken-quote.ts';
import { knownLabel, OPEN, type TurnHead } from './turn-reading.ts';
import { answerTypeOf, fitted, loosely } from './typed-answer.ts';

/** What was said, and what the rules make of it. */
export interface Hearing {
  readonly heard: string;
  readonly expectation: Expectation;
  readonly context: CallContext;
  readonly byRules: Understanding;
}

type Given = TurnHead['answers'][number];
type Answer = NonNullable<Understanding['answer']>;

/**
 * The answer to what was expected, as the model reads it: it stands with a quotation from what the contact said.
 * Undefined when the model gave none, or none that anything bears out.
 */
export function openAnswer(read: TurnHead, isUnclear: boolean, hearing: Hearing): Answer | undefined {
  const { expectation, context, byRules, heard } = hearing;
  const given = openOne(read, hearing);
  if (given === undefined || given.value === null) return undefined;
  const { value, quote } = given;
  switch (expectation.kind) {
    case 'answer':
      return questionAnswer({ value, quote }, expectation.question, isUnclear, hearing);
    case 'choice': {
      const label = knownLabel(String(value), expectation, context);
      if (label === undefined || !isSaid(quote, heard)) return undefined;
      // Labels are fixed texts: who names another one has been misread.
      const named = byRules.answer?.isClear === true ? byRules.answer.value : label;
      return { value: named, isClear: true, quote };
    }
    case 'message':
      return isSaid(String(value), heard) || isSaid(quote, heard)
        ? { value: String(value).trim().slice(0, LONGEST), isClear: !isUnclear, quote }
        : undefined;
    case 'opening':
    case 'talk':
    case 'callback_time':
      return undefined;
    default: {
      // A yes or a no to a question of the conductor's own.
      if (typeof value !== 'boolean' || !isSaid(quote, heard)) return undefined;
      const isContrary = byRules.answer?.isClear === true && byRules.answer.value === !value;
      return { value, isClear: !isUnclear && !isContrary, quote };
    }
  }
}

/** What they said, where it is no value: one follow-up question is worthwhile. */
export const unreadable = ({ heard, expectation }: Hearing): Answer | undefined =>
  expectation.kind === 'answer' ? { value: heard.trim().slice(0, LONGEST), isClear: false } : undefined;

const LONGEST = 1_000;

/** Some models name the open question by its number. */
function openOne({ answers }: TurnHead, { expectation, context }: Hearing): Given | undefined {
  const numbered = numberedQuestions(context.plan);
  const isOpen = ({ id }: Given): boolean =>
    id === OPEN || (expectation.kind === 'answer' && numbered.get(id)?.id === expectation.question.id);
  return answers.find(isOpen);
}

interface Claim {
  readonly value: KnownValue;
  readonly quote: string;
}

function questionAnswer(
  claim: Claim,
  question: PlanQuestion,
  isUnclear: boolean,
  hearing: Hearing,
): Answer | undefined {
  const given = typed(claim.value, question, hearing.context);
  if (given === undefined) return undefined;
  const value = inTheirWords(given, question, hearing);
  const read = hearing.byRules.answer;
  const isAgreed = read !== undefined && isSame(read.value, value);
  const quote = quoteOf({ value, quote: claim.quote }, question, hearing);
  if (quote === undefined)
    return isAgreed ? { ...read, value, isClear: read.isClear && !isUnclear } : undefined;
  // Words from before say nothing against a clear yes or no of now.
  const isOutweighed =
    typeof value === 'boolean' && read?.isClear && !isAgreed && !isSaid(quote, hearing.heard);
  if (isOutweighed) return { ...read, isClear: false };
  const distance = isAgreed ? 'near' : distanceTo({ value, quote }, question, hearing);
  if (distance === 'about_other') return unreadable(hearing);
  const isAskedBack =
    isUnclear ||
    distance === 'about_them' ||
    (!isAgreed && isContradicted({ value, quote }, question, hearing));
  return { value, isClear: !isAskedBack, quote };
}

function distanceTo({ value, quote }: Claim, { text }: PlanQuestion, { heard, context }: Hearing): Distance {
  if (typeof value !== 'boolean') return 'near';
  return distanceOf(isSaid(quote, heard) ? heard : quote, text, context.plan.language);
}

const typed = (value: KnownValue, question: PlanQuestion, { plan }: CallContext): KnownValue | undefined => {
  const type = answerTypeOf(question, plan);
  return type === undefined ? loosely(value, question, plan) : fitted(value, type);
};

/**
 * A free answer is made of what they said. One that says something else, such as what a model was talked into, gives way
 * to their own words.
 */
function inTheirWords(value: KnownValue, question: PlanQuestion, hearing: Hearing): KnownValue {
  const { byRules, heard, context } = hearing;
  // One word may be a spelling of its own, as digits are.
  if (typeof value !== 'string' || !/\s/.test(value.trim()) || /\d/.test(value)) return value;
  if (askedIn(question, context.plan.language).kind !== 'words') return value;
  const said = new Set(meaningfulStems(saidTo(question, hearing)));
  const stems = meaningfulStems(value);
  const isTheirs = stems.filter((stem) => said.has(stem)).length * 2 >= stems.length;
  if (isTheirs) return value;
  const read = byRules.answer?.value;
  return typeof read === 'string' ? read : heard.trim().slice(0, LONGEST);
}

const isSame = (one: KnownValue, other: KnownValue): boolean =>
  typeof one === typeof other && folded(String(one)) === folded(String(other));

/** The words that bear it out; a text that was said is its own quotation. */
function quoteOf({ value, quote }: Claim, question: PlanQuestion, hearing: Hearing): string | undefined {
  if (isSaid(quote, hearing.heard) || isSaid(quote, saidTo(question, hearing))) return quote;
  return typeof value === 'string' && isSaid(value, hearing.heard) ? value : undefined;
}

/** What they have said since the question was asked as it is written: an answer may take them two turns. */
function saidTo({ text }: PlanQuestion, { heard, context: { turns } }: Hearing): string {
  const asked = turns.findLastIndex((turn) => turn.speaker === 'agent' && turn.text.includes(text));
  const said = asked < 0 ? [] : turns.slice(asked + 1).filter(({ speaker }) => speaker === 'contact');
  return [...said.map((turn) => turn.text), heard].join(' ');
}

/**
 * Whether the rules read something else that is worth asking back. They do not where they have only read a part of the
 * words that the model quotes, such as the "two" of "two boys and a girl".
 */
function isContradicted({ value, quote }: Claim, question: PlanQuestion, hearing: Hearing): boolean {
  const { byRules, heard, context } = hearing;
  const read = byRules.answer;
  if (read?.isClear !== true || typeof read.value !== typeof value || !isDefinite(value, question, context))
    return false;
  const isCovered = isSaid(read.quote ?? heard, quote);
  if (!isCovered) return true;
  const { language } = context.plan;
  return typeof value === 'boolean'
    ? isBareYesNo(quote, language)
    : unread(quote, read.quote, question, hearing).length === 0;
}

/** A value that branches compare, not a text. */
function isDefinite(value: KnownValue, question: PlanQuestion, { plan }: CallContext): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return true;
  const kind = answerTypeOf(question, plan)?.kind;
  return kind !== undefined && ['date', 'time', 'choice', 'email', 'phone'].includes(kind);
}

/** What the quotation says beyond what the rules have read of it, and beyond what was asked. */
function unread(
  quote: string,
  byRules: string | undefined,
  { text }: PlanQuestion,
  hearing: Hearing,
): string[] {
  const { language } = hearing.context.plan;
  const digits = (said: string): string => (language === 'EN' ? withDigits(said) : said);
  const known = new Set([...contentStems(digits(byRules ?? '')), ...contentStems(text)]);
  return meaningfulStems(digits(quote)).filter(
    (stem) => !known.has(stem) && !(byRules === undefined && /^\d+$/.test(stem)),
  );
}

/** Answers to other questions of the flow, given ahead, corrected or taken back. */
export function otherAnswers(read: TurnHead, hearing: Hearing): readonly OtherAnswer[] {
  const { context } = hearing;
  const open = openOne(read, hearing);
  const numbered = numberedQuestions(context.plan);
  const found = new Map<string, OtherAnswer>();
  for (const given of read.answers) {
    const question = numbered.get(given.id);
    if (given === open || question === undefined || isAsked(question, hearing)) continue;
    const other = otherAnswer(given, question, hearing);
    if (other !== undefined) found.set(question.id, other);
  }
  return [...found.values()];
}

/** With those of the rules: the model did not see them, so they are confirmed before anything is decided on them. */
export const withRules = (found: readonly OtherAnswer[], byRules: Understanding): readonly OtherAnswer[] => [
  ...found,
  ...(byRules.others ?? [])
    .filter(({ questionId }) => found.every((one) => one.questionId !== questionId))
    .map((one) => ({ ...one, isClear: false })),
];

const isAsked = ({ id }: PlanQuestion, { expectation }: Hearing): boolean =>
  expectation.kind === 'answer' && expectation.question.id === id;

function otherAnswer(given: Given, question: PlanQuestion, hearing: Hearing): OtherAnswer | undefined {
  const { heard, context, byRules } = hearing;
  const { quote } = given;
  // A bare yes answers what was asked last.
  if (!isSaid(quote, heard) || isBareYesNo(quote, context.plan.language)) return undefined;
  const questionId = question.id;
  if (given.value === null) {
    const isKnown = context.progress?.answers.some(
      (one) => one.questionId === questionId && one.value !== undefined,
    );
    return isKnown === false ? undefined : { questionId, value: null, quote, isClear: true };
  }
  const value = typed(given.value, question, context);
  if (value === undefined) return undefined;
  const distance = distanceTo({ value, quote }, question, hearing);
  if (distance === 'about_other') return undefined;
  const other = byRules.others?.find((one) => one.questionId === questionId);
  const isAgreed = other === undefined || (other.value !== null && isSame(other.value, value));
  return { questionId, value, quote, isClear: isAgreed && distance === 'near' };
}
