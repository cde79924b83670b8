import type { TimeZone } from '@parley/kernel/local-time.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words, yesNo } from '@parley/language/locale-tables.ts';
import { type Clause, speechOf } from '@parley/language/speech.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallAnswer } from '../../outcome.ts';
import { type PlanQuestion, questionsIn } from '../../plan.ts';
import type { CallContext } from '../dialogue-model.ts';
import { timeUnits } from './amount.ts';
import { readValue } from './answer-value.ts';
import { answerTypeOf } from './asked.ts';
import { patternOf } from './foreign-cues.ts';
import { polarityOf } from './polarity.ts';
import { meaningfulStems } from './stem.ts';

/** Whoever has more questions is understood one question at a time. */
const MOST_QUESTIONS = 40;

/** A question of the flow, and what tells that something said is about it. */
export interface FlowQuestion {
  readonly question: PlanQuestion;
  readonly type: AnswerType;
  /** Stems that no other question of the flow has. */
  readonly topic: ReadonlySet<string>;
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
  const stems = questions.map(({ text }) => new Set(meaningfulStems(text)));
  return questions.map((question, index) => {
    const answer = given.get(question.id);
    const own = [...(stems[index] ?? [])].filter(
      (stem) => !general().has(stem) && stems.every((others, at) => at === index || !others.has(stem)),
    );
    return {
      question,
      type: question.answerType ?? answerTypeOf(question.text, plan.language) ?? { kind: 'text' },
      topic: new Set(own),
      ...(answer === undefined ? {} : { given: answer }),
    };
  });
}

/** A length of time is in many an answer, whatever it is about. */
const general = ofAllLanguages(
  (languages) =>
    new Set(
      meaningfulStems(
        [
          ...timeUnits.map((unit) => `${unit} ${unit}s`),
          ...languages.flatMap((language) => words[language].years),
        ].join(' '),
      ),
    ),
);

export const isAbout = ({ topic }: FlowQuestion, text: string): boolean =>
  topic.size > 0 && meaningfulStems(text).some((stem) => topic.has(stem));

export interface Spoken {
  readonly context: CallContext;
  readonly zone: TimeZone;
}

/** A statement within what was said, as it stands there. */
export type Statement = string;

/** What was said, one statement each: recognisers write no commas, and people join several with "and". */
export function statementsIn(clauses: readonly Clause[], language: Language): Statement[] {
  const { between, before } = joints(language);
  return clauses
    .flatMap(({ raw }) => raw.split(between).map((part) => part.trim().replace(before, '')))
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
  { question, type }: FlowQuestion,
  { context, zone }: Spoken,
): Found | undefined {
  const { plan, answeredAt } = context;
  const { language, contact } = plan;
  if (type.kind === 'text' || type.kind === 'name') return undefined;
  if (type.kind === 'yes_no') return stated(statement, question.text, language);
  const read = readValue(type, speechOf(statement), {
    question: question.text,
    language,
    answeredAt,
    timeZone: zone,
    phoneNumber: contact.phoneNumber,
  });
  if (read === undefined || !isOfType(type, read.value)) return undefined;
  return { value: read.value, isSure: read.isClear };
}

/** What could not be read is returned as the words that were said. */
function isOfType(type: AnswerType, value: KnownValue): boolean {
  switch (type.kind) {
    case 'number':
    case 'money':
      return typeof value === 'number';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(String(value));
    case 'time':
      return /^\d\d:\d\d$/.test(String(value));
    case 'email':
      return /^\S+@\S+\.\S+$/.test(String(value));
    case 'phone':
      return /^\+?\d{6,15}$/.test(String(value));
    case 'choice':
      return type.options.includes(String(value));
    case 'list':
      return Array.isArray(value) && value.every((each) => type.options?.includes(each));
    default:
      return typeof value === 'boolean';
  }
}

/** Whether somebody says of themselves what a question asks: "I've got my licence", "no licence, sorry". */
function stated(statement: Statement, question: string, language: Language): Found | undefined {
  const { clauses, plain } = speechOf(statement);
  if (language === 'EN') {
    const polarity = polarityOf(clauses, question);
    return polarity === 'yes' || polarity === 'no' ? { value: polarity === 'yes', isSure: true } : undefined;
  }
  if (patternOf(language, yesNo[language].no).test(plain)) return { value: false, isSure: true };
  // Where a verb alone says who speaks, whose statement it is has to be asked.
  const { firstPerson } = words[language];
  if (firstPerson === undefined) return { value: true, isSure: false };
  return patternOf(language, firstPerson).test(plain) ? { value: true, isSure: true } : undefined;
}
