import { type Clause, speechOf, wordCount } from '@parley/language/speech.ts';
import { timeUnitIn } from '@parley/language/spoken-amount.ts';
import { moneyTermsIn } from '@parley/language/spoken-money.ts';
import { plainText } from '@parley/language/value-words.ts';
import type { KnownValue } from '../../expression.ts';
import type { Expectation, OtherAnswer } from '../dialogue-model.ts';
import type { Answer } from './expected-answer.ts';
import {
  type FlowQuestion,
  type Found,
  isAbout,
  type Spoken,
  type Statement,
  statementsIn,
  valueIn,
} from './flow-questions.ts';
import { contentStems, meaningfulStems } from './stem.ts';

interface Turn extends Spoken {
  readonly questions: readonly FlowQuestion[];
  readonly open: FlowQuestion | undefined;
  readonly expectation: Expectation;
  /** The answer to the open question, which its own words are left to. */
  readonly answer: Answer | undefined;
}

/**
 * What a turn says about other questions than the open one. Precision comes first: a statement counts only where it
 * shares a word with one question alone, or where its type leaves no other; the words that answer the open question
 * answer nothing else.
 */
export function otherAnswers(clauses: readonly Clause[], turn: Turn): OtherAnswer[] {
  const { expectation, questions, open, context } = turn;
  if (!mayVolunteer.has(expectation.kind) || questions.every((each) => each === open)) return [];
  const found = new Map<string, OtherAnswer>();
  for (const other of besideDay(clauses, turn)) found.set(other.questionId, other);
  for (const other of sideBySide(clauses, turn)) found.set(other.questionId, other);
  for (const statement of unused(statementsIn(clauses, context.plan.language), turn)) {
    if (open !== undefined && isAbout(open, statement) && !namesOptionOfOther(statement, open, turn))
      continue;
    const other = answerIn(statement, turn);
    // Of two values for the same question the last one counts: "until June, so the first of July".
    if (other !== undefined) found.set(other.questionId, other);
  }
  return [...found.values()];
}

/** "Thursday evening" names the day, and one of the options of the question for a time of day. */
function besideDay(clauses: readonly Clause[], turn: Turn): OtherAnswer[] {
  const { open, questions, answer, context } = turn;
  if (open?.type.kind !== 'date' || answer?.isClear !== true) return [];
  return statementsIn(clauses, context.plan.language).flatMap((statement) => {
    const named = questions.flatMap((each): OtherAnswer[] => {
      if (each.type.kind !== 'choice' || each.given?.value !== undefined) return [];
      const value = valueIn(statement, each, turn)?.value;
      if (value === undefined) return [];
      // The option is named by a word of its own, which is not part of the day.
      const chosen = new Set(contentStems(String(value)));
      const words = statement.split(/\s+/);
      const rest = words.filter((word) => !contentStems(word).some((stem) => chosen.has(stem)));
      const isNamed = rest.length > 0 && rest.length < words.length;
      const isBeside = isNamed && isSame(valueIn(rest.join(' '), open, turn)?.value, answer.value);
      return isBeside ? [{ questionId: each.question.id, value, quote: statement, isClear: true }] : [];
    });
    return named.length === 1 ? named : [];
  });
}

/**
 * "Friday at half past two": a day and an hour, each of which only one question asks for. The open question may be one of
 * them, or one that they answered with a yes before it.
 */
function sideBySide(clauses: readonly Clause[], turn: Turn): OtherAnswer[] {
  const { questions, open, answer, context } = turn;
  const [day, ...days] = questions.filter(({ type }) => type.kind === 'date');
  const [hour, ...hours] = questions.filter(({ type }) => type.kind === 'time');
  if (day === undefined || hour === undefined || days.length > 0 || hours.length > 0) return [];
  const isOfThem = open === day || open === hour;
  // "No, Friday at two I work": a no goes on with its reason.
  if (answer?.isClear !== true || (!isOfThem && answer.value !== true)) return [];
  return statementsIn(clauses, context.plan.language).flatMap((statement) => {
    if (!isSplit(statement, day, hour, turn)) return [];
    return [day, hour].flatMap((each): OtherAnswer[] => {
      const value = valueIn(statement, each, turn)?.value;
      if (each === open || each.given?.value !== undefined || value === undefined) return [];
      return [{ questionId: each.question.id, value, quote: statement, isClear: true }];
    });
  });
}

