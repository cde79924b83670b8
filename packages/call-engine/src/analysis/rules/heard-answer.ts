import { english } from '@parley/language/english-tables.ts';
import { ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import type { AnswerType } from '../../answer-type.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { isOfType } from '../../dialogue/rules/found-value.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallAnswer, CallFindings } from '../../outcome.ts';
import type { CallPlan, PlanQuestion, PlanSection } from '../../plan.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import { analysisTables } from './analysis-tables.ts';
import { ROUNDING, type Said, type Talk } from './talk.ts';

/** The answer to one question. */
export interface HeardAnswer {
  readonly question: PlanQuestion;
  readonly standing:
    | 'answered'
    /** Answered without commitment: "it depends". */
    | 'unsure'
    | 'refused'
    | 'unanswered'
    /** The call ended before the question was asked. */
    | 'unreached';
  /** Only of one that was answered, or unsure. */
  readonly value?: KnownValue;
  /** The line that says it. */
  readonly said?: Said;
  /** Their words for it, as the call noted them. */
  readonly words: string;
  /** The part of them that it rests on, where the call noted one. */
  readonly evidence?: string;
}

/**
 * Whether it counts as answered. Other words than the options are an answer to a choice all the same; an "it depends"
 * is none to a yes-or-no question.
 */
export const isAnswered = ({ question: { answerType }, standing, value }: HeardAnswer): boolean =>
  value !== undefined &&
  (standing === 'answered' ||
    (standing === 'unsure' && (answerType?.kind === 'choice' || answerType?.kind === 'list')));

/** Every question on the path of the call, with its final answer: corrections are in the findings of the call. */
export const heardAnswers = (talk: Talk): HeardAnswer[] =>
  questionsOf(talk).map((question) => answerTo(question, talk));

/** A call may have noted an answer to a question that its plan no longer has. */
function questionsOf({ plan, findings }: Talk): PlanQuestion[] {
  const planned = questionsOnPath(plan, findings);
  const known = new Set(planned.map(({ id }) => id));
  const others = new Map(
    findings.answers
      .filter(({ questionId }) => !known.has(questionId))
      .map(({ questionId, key, question }): [string, PlanQuestion] => [
        questionId,
        { id: questionId, text: question, ...(key === undefined ? {} : { key }) },
      ]),
  );
  return [...planned, ...others.values()];
}

function answerTo(question: PlanQuestion, talk: Talk): HeardAnswer {
  const declined = declinedIn(question, talk);
  if (declined !== undefined) return declined;
  const noted = talk.findings.answers.findLast(({ questionId }) => questionId === question.id);
  if (noted === undefined) return unnoted(question, talk);
  const lines = linesOf(noted, talk).filter(({ text }) => !isMachineOrder(text, talk.plan.language));
  const said = lines.findLast(({ text }) =>
    sameValue(talk.understand(text, question).answer?.value, noted.value),
  );
  const line = said ?? lines.find(({ text }) => noted.evidence.startsWith(text)) ?? lines.at(-1);
  if (noted.value === undefined) {
    const isRefused = lines.some(({ text }) => isRefusal(text, question, talk));
    return silent(question, isRefused ? 'refused' : 'unanswered', line);
  }
  if (noted.isLikely && line !== undefined)
    return { question, said: line, words: line.text, standing: 'unsure' };
  // Without a line that says it there is nothing to show for the value, and so no value.
  if (line === undefined) return silent(question, 'unanswered');
  const evidence = line.text.includes(noted.evidence) ? { evidence: noted.evidence } : {};
  return { ...standingOf(question, noted.value, line, talk), ...evidence };
}

const silent = (
  question: PlanQuestion,
  standing: 'refused' | 'unanswered' | 'unreached',
  said?: Said,
): HeardAnswer => ({
  question,
  standing,
  words: '',
  ...(said === undefined ? {} : { said }),
});

