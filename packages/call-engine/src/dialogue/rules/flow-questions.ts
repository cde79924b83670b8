import type { TimeZone } from '@parley/kernel/local-time.ts';
import { memoize, memoizeRecentBy } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words, yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, speechOf } from '@parley/language/speech.ts';
import { digitsIn } from '@parley/language/spelled-text.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallAnswer } from '../../outcome.ts';
import { type PlanQuestion, questionsIn } from '../../plan.ts';
import type { CallContext } from '../dialogue-model.ts';
import { timeUnits } from './amount.ts';
import { readValue } from './answer-value.ts';
import { answerTypeOf } from './asked.ts';
import { anyOf, startsWithAnyOf } from './cue-pattern.ts';
import { patternOf } from './foreign-cues.ts';
import { isOfType } from './found-value.ts';
import { polarityOf } from './polarity.ts';
import { contentStems, meaningfulStems } from './stem.ts';

/** Whoever has more questions is understood one question at a time. */
const MOST_QUESTIONS = 40;

/** A question of the flow, and what tells that something said is about it. */
export interface FlowQuestion {
  readonly question: PlanQuestion;
  readonly type: AnswerType;
  /** Stems that no other question of the flow has. */
  readonly topic: ReadonlySet<string>;
  /** The same of what its author calls it, in its key and label. */
  readonly names: ReadonlySet<string>;
  /** Its current answer, if it has one. */
  readonly given?: CallAnswer;
}

/** The questions that a turn may be about, the open one among them. */
export function flowQuestions(
  { plan, progress }: CallContext,
  open: PlanQuestion | undefined,
): readonly FlowQuestion[] {
  const all = (progress?.questions ?? questionsIn(plan.sections)).slice(0, MOST_QUESTIONS);
  const questions = open === undefined || all.some(({ id }) => id === open.id) ? all : [open, ...all];
  const given = new Map((progress?.answers ?? []).map((answer) => [answer.questionId, answer]));
  const read = questions.map((question) => readQuestion(question, plan));
  const askedBy = new Map<string, number>();
  const namedBy = new Map<string, number>();
  for (const { stems, names } of read) {
    for (const stem of stems) askedBy.set(stem, (askedBy.get(stem) ?? 0) + 1);
    for (const stem of new Set([...stems, ...names])) namedBy.set(stem, (namedBy.get(stem) ?? 0) + 1);
  }
  return questions.map((question, index) => {
    const answer = given.get(question.id);
    const { stems, names, type } = read[index] as ReadQuestion;
    return {
      question,
      type,
      topic: new Set(stems.filter((stem) => askedBy.get(stem) === 1)),
      names: new Set(names.filter((stem) => namedBy.get(stem) === 1)),
      ...(answer === undefined ? {} : { given: answer }),
    };
  });
}

/** Questions are kept although they are long: forty of a page each took every call of their agent 12 ms. */
const MOST_KEPT = 1000;
const LONGEST_QUESTION = 6000;

interface ReadQuestion {
  readonly stems: readonly string[];
  /** Those of what its author calls the thing: "renew" asks whether they "want to fix the price". */
  readonly names: readonly string[];
  readonly type: AnswerType;
}

/** Kept as long as the question's plan: the questions of a call are looked at in every turn, and may be long. */
const readQuestions = new WeakMap<PlanQuestion, ReadQuestion>();

function readQuestion(question: PlanQuestion, { language, analysis }: CallContext['plan']): ReadQuestion {
  const kept = readQuestions.get(question);
  if (kept !== undefined) return kept;
  const { key } = question;
  const label =
    key === undefined ? undefined : analysis.extractionTargets.find((each) => each.key === key)?.label;
  const read = {
    stems: topicStems(question.text, language),
    names: topicStems(`${(key ?? '').replaceAll(/[_-]+/g, ' ')} ${label ?? ''}`, language),
    type: question.answerType ?? answerTypeOf(question.text, language) ?? { kind: 'text' as const },
  };
  readQuestions.set(question, read);
  return read;
}

const topicStems: (text: string, language: Language) => readonly string[] = memoizeRecentBy(
  (text, language) => `${language}\0${text}`,
  (text, language) => {
    // "Car" says nothing in French, and much in English.
    const stemsOf = language === 'EN' ? contentStems : meaningfulStems;
    return [...new Set(stemsOf(text))].filter((stem) => !general().has(stem));
  },
  MOST_KEPT,
  LONGEST_QUESTION,
);

