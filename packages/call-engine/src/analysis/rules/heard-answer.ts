import { english } from '@parley/language/english-tables.ts';
import { ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords, wordCount } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallAnswer, CallFindings } from '../../outcome.ts';
import type { CallPlan, PlanQuestion, PlanSection } from '../../plan.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import { analysisTables } from './analysis-tables.ts';
import { type Said, sentencesIn, type Talk } from './talk.ts';

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
  /** The part of the line that counts: what follows a correction, without what corrects another answer. */
  readonly words: string;
  readonly isCorrected: boolean;
}

/** Every question on the path of the call, with its final answer. */
export function heardAnswers(talk: Talk): HeardAnswer[] {
  const first = questionsOf(talk).map((question) => firstAnswer(question, talk));
  const corrections = first.map((answer) => laterCorrection(answer, talk));
  const spent = new Set(corrections.flatMap((each) => (each === undefined ? [] : [each.sentence])));
  return first.map((answer, index) => {
    const correction = corrections[index];
    return correction === undefined ? without(answer, spent, talk) : correction.answer;
  });
}

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

function firstAnswer(question: PlanQuestion, talk: Talk): HeardAnswer {
  const noted = talk.findings.answers.findLast(({ questionId }) => questionId === question.id);
  if (noted === undefined) return unnoted(question, talk);
  const lines = linesOf(noted, talk).filter(({ text }) => !isMachineOrder(text, talk.plan.language));
  const said = lines.findLast(({ text }) =>
    sameValue(talk.understand(text, question).answer?.value, noted.value),
  );
  const line = said ?? lines.at(-1);
  if (noted.value === undefined) {
    const isRefused = lines.some(({ text }) => isRefusal(text, question, talk));
    return silent(question, isRefused ? 'refused' : 'unanswered', line);
  }
  // Without a line that says it there is nothing to show for the value, and so no value.
  return line === undefined
    ? silent(question, 'unanswered')
    : { ...standingOf(question, noted.value, line, talk), ...corrected(question, line, talk) };
}

const silent = (
  question: PlanQuestion,
  standing: 'refused' | 'unanswered' | 'unreached',
  said?: Said,
): HeardAnswer => ({
  question,
  standing,
  words: '',
  isCorrected: false,
  ...(said === undefined ? {} : { said }),
});

/** The transcript's times are rounded to hundredths of a second. */
const ROUNDING = 0.011;

const linesOf = ({ startMs, endMs }: CallAnswer, { said }: Talk): Said[] =>
  said.filter(({ time }) => time >= startMs / 1000 - ROUNDING && time <= endMs / 1000 + ROUNDING);

const sameValue = (one: KnownValue | undefined, other: KnownValue | undefined): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** A question that ended the call is not noted as asked, and yet what they said to it may answer it. */
function unnoted(question: PlanQuestion, talk: Talk): HeardAnswer {
  if (question.text === '') return silent(question, 'unreached');
  const said = talk.said.findLast(({ asked }) => asked.endsWith(question.text));
  if (said === undefined) return silent(question, 'unreached');
  if (isMachineOrder(said.text, talk.plan.language)) return silent(question, 'unanswered', said);
  const { answer, isRefused, wants } = talk.understand(said.text, question);
  if (wants.notInterested && ofInterest().test(`${question.key} ${question.text}`))
    return { question, standing: 'answered', value: false, said, words: said.text, isCorrected: false };
  if (answer?.isClear && typeof answer.value !== 'string')
    return { ...standingOf(question, answer.value, said, talk), ...corrected(question, said, talk) };
  return silent(question, isRefused ? 'refused' : 'unanswered', said);
}

/** Whether they are interested is answered by whoever declines, in whatever words. */
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

function standingOf(question: PlanQuestion, value: KnownValue, said: Said, talk: Talk): HeardAnswer {
  const whole = { question, said, words: said.text, isCorrected: false };
  if (typeof value === 'string' && isRefusal(said.text, question, talk))
    return silent(question, 'refused', said);
  if (typeof value === 'string' && isNoAnswer(value)) return { ...whole, standing: 'unsure' };
  const isOpen = typeof value !== 'string' || talk.understand(said.text, question).answer?.isClear !== false;
  return { ...whole, value, standing: isOpen ? 'answered' : 'unsure' };
}

const noAnswer = anyOf(english.answers.noAnswer);
const LONGEST_EXCUSE = 9;

/** Words without an answer. */
const isNoAnswer = (words: string): boolean => {
  const plain = plainWords(words);
  return noAnswer.test(plain) && plain.split(' ').length <= LONGEST_EXCUSE;
};

const LONGEST_SLIP = 25;

/** The same answer as they put it right in the same breath. */
function corrected(question: PlanQuestion, said: Said, talk: Talk): Partial<HeardAnswer> {
  const { kind } = talk.asked(question.text);
  const [rest, end] = [
    afterCorrection(said.text),
    kind === 'number' || kind === 'date' ? afterReckoning(said.text) : undefined,
  ];
  const reckoned = end === undefined ? undefined : reread(question, end, talk);
  if (reckoned !== undefined) return reckoned;
  if (rest === undefined || kind === 'yes_no') return {};
  // A story has many an "actually", and puts nothing right with it.
  if (kind === 'words')
    return wordCount(said.speech.plain) > LONGEST_SLIP ? {} : { words: rest, isCorrected: true };
  return reread(question, rest, talk) ?? {};
}

