import { isDeepStrictEqual } from 'node:util';
import type { Expectation, OtherAnswer, Understanding } from '../dialogue/dialogue-model.ts';
import type { CallAnswer } from '../outcome.ts';
import type { PlanQuestion } from '../plan.ts';
import type { Dialogue, Utterance } from './dialogue.ts';

/** Nobody answers more questions in one turn. */
const MOST_ANSWERS = 12;

/**
 * Takes in what a turn says about other questions than the open one: answers ahead of their question, corrections and
 * withdrawals. What is not clear is kept until it is confirmed.
 */
export function takeIn(
  dialogue: Dialogue,
  heard: Utterance,
  { others = [], wants, machine }: Understanding,
  expectation: Expectation,
): void {
  if (others.length === 0 || wants.wrongPerson || machine !== undefined) return;
  const openId = expectation.kind === 'answer' ? expectation.question.id : undefined;
  const questions = new Map(dialogue.questions().map((question) => [question.id, question]));
  for (const other of others.slice(0, MOST_ANSWERS)) {
    const question = questions.get(other.questionId);
    if (question !== undefined && question.id !== openId) take(dialogue, question, heard, other);
  }
}

function take(dialogue: Dialogue, question: PlanQuestion, heard: Utterance, other: OtherAnswer): void {
  const { findings } = dialogue;
  const current = findings.answerOf(question.id);
  const answer = answerOf(question, heard, other);
  if (other.value === null) findings.withdraw(answer);
  else if (isDeepStrictEqual(current?.value, other.value)) return;
  else if (!other.isClear) findings.offer(answer);
  else if (current === undefined) findings.note(answer);
  else if (current.value === undefined) findings.revise(answer, 'They answered it later.');
  else findings.revise(answer, 'They corrected their answer.');
}

/** The words that it rests on are evidence only if they were said. */
function answerOf(question: PlanQuestion, heard: Utterance, { value, quote }: OtherAnswer): CallAnswer {
  const words = quote.trim();
  return {
    questionId: question.id,
    ...(question.key === undefined ? {} : { key: question.key }),
    question: question.text,
    ...(value === null ? {} : { value }),
    evidence: words !== '' && heard.text.includes(words) ? words : heard.text,
    startMs: heard.startMs,
    endMs: heard.endMs,
  };
}
