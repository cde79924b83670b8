import { type Clause, speechOf, wordCount } from '@parley/language/speech.ts';
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
  for (const statement of unused(statementsIn(clauses, context.plan.language), turn)) {
    if (open !== undefined && isAbout(open, statement)) continue;
    const other = answerIn(statement, turn);
    if (other !== undefined && !found.has(other.questionId)) found.set(other.questionId, other);
  }
  return [...found.values()];
}

const mayVolunteer: ReadonlySet<Expectation['kind']> = new Set(['answer', 'opening', 'talk']);

/** "No, on Tuesday": what they say instead of what we understood. */
export function insteadOf(
  value: KnownValue,
  clauses: readonly Clause[],
  asked: FlowQuestion,
  spoken: Spoken,
): OtherAnswer[] {
  if (asked.type.kind === 'yes_no') return [];
  for (const statement of statementsIn(clauses, spoken.context.plan.language)) {
    const read = valueIn(statement, asked, spoken);
    if (read !== undefined && !isSame(read.value, value))
      return [{ questionId: asked.question.id, value: read.value, quote: statement, isClear: true }];
  }
  return [];
}

/** The statements without the first that holds the answer to the open question. */
function unused(statements: readonly Statement[], turn: Turn): Statement[] {
  const { answer, open } = turn;
  if (answer?.isClear !== true || open === undefined || open.type.kind === 'text') return [...statements];
  const used = Math.max(
    0,
    statements.findIndex((each) => isSame(valueIn(each, open, turn)?.value, answer.value)),
  );
  return statements.filter((_, index) => index !== used);
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
  const isClear = named.length === 1 && isCertain(read, target, open);
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
      telling.has(each.type.kind) &&
      each.given?.value === undefined &&
      valueIn(statement, each, spoken) !== undefined,
  );
  const isOfOpen = open !== undefined && telling.has(open.type.kind) && valueIn(statement, open, spoken);
  return fitting.length === 1 && !isOfOpen ? fitting[0] : undefined;
}

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