function reread(question: PlanQuestion, words: string, talk: Talk): Partial<HeardAnswer> | undefined {
  const { answer } = talk.understand(words, question);
  if (!answer?.isClear || (typeof answer.value === 'string') !== isTextual(question, talk)) return undefined;
  return { value: answer.value, words, isCorrected: true, standing: 'answered' };
}

const isTextual = (question: PlanQuestion, { asked }: Talk): boolean =>
  !['number', 'yes_no'].includes(asked(question.text).kind);

interface Correction {
  readonly answer: HeardAnswer;
  /** It belongs to this answer now, and not to the one it was given with. */
  readonly sentence: string;
}

/** "And actually, about the start, make it the fifteenth": said to another question, and yet about this one. */
function laterCorrection(answer: HeardAnswer, talk: Talk): Correction | undefined {
  const { question, said, standing } = answer;
  const { kind } = talk.asked(question.text);
  if (said === undefined || kind === 'words' || (standing !== 'answered' && standing !== 'unsure'))
    return undefined;
  const later = talk.said.slice(talk.said.indexOf(said) + 1).flatMap((line, lines) =>
    isMachineOrder(line.text, talk.plan.language)
      ? []
      : sentencesIn(line.text, talk.plan.language).map((sentence, place) => ({
          line,
          sentence,
          isNext: lines === 0 && place === 0 && kind !== 'yes_no',
        })),
  );
  for (const { line, sentence, isNext } of later.reverse()) {
    if (!isCorrectionOf(question, sentence, isNext)) continue;
    const found =
      reread(question, afterCorrection(sentence) ?? sentence, talk) ?? reread(question, sentence, talk);
    if (found === undefined || sameValue(found.value, answer.value)) continue;
    return { sentence, answer: { ...answer, ...found, said: line, words: sentence } };
  }
  return undefined;
}

/** What they said to a question without the sentences that put another answer right. */
function without(answer: HeardAnswer, spent: ReadonlySet<string>, talk: Talk): HeardAnswer {
  const { said } = answer;
  const sentences = said === undefined ? [] : sentencesIn(said.text, talk.plan.language);
  const left = sentences.filter((sentence) => !spent.has(sentence));
  return left.length === sentences.length ? answer : { ...answer, words: left.join(' ') };
}

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

/** What people put before what they really meant. The rest of the text is what counts. */
const correction = ofAllLanguages(
  (languages) =>
    new RegExp(languages.flatMap((language) => analysisTables[language].corrections ?? []).join('|'), 'giu'),
);

/** "Eight vans and two trucks, so ten." "My contract ends in June, so the first of July." */
const CONCLUSION = new RegExp(english.answers.concludes, 'gi');

/** What follows their last correction; undefined when they did not correct themselves. */
export const afterCorrection = (text: string): string | undefined => afterLast(text, correction());

/** What they come to, after what they reckoned with. */
export const afterReckoning = (text: string): string | undefined => afterLast(text, CONCLUSION);

function afterLast(text: string, pattern: RegExp): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) return undefined;
  const rest = text.slice(last.index + last[0].length).trim();
  return rest === '' ? undefined : rest;
}

const cue = anyOf(english.answers.correctsEarlierAnswer);
const opening = new RegExp(english.answers.correctsLastAnswer, 'i');

/**
 * Whether a later sentence puts the answer to a question right. The very next may simply begin with "sorry, I
 * meant"; any other has to say what it is about.
 */
function isCorrectionOf(question: PlanQuestion, sentence: string, isNext: boolean): boolean {
  if (isNext && opening.test(sentence)) return true;
  const plain = plainWords(sentence);
  return cue.test(plain) && speaksOfQuestion(question, plain);
}

const OF = new Set(english.answers.beforeObject);
/** So far behind "interested in" stands what it is. */
const OBJECT_WORDS = 5;

/** By the question's key or most of its words; "not interested in nights" is not about interest in the position. */
function speaksOfQuestion({ key = '', text }: PlanQuestion, plain: string): boolean {
  const words = plain.split(' ');
  const stems = new Set(contentStems(plain));
  const asked = [...new Set(contentStems(text))];
  if (asked.filter((stem) => stems.has(stem)).length * 2 > asked.length) return true;
  const named = contentStems(key.replaceAll('_', ' '));
  if (named.length === 0 || !named.every((stem) => stems.has(stem))) return false;
  const at = words.findIndex((word) => named.includes(contentStems(word)[0] ?? ''));
  if (!OF.has(words[at + 1] ?? '')) return true;
  const object = contentStems(words.slice(at + 2, at + 2 + OBJECT_WORDS).join(' '));
  return object.length === 0 || object.some((stem) => asked.includes(stem));
}
