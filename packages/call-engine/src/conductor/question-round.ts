import { plainWords, wordCount } from '@parley/language/speech.ts';
import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { KnownValue } from '../expression.ts';
import type { CallAnswer } from '../outcome.ts';
import type { Said } from '../party.ts';
import type { PlanQuestion } from '../plan.ts';
import { type Left, redecide } from './branch-choice.ts';
import { HEARD_BADLY, isHeardAgain, isUnsure } from './certainty.ts';
import type { Place } from './courtesy.ts';
import type { Dialogue, Utterance } from './dialogue.ts';
import { type Ending, runOutOfTime } from './ending.ts';
import { type Heeded, hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';

/** As it is written, and twice more. Saying it again because they asked to hear it again does not count. */
const MOST_TIMES_ASKED = 3;

interface Evidence {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly value?: KnownValue;
  readonly isLikely?: true;
  readonly quote?: string;
}

/** Asks one question until it is answered, refused or given up, unless it has been answered before. */
export async function askQuestion(
  dialogue: Dialogue,
  question: PlanQuestion,
  place: Place,
): Promise<Ending | Left | undefined> {
  const { findings } = dialogue;
  if (findings.isSettled(question.id)) return skip(dialogue, question);
  const offered = findings.takeOffer(question.id);
  if (offered !== undefined) {
    const confirmed = await confirm(dialogue, question, offered, place);
    if (confirmed !== 'not_confirmed') return confirmed === 'confirmed' ? undefined : confirmed;
  }
  return askOpenly(dialogue, question, place);
}

/** Goes back to a question whose answer was withdrawn, or may have been corrected. */
export async function askAgain(
  dialogue: Dialogue,
  question: PlanQuestion,
  place: Place,
): Promise<Ending | Left | undefined> {
  const { findings } = dialogue;
  if (!findings.isSettled(question.id)) return askQuestion(dialogue, question, place);
  const offered = findings.takeOffer(question.id);
  if (offered === undefined) return undefined;
  const confirmed = await confirm(dialogue, question, offered, place);
  return typeof confirmed === 'string' ? undefined : confirmed;
}

function skip(dialogue: Dialogue, { id }: PlanQuestion): undefined {
  const answer = dialogue.findings.answerOf(id);
  const why =
    answer?.value === undefined
      ? 'It was asked before.'
      : `They answered it before: ${JSON.stringify(answer.value)}.`;
  dialogue.decide({ kind: 'skip', questionId: id, why });
  if (answer?.value !== undefined && !dialogue.isResponding) dialogue.acknowledge(answer.evidence, why);
}

/** Whatever comes of it is noted exactly once. */
async function askOpenly(
  dialogue: Dialogue,
  question: PlanQuestion,
  place: Place,
): Promise<Ending | Left | undefined> {
  const { findings } = dialogue;
  let evidence: Evidence = { text: '', startMs: 0, endMs: 0 };
  let isInOtherWords = false;
  let hasApologised = false;
  let unsure: Understanding['answer'];
  for (let asked = 1; asked <= MOST_TIMES_ASKED; asked += 1) {
    if (dialogue.isTimeUp()) {
      if (asked > 1) note(dialogue, question, evidence);
      return runOutOfTime(dialogue);
    }
    const said = await ask(dialogue, question, asked, isInOtherWords);
    if (asked === 1) evidence = { text: '', startMs: said.endMs, endMs: said.endMs };
    const { revisions } = findings;
    const reply = await hear(dialogue, { kind: 'answer', question }, unlessInterrupted(place, said));
    if (reply.kind === 'end') return endRound(dialogue, question, reply, evidence);
    isInOtherWords = reply.kind === 'words' && said.isWhole;
    if (reply.kind !== 'words') continue;

    const { heard, understanding } = reply;
    const isCorrected = findings.revisions > revisions;
    if (isCorrected) await dialogue.lead({ kind: 'accept_correction' }, 'They corrected an answer.');
    if (understanding.hasToldAlready && !understanding.answer?.isClear) {
      const { answer } = understanding;
      const then = dialogue.utteranceOf(answer?.quote ?? heard.text) ?? heard;
      const told = answer === undefined ? undefined : evidenceOf(then, answer);
      const confirmed =
        told === undefined
          ? 'not_confirmed'
          : await confirm(dialogue, question, answerOf(question, told), place);
      if (confirmed !== 'not_confirmed') return confirmed === 'confirmed' ? undefined : confirmed;
      if (!hasApologised)
        await dialogue.lead({ kind: 'apologise_missed' }, 'They say that they have answered it before.');
      hasApologised = true;
      isInOtherWords = true;
      continue;
    }
    evidence = evidenceOf(heard, understanding.answer);
    if (
      isUnsure(heard) &&
      understanding.answer !== undefined &&
      !isHeardAgain(understanding.answer, unsure, heard)
    ) {
      unsure = understanding.answer;
      const offered = answerOf(question, evidence);
      evidence = withoutValue(evidence);
      if (dialogue.mayAskBack(question.id)) {
        if (wordCount(plainWords(heard.text)) > MOST_QUOTED_WORDS)
          return clarify(dialogue, question, heard.text, evidence, place, unsure);
        const confirmed = await confirm(dialogue, question, offered, place, HEARD_BADLY);
        if (confirmed !== 'not_confirmed') return confirmed === 'confirmed' ? undefined : confirmed;
        isInOtherWords = true;
        continue;
      }
      note(dialogue, question, evidence);
      await respond(dialogue, heard, understanding, isCorrected);
      return undefined;
    }
    if (understanding.answer?.isClear === false && !understanding.isRefused)
      return clarify(dialogue, question, heard.text, evidence, place);
    if (understanding.answer !== undefined || understanding.isRefused) {
      note(dialogue, question, evidence);
      await respond(dialogue, heard, understanding, isCorrected);
      return undefined;
    }
    const left = await redecide(dialogue, { isOpenOnly: true });
    if (left !== undefined) return left;
    if (understanding.question !== undefined) {
      await answerInquiry(dialogue, understanding.question);
      isInOtherWords = false;
    } else if (isCorrected) {
      isInOtherWords = false;
    } else if (understanding.isOffTopic && asked < MOST_TIMES_ASKED) {
      await dialogue.lead({ kind: 'back_to_topic' }, 'What they said has nothing to do with the question.');
      isInOtherWords = false;
    }
  }
  note(dialogue, question, evidence);
  return undefined;
}

/** Of what was heard badly, more is not read back: it is asked for again. */
const MOST_QUOTED_WORDS = 8;
const NOT_CERTAIN = 'They said it before it was asked, and it is not certain.';

/** An interrupted question has not been asked. */
const unlessInterrupted = (place: Place, { isWhole }: Said): Place => ({
  get isLast() {
    return isWhole && place.isLast;
  },
});

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

/** Asks whether an answer that was given in passing is right. What they say instead is taken in as any other answer. */
async function confirm(
  dialogue: Dialogue,
  question: PlanQuestion,
  offered: CallAnswer,
  place: Place,
  why = NOT_CERTAIN,
): Promise<Ending | Left | 'confirmed' | 'not_confirmed'> {
  const { findings } = dialogue;
  if (offered.value === undefined) return 'not_confirmed';
  if (dialogue.isTimeUp()) return runOutOfTime(dialogue);
  const quote = offered.quote ?? offered.evidence;
  await dialogue.word({ kind: 'confirm_answer', question, quote }, why);
  const before = findings.answerOf(question.id);
  const expectation = { kind: 'confirmation', question, value: offered.value, quote } as const;
  const reply = await hear(dialogue, expectation, place);
  const understanding =
    reply.kind === 'present' || reply.kind === 'silence' ? undefined : understoodIn(reply);
  const isChanged = findings.answerOf(question.id) !== before;
  const isConfirmed = !isChanged && understanding?.answer?.value === true && !understanding.wants.wrongPerson;
  if (isConfirmed && before === undefined) findings.note(offered);
  else if (isConfirmed) findings.revise(offered, 'They confirmed the correction.');
  if (reply.kind === 'end') return reply.ending;
  if (reply.kind === 'words' && (isChanged || isConfirmed)) {
    await respond(dialogue, reply.heard, reply.understanding, before !== undefined);
    return (await redecide(dialogue, { isOpenOnly: true })) ?? 'confirmed';
  }
  if (understanding?.question !== undefined) await answerInquiry(dialogue, understanding.question);
  return 'not_confirmed';
}

const understoodIn = (
  reply: Extract<Heeded, { readonly kind: 'words' | 'end' }>,
): Understanding | undefined => (reply.kind === 'words' ? reply.understanding : reply.reply?.understanding);

/** The one follow-up. Whatever comes of it, what they said first is better than nothing. */
async function clarify(
  dialogue: Dialogue,
  question: PlanQuestion,
  unclear: string,
  evidence: Evidence,
  place: Place,
  before?: Understanding['answer'],
): Promise<Ending | undefined> {
  if (dialogue.isTimeUp()) {
    note(dialogue, question, evidence);
    return runOutOfTime(dialogue);
  }
  await dialogue.word({ kind: 'clarify', question, heard: unclear }, 'Their answer is not clear.');
  const { revisions } = dialogue.findings;
  const reply = await hear(dialogue, { kind: 'answer', question }, place);
  if (reply.kind === 'end') return endRound(dialogue, question, reply, evidence);
  if (reply.kind !== 'words') {
    note(dialogue, question, evidence);
    return undefined;
  }
  const { heard, understanding } = reply;
  const isCorrected = dialogue.findings.revisions > revisions;
  if (isCorrected) await dialogue.lead({ kind: 'accept_correction' }, 'They corrected an answer.');
  const { answer } = understanding;
  const isCertain = !isUnsure(heard) || isHeardAgain(answer, before, heard);
  const found = answer === undefined ? evidence : evidenceOf(heard, answer, evidence);
  note(dialogue, question, isCertain ? found : evidence);
  await respond(dialogue, heard, understanding, isCorrected);
  return undefined;
}

/** A word before the next question, so that it does not sound like a form. A correction was acknowledged already. */
async function respond(
  dialogue: Dialogue,
  heard: Utterance,
  understanding: Understanding,
  isCorrected: boolean,
): Promise<void> {
  if (understanding.question !== undefined) return answerInquiry(dialogue, understanding.question);
  if (understanding.isRefused && understanding.answer === undefined)
    return dialogue.lead({ kind: 'accept_refusal' }, 'They would rather not answer.');
  if (!isCorrected || !dialogue.isResponding) dialogue.acknowledge(heard.text, 'They answered.');
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
    reply !== undefined && answer !== undefined && !wants?.wrongPerson && !isUnsure(reply.heard)
      ? evidenceOf(reply.heard, answer, before)
      : before;
  if (evidence.value !== undefined) note(dialogue, question, evidence);
  return ending;
}

/** Their own words; with those before, where it took two parts to make the answer clear. */
function evidenceOf(heard: Utterance, answer: Understanding['answer'], unclear?: Evidence): Evidence {
  const isMore = unclear?.value !== undefined;
  // What they rather meant is better than more words that tell nothing.
  const isBefore = unclear?.isLikely === true && answer?.isClear !== true && answer?.isLikely !== true;
  const known = isBefore ? unclear.value : (answer?.value ?? unclear?.value);
  return {
    text: isMore ? `${unclear.text} … ${heard.text}` : heard.text,
    startMs: isMore ? unclear.startMs : heard.startMs,
    endMs: heard.endMs,
    ...(known === undefined ? {} : { value: known }),
    ...(isBefore || answer?.isLikely ? { isLikely: true as const } : {}),
    ...quoteOf(isBefore ? unclear : answer),
  };
}

const quoteOf = (from: { readonly quote?: string } | undefined) =>
  from?.quote === undefined ? {} : { quote: from.quote };

const withoutValue = ({ value: _, quote: __, isLikely: ___, ...evidence }: Evidence): Evidence => evidence;

const answerOf = (
  question: PlanQuestion,
  { text, startMs, endMs, value, quote, isLikely }: Evidence,
): CallAnswer => ({
  questionId: question.id,
  ...(question.key === undefined ? {} : { key: question.key }),
  question: question.text,
  ...(value === undefined || isNoAddress(question, value) ? {} : { value }),
  ...(isLikely ? { isLikely } : {}),
  evidence: text,
  ...(quote === undefined ? {} : { quote }),
  startMs,
  endMs,
});

/** "There's no need for that" is no number that anybody could call. */
const isNoAddress = ({ answerType }: PlanQuestion, value: KnownValue): boolean =>
  (answerType?.kind === 'email' && !String(value).includes('@')) ||
  (answerType?.kind === 'phone' && !/\d{5}/.test(String(value)));

const note = (dialogue: Dialogue, question: PlanQuestion, evidence: Evidence): void =>
  dialogue.findings.note(answerOf(question, evidence));