/** A length of time is in many an answer, whatever it is about. */
const general = ofAllLanguages(
  (languages) =>
    new Set(
      contentStems(
        [
          ...timeUnits.map((unit) => `${unit} ${unit}s`),
          ...languages.flatMap((language) => words[language].years),
        ].join(' '),
      ),
    ),
);

export const isAbout = ({ topic }: FlowQuestion, text: string): boolean =>
  topic.size > 0 && contentStems(text).some((stem) => topic.has(stem));

/** Also by its name. Whoever corrects an answer speaks of the thing in words of their own, "I won't renew", or in the author's. */
export const isNamed = (flow: FlowQuestion, text: string): boolean =>
  isAbout(flow, text) || (flow.names.size > 0 && contentStems(text).some((stem) => flow.names.has(stem)));

export interface Spoken {
  readonly context: CallContext;
  readonly zone: TimeZone;
}

/** A statement within what was said, as it stands there. */
export type Statement = string;

/** What was said, one statement each: recognisers write no commas, and people join several with "and". */
export function statementsIn(clauses: readonly Clause[], language: Language): Statement[] {
  const { between, before, alone } = joints(language);
  return clauses
    .flatMap(({ raw }) => raw.split(between).map((part) => part.trim().replace(before, '')))
    .filter((part) => !alone.test(part))
    .slice(0, MOST_STATEMENTS);
}

/** Whoever says more in one turn tells a story. */
const MOST_STATEMENTS = 24;
const NEW_STATEMENT = new RegExp(english.answers.newStatement, 'iu');
const joints = memoize((language: Language) => {
  const joint = words[language].joint.join('|');
  return {
    between: language === 'EN' ? NEW_STATEMENT : new RegExp(` (?=(?:${joint}) )`, 'iu'),
    before: new RegExp(`^(?:${joint}) `, 'iu'),
    alone: new RegExp(`^(?:${joint})?$`, 'iu'),
  };
});

export interface Found {
  readonly value: KnownValue;
  /** False: worth a confirmation. */
  readonly isSure: boolean;
}

/** The value of a statement as an answer to a question, by the grammar of its type. Undefined: it has none. */
export function valueIn(
  statement: Statement,
  flow: FlowQuestion,
  { context, zone }: Spoken,
): Found | undefined {
  const { question, type } = flow;
  const { plan, answeredAt } = context;
  const { language, contact } = plan;
  if (type.kind === 'text' || type.kind === 'name') return undefined;
  if (type.kind === 'yes_no') return stated(statement, question.text, language, isAbout(flow, statement));
  // "This one" is a number only where one is asked for.
  if (type.kind === 'phone' && digitsIn(statement, language) === undefined) return undefined;
  const read = readValue(type, speechOf(statement), {
    question: question.text,
    language,
    answeredAt,
    timeZone: zone,
    phoneNumber: contact.phoneNumber,
  });
  if (read === undefined || !isOfType(type, read.value)) return undefined;
  // Without options anything would be a list.
  if (type.kind === 'list' && type.options === undefined) return undefined;
  return { value: read.value, isSure: read.isClear };
}

const affirming = startsWithAnyOf(english.yesNo.affirmed);
const unreal = anyOf(english.yesNo.unreal);

/** Whether somebody says of themselves what a question asks: "I've got my licence", "no licence, sorry". */
function stated(
  statement: Statement,
  question: string,
  language: Language,
  isAffirmed: boolean,
): Found | undefined {
  const { clauses, plain } = speechOf(statement);
  if (language === 'EN') {
    const polarity = polarityOf(clauses, question);
    if (polarity === 'yes' || polarity === 'no') return { value: polarity === 'yes', isSure: true };
    return isAffirmed && affirming.test(plain) && !unreal.test(plain)
      ? { value: true, isSure: true }
      : undefined;
  }
  if (patternOf(language, yesNo[language].no).test(plain)) return { value: false, isSure: true };
  // Where a verb alone says who speaks, whose statement it is has to be asked.
  const { firstPerson } = words[language];
  if (firstPerson === undefined) return { value: true, isSure: false };
  return patternOf(language, firstPerson).test(plain) ? { value: true, isSure: true } : undefined;
}