const linesOf = ({ startMs, endMs }: CallAnswer, { said }: Talk): Said[] =>
  said.filter(({ time }) => time >= startMs / 1000 - ROUNDING && time <= endMs / 1000 + ROUNDING);

const sameValue = (one: KnownValue | undefined, other: KnownValue | undefined): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** A question that ended the call is not noted as asked. What they said to it was understood by the call itself. */
function unnoted(question: PlanQuestion, talk: Talk): HeardAnswer {
  if (question.text === '') return silent(question, 'unreached');
  const said = talk.said.findLast(({ asked }) => asked.endsWith(question.text));
  if (said === undefined) return silent(question, 'unreached');
  if (isMachineOrder(said.text, talk.plan.language)) return silent(question, 'unanswered', said);
  const { isRefused } = talk.understand(said.text, question);
  return silent(question, isRefused ? 'refused' : 'unanswered', said);
}

/** Whether they are interested is answered by whoever declines in the end, in whatever words. */
function declinedIn(question: PlanQuestion, talk: Talk): HeardAnswer | undefined {
  const isAsked = ofInterest().test(`${question.key} ${question.text}`);
  const said = talk.said.at(-1);
  const { outcome } = talk.findings;
  if (
    !isAsked ||
    said === undefined ||
    outcome.kind !== 'not_interested' ||
    outcome.detail === 'WRONG_PERSON'
  )
    return undefined;
  return { question, standing: 'answered', value: false, said, words: said.text };
}

const ofInterest = ofAllLanguages(
  (languages) =>
    new RegExp(languages.flatMap((language) => analysisTables[language].interest ?? []).join('|'), 'iu'),
);

const isRefusal = (text: string, question: PlanQuestion, talk: Talk): boolean =>
  talk.understand(text, question).isRefused === true || ownRefusal().test(text);

/** Words that are too short for the cues of a refusal, and are one in what was taken for an answer. */
const ownRefusal = ofAllLanguages(
  (languages) =>
    new RegExp(languages.flatMap((language) => analysisTables[language].refusal ?? []).join('|'), 'iu'),
);

/** Whether it is a value of a type, and not simply what they said. */
export const isTyped = (type: AnswerType, value: KnownValue): boolean =>
  type.kind !== 'text' && isOfType(type, value);

function standingOf(question: PlanQuestion, value: KnownValue, said: Said, talk: Talk): HeardAnswer {
  const { answerType: type } = question;
  if (typeof value !== 'string' || (type !== undefined && isTyped(type, value)))
    return { question, said, words: said.text, value, standing: 'answered' };
  // The rest of the turn may have put another answer right, or have been a wish.
  const words = said.text.includes(value) ? value : said.text;
  if (isRefusal(said.text, question, talk)) return silent(question, 'refused', said);
  if (isNoAnswer(value)) return { question, said, words, standing: 'unsure' };
  const isOpen = talk.understand(said.text, question).answer?.isClear === false;
  return { question, said, words, value, standing: isOpen ? 'unsure' : 'answered' };
}

const noAnswer = anyOf(english.answers.noAnswer);
const LONGEST_EXCUSE = 9;

/** Words without an answer. */
const isNoAnswer = (words: string): boolean => {
  const plain = plainWords(words);
  return noAnswer.test(plain) && plain.split(' ').length <= LONGEST_EXCUSE;
};

/**
 * The questions on the path of this call, in order: those asked and those still ahead when it ended. Questions of
 * branches that were not taken, or not chosen yet, are left out.
 */
function questionsOnPath(plan: CallPlan, findings: CallFindings): PlanQuestion[] {
  const taken = new Map(findings.branches.map(({ sectionId, branchId }) => [sectionId, branchId]));
  const visit = (section: PlanSection): readonly PlanQuestion[] => {
    if (section.type === 'looping') return section.questions;
    if (section.type !== 'conditional') return [];
    const branch = section.branches.find(({ id }) => id === taken.get(section.id));
    return branch?.sections.flatMap(visit) ?? [];
  };
  return plan.sections.flatMap(visit);
}