/** Whether some of the words are the day and the others the hour. */
function isSplit(statement: Statement, day: FlowQuestion, hour: FlowQuestion, turn: Spoken): boolean {
  const words = statement.split(/\s+/);
  if (words.length > LONGEST_SIDE) return false;
  const [date, time] = [day, hour].map((each) => valueIn(statement, each, turn)?.value);
  if (date === undefined || time === undefined) return false;
  const isOf = (each: FlowQuestion, some: readonly string[], value: KnownValue): boolean =>
    some.length > 0 && isSame(valueIn(some.join(' '), each, turn)?.value, value);
  return words.some((_, at) => {
    const parts = [words.slice(0, at + 1), words.slice(at + 1)] as const;
    return [parts, [parts[1], parts[0]] as const].some(
      ([one, other]) =>
        isOf(day, one, date) &&
        isOf(hour, other, time) &&
        valueIn(one.join(' '), hour, turn) === undefined &&
        isDayAlone(one.join(' '), day, turn),
    );
  });
}

/** Whoever says more around two values tells something else by it. */
const LONGEST_SIDE = 12;

/** "Lates, preferably in Bristol": the open question asks what they prefer, and only another has Bristol to choose. */
const namesOptionOfOther = (statement: Statement, open: FlowQuestion, turn: Turn): boolean =>
  valueIn(statement, open, turn) === undefined &&
  turn.questions.some(
    (each) => each !== open && each.type.kind === 'choice' && valueIn(statement, each, turn) !== undefined,
  );

const mayVolunteer: ReadonlySet<Expectation['kind']> = new Set(['answer', 'opening', 'talk']);

/** "No, on Tuesday": what they say instead of what we understood. */
export function insteadOf(
  value: KnownValue,
  clauses: readonly Clause[],
  asked: FlowQuestion,
  spoken: Spoken,
): OtherAnswer[] {
  if (asked.type.kind === 'yes_no') return [];
  const read = statementsIn(clauses, spoken.context.plan.language).flatMap((statement) => {
    const found = valueIn(statement, asked, spoken)?.value;
    return found === undefined ? [] : [{ statement, found }];
  });
  // Who says it again says nothing instead, whatever else they say.
  if (read.some(({ found }) => isSame(found, value))) return [];
  // "No, that's not what I said" names nothing instead.
  const other = read.find(({ found }) => !(Array.isArray(found) && found.length === 0));
  return other === undefined
    ? []
    : [{ questionId: asked.question.id, value: other.found, quote: other.statement, isClear: true }];
}

/** The statements without those that hold the answer to the open question. */
function unused(statements: readonly Statement[], turn: Turn): Statement[] {
  const { answer, open } = turn;
  if (answer?.isClear !== true || open === undefined || open.type.kind === 'text') return [...statements];
  // "Yes, and I can work weekends": what names another question is for that one.
  const isOfOther = statements.map(
    (each) => !isAbout(open, each) && turn.questions.some((other) => other !== open && isAbout(other, each)),
  );
  const isUsed = statements.map(
    (each, index) => !isOfOther[index] && isSame(valueIn(each, open, turn)?.value, answer.value),
  );
  const first = isOfOther.indexOf(false);
  if (!isUsed.includes(true)) isUsed[Math.max(first, 0)] = true;
  return statements.filter((_, index) => !isUsed[index]);
}

const isSame = (one: KnownValue | undefined, other: KnownValue): boolean => String(one) === String(other);

function answerIn(statement: Statement, turn: Turn): OtherAnswer | undefined {
  const { open, expectation } = turn;
  const others = turn.questions.filter(({ question }) => question.id !== open?.question.id);
  const named = others.filter((each) => isAbout(each, statement));
  if (named.length > 1) return undefined;
  // A greeting may name a time of day.
  const isGreeting = expectation.kind === 'opening';
  const target = named[0] ?? (isGreeting ? undefined : unmistakable(statement, others, open, turn));
  if (target === undefined) return undefined;
  const read = valueIn(statement, target, turn);
  if (read === undefined || isPast(read.value, target, turn)) return undefined;
  // Nothing but the one question asks for years, or for money: that needs no word of it.
  const isSure = named.length === 1 || isOfUnit(statement, target, turn);
  const isClear = isSure && isCertain(read, target, open) && !isInstead(target, turn);
  return { questionId: target.question.id, value: read.value, quote: statement, isClear };
}

/**
 * Said while telling something at length it may be by the way, and a value that differs from what they said before
 * without a word of correction may be about something else: both are confirmed.
 */
const isCertain = (read: Found, { given }: FlowQuestion, open: FlowQuestion | undefined): boolean =>
  read.isSure &&
  open?.type.kind !== 'text' &&
  (given?.value === undefined || isSame(given.value, read.value));

