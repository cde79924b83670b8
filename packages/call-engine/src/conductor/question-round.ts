import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { KnownValue } from '../expression.ts';
import type { Said } from '../party.ts';
import type { PlanQuestion } from '../plan.ts';
import type { Place } from './courtesy.ts';
import type { Dialogue, Utterance } from './dialogue.ts';
import { type Ending, runOutOfTime } from './ending.ts';
import { answerInquiry, type Heeded, hear } from './hearing.ts';

/** As it is written, and twice more. Saying it again because they asked to hear it again does not count. */
const MOST_TIMES_ASKED = 3;

interface Evidence {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly value?: KnownValue;
}

/** Asks one question until it is answered, refused or given up. What comes of it is noted exactly once. */
export async function askQuestion(
  dialogue: Dialogue,
  question: PlanQuestion,
  place: Place,
): Promise<Ending | undefined> {
  let evidence: Evidence = { text: '', startMs: 0, endMs: 0 };
  let isInOtherWords = false;
  for (let asked = 1; asked <= MOST_TIMES_ASKED; asked += 1) {
    if (dialogue.isTimeUp()) {
      if (asked > 1) note(dialogue, question, evidence);
      return runOutOfTime(dialogue);
    }
    const said = await ask(dialogue, question, asked, isInOtherWords);
    if (asked === 1) evidence = { text: '', startMs: said.endMs, endMs: said.endMs };
    // An interrupted question has not been asked.
    const isLast = place.isLast && said.isWhole;
    const reply = await hear(dialogue, { kind: 'answer', question }, { isLast });
    if (reply.kind === 'end') return endRound(dialogue, question, reply, evidence);
    isInOtherWords = reply.kind === 'words' && said.isWhole;
    if (reply.kind !== 'words') continue;

    const { heard, understanding } = reply;
    evidence = evidenceOf(heard, understanding.answer?.value);
    if (understanding.answer?.isClear === false && !understanding.isRefused)
      return clarify(dialogue, question, heard.text, evidence, place);
    if (understanding.answer !== undefined || understanding.isRefused) {
      note(dialogue, question, evidence);
      await respond(dialogue, heard, understanding);
      return undefined;
    }
    if (understanding.question !== undefined) {
      await answerInquiry(dialogue, understanding.question);
      isInOtherWords = false;
    } else if (understanding.isOffTopic && asked < MOST_TIMES_ASKED) {
      await dialogue.lead({ kind: 'back_to_topic' }, 'What they said has nothing to do with the question.');
      isInOtherWords = false;
    }
  }
  note(dialogue, question, evidence);
  return undefined;
}

/** Rephrases only a question that was heard to its end: an interrupted one was not the problem. */
async function ask(
  dialogue: Dialogue,
  question: PlanQuestion,
  asked: number,
  isInOtherWords: boolean,
): Promise<Said> {
  dialogue.decide({ kind: 'ask', questionId: question.id });
  if (isInOtherWords)
    return dialogue.word({ kind: 'ask_again', question, attempt: asked - 1 }, 'It was not answered.');
  return dialogue.say(
    question.text,
    asked === 1 ? 'The next question of the flow.' : 'Back to the question.',
  );
}

/** The one follow-up. Whatever comes of it, what they said first is better than nothing. */
async function clarify(
  dialogue: Dialogue,
  question: PlanQuestion,
  unclear: string,
  evidence: Evidence,
  place: Place,
): Promise<Ending | undefined> {
  if (dialogue.isTimeUp()) {
    note(dialogue, question, evidence);
    return runOutOfTime(dialogue);
  }
  await dialogue.word({ kind: 'clarify', question, heard: unclear }, 'Their answer is not clear.');
  const reply = await hear(dialogue, { kind: 'answer', question }, place);
  if (reply.kind === 'end') return endRound(dialogue, question, reply, evidence);
  if (reply.kind !== 'words') {
    note(dialogue, question, evidence);
    return undefined;
  }
  const { heard, understanding } = reply;
  const isAbout = understanding.answer !== undefined;
  note(dialogue, question, isAbout ? evidenceOf(heard, understanding.answer.value, evidence) : evidence);
  await respond(dialogue, heard, understanding);
  return undefined;
}

/** A word before the next question, so that it does not sound like a form. */
async function respond(dialogue: Dialogue, heard: Utterance, understanding: Understanding): Promise<void> {
  if (understanding.question !== undefined) return answerInquiry(dialogue, understanding.question);
  if (understanding.isRefused && understanding.answer === undefined)
    return dialogue.lead({ kind: 'accept_refusal' }, 'They would rather not answer.');
  dialogue.acknowledge(heard.text, 'They answered.');
}

/** An answer that came with the wish that ends the call counts, unless it is somebody else's. */
function endRound(
  dialogue: Dialogue,
  question: PlanQuestion,
  { ending, reply }: Extract<Heeded, { kind: 'end' }>,
  before: Evidence,
): Ending {
  const { answer, wants } = reply?.understanding ?? {};
  const evidence =
    reply !== undefined && answer !== undefined && !wants?.wrongPerson
      ? evidenceOf(reply.heard, answer.value, before)
      : before;
  if (evidence.value !== undefined) note(dialogue, question, evidence);
  return ending;
}

/** Their own words; with those before, where it took two parts to make the answer clear. */
function evidenceOf(heard: Utterance, value: KnownValue | undefined, unclear?: Evidence): Evidence {
  const isMore = unclear?.value !== undefined;
  const known = value ?? unclear?.value;
  return {
    text: isMore ? `${unclear.text} … ${heard.text}` : heard.text,
    startMs: isMore ? unclear.startMs : heard.startMs,
    endMs: heard.endMs,
    ...(known === undefined ? {} : { value: known }),
  };
}

function note(dialogue: Dialogue, question: PlanQuestion, evidence: Evidence): void {
  dialogue.findings.note({
    questionId: question.id,
    ...(question.key === undefined ? {} : { key: question.key }),
    question: question.text,
    ...(evidence.value === undefined ? {} : { value: evidence.value }),
    evidence: evidence.text,
    startMs: evidence.startMs,
    endMs: evidence.endMs,
  });
}