/** "It does the job" to "Are you happy?" may well be the answer to that, and a yes to another question by its words alone. */
const isInstead = ({ type }: FlowQuestion, { open, answer, expectation }: Turn): boolean =>
  expectation.kind === 'answer' &&
  type.kind === 'yes_no' &&
  open?.type.kind === 'yes_no' &&
  answer?.isClear !== true;

/** A plan lies ahead: "I started there last Monday" is not when they could start. */
const isPast = (value: KnownValue, { type }: FlowQuestion, { context }: Spoken): boolean =>
  type.kind === 'date' && String(value) < context.answeredAt.slice(0, 10);

const LONGEST_BARE = 8;

/** The only question that a bare "next Monday" can answer. Numbers, yes and no say nothing about their question. */
function unmistakable(
  statement: Statement,
  others: readonly FlowQuestion[],
  open: FlowQuestion | undefined,
  spoken: Spoken,
): FlowQuestion | undefined {
  if (wordCount(statement) > LONGEST_BARE) return undefined;
  const fitting = others.filter(
    (each) =>
      (telling.has(each.type.kind) || isOfUnit(statement, each, spoken)) &&
      each.given?.value === undefined &&
      valueIn(statement, each, spoken) !== undefined &&
      (each.type.kind !== 'date' || isDayAlone(statement, each, spoken)),
  );
  const isOfOpen = open !== undefined && telling.has(open.type.kind) && valueIn(statement, open, spoken);
  // "Eight years" might be a day far ahead as well, and is meant for the question about years.
  const counted = fitting.filter((each) => isOfUnit(statement, each, spoken));
  const [target, ...more] = counted.length > 0 ? counted : fitting;
  return more.length === 0 && !isOfOpen ? target : undefined;
}

/** Of so many words a statement may tell something else than the day in it: "Friday suits me". */
const MOST_OTHER_WORDS = 1;

/** "My surname is Collins now" and "it ran out in May" have a day in them, and tell something else. */
function isDayAlone(statement: Statement, asked: FlowQuestion, spoken: Spoken): boolean {
  const day = valueIn(statement, asked, spoken)?.value;
  const words = statement.split(/\s+/);
  const others = words.filter((word, index) => {
    if (meaningfulStems(word).length === 0) return false;
    const without = words.toSpliced(index, 1).join(' ');
    return valueIn(without, asked, spoken)?.value === day;
  });
  return others.length <= MOST_OTHER_WORDS;
}

/** "Eight years on the road" can only answer the one question that asks for years, "ninety pounds" the one for money. */
function isOfUnit(statement: Statement, asked: FlowQuestion, spoken: Spoken): boolean {
  const { type } = asked;
  const { language } = spoken.context.plan;
  if (type.kind === 'money') {
    const { currency, period } = moneyTermsIn(statement, language);
    if (currency !== undefined) return true;
    // "Thirty grand a year".
    const amount = valueIn(statement, asked, spoken)?.value;
    return period !== undefined && period === type.period && typeof amount === 'number' && amount >= THOUSAND;
  }
  if (type.kind !== 'number' || type.unit === undefined) return false;
  return (
    timeUnitIn(statement, language)?.slice(0, UNIT_LETTERS) === plainText(type.unit).slice(0, UNIT_LETTERS)
  );
}

const THOUSAND = 1000;
const UNIT_LETTERS = 3;

const telling: ReadonlySet<FlowQuestion['type']['kind']> = new Set(['date', 'email', 'phone', 'choice']);

const MOST_TURNS = 12;

/** What they said earlier that answers the open question, the latest first. It is worth a confirmation. */
export function toldBefore(
  open: FlowQuestion,
  questions: readonly FlowQuestion[],
  spoken: Spoken,
): Answer | undefined {
  const { context } = spoken;
  const earlier = context.turns.slice(0, -1).filter(({ speaker }) => speaker === 'contact');
  const statements = earlier
    .slice(-MOST_TURNS)
    .reverse()
    .flatMap(({ text }) => statementsIn(speechOf(text).clauses, context.plan.language));
  for (const statement of statements) {
    const isFitting =
      isAbout(open, statement) ||
      (unmistakable(statement, [open], undefined, spoken) !== undefined && !isUsed(statement, questions));
    const value = !isFitting
      ? undefined
      : open.type.kind === 'text'
        ? statement
        : valueIn(statement, open, spoken)?.value;
    if (value !== undefined) return { value, isClear: false, quote: statement };
  }
  return undefined;
}

/** It is what another question was answered with. */
const isUsed = (statement: Statement, questions: readonly FlowQuestion[]): boolean =>
  questions.some(({ given }) => given?.value !== undefined && given.evidence.includes(statement));
