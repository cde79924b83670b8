import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';
import { pressedKeys } from '../transcript.ts';
import { HEARD_BADLY, heardTwice, isDecisive, isUnsure } from './certainty.ts';
import type { Dialogue, Utterance } from './dialogue.ts';
import { keysFor } from './keys.ts';
import { heedObjection } from './recording-objection.ts';
import { takeIn } from './whole-call.ts';

/** Silence after a question before the agent asks "are you still there?". */
export const PATIENCE_MS = 8_000;
/** Silence after the contact asked for a moment. */
const LONG_PATIENCE_MS = 30_000;
const MOST_REPEATS = 3;
const MOST_MOMENTS = 3;

export interface SpokenReply {
  readonly kind: 'words';
  readonly heard: Utterance;
  readonly understanding: Understanding;
  /** They pressed keys. */
  readonly isPressed?: true;
}

export type Reply =
  | SpokenReply
  /** Only until a person has spoken. */
  | { readonly kind: 'beep'; readonly isFax?: true }
  | { readonly kind: 'silence' }
  | { readonly kind: 'left' }
  /** The time of the call ran out. */
  | { readonly kind: 'over' };

/**
 * Listens until the contact says something to act on; repeats and waits on request. A wish or a refusal that was heard
 * badly is asked back once: then it counts if it is heard well, or heard again.
 */
export async function attend(
  dialogue: Dialogue,
  expectation: Expectation,
  patienceMs = PATIENCE_MS,
  keys = keysFor(expectation, dialogue.plan),
): Promise<Reply> {
  let patience = patienceMs;
  let [repeats, moments] = [0, 0];
  let before: Understanding | undefined;
  for (;;) {
    const heard = await dialogue.listen(expectation, patience, keys);
    if (heard.kind === 'keys') {
      const understood = keys?.understood(heard.text);
      if (understood === undefined) continue;
      const said: Utterance = { ...heard, kind: 'words', text: pressedKeys(heard.text) };
      return { kind: 'words', heard: said, understanding: understood, isPressed: true };
    }
    if (heard.kind === 'returned') {
      await welcomeBack(dialogue, expectation);
      continue;
    }
    if (heard.kind !== 'words') return heard;
    const understanding = await dialogue.understand(heard, expectation);
    takeIn(dialogue, heard, understanding, expectation);
    if (expectation.kind !== 'recording') await heedObjection(dialogue, heard, understanding);
    if (isAside(understanding) && understanding.wants.repeat && repeats < MOST_REPEATS) {
      repeats += 1;
      await dialogue.sayAgain('They asked to hear it again.');
    } else if (isAside(understanding) && understanding.wants.moment && moments < MOST_MOMENTS) {
      moments += 1;
      patience = LONG_PATIENCE_MS;
      await dialogue.word({ kind: 'give_moment' }, 'They asked for a moment.');
    } else if (!isUnsure(heard) || understanding.machine !== undefined) {
      return { kind: 'words', heard, understanding };
    } else if (isDecisive(understanding) && mayAskBack(dialogue, understanding, expectation)) {
      before = understanding;
      await askBack(dialogue, expectation);
    } else {
      return { kind: 'words', heard, understanding: heardTwice(understanding, before) };
    }
  }
}

/** Whoever may want no more calls is asked that instead; and nobody is asked back about a reply to another question. */
function mayAskBack(dialogue: Dialogue, { wants }: Understanding, expectation: Expectation): boolean {
  if (wants.neverAgain !== undefined) return false;
  switch (expectation.kind) {
    case 'answer':
      return dialogue.mayAskBack(expectation.question.id);
    case 'talk':
      return dialogue.mayAskBack(expectation.section.id);
    case 'opening':
    case 'presence':
      return dialogue.mayAskBack(expectation.kind);
    default:
      return false;
  }
}

async function askBack(dialogue: Dialogue, expectation: Expectation): Promise<void> {
  const question = expectation.kind === 'answer' ? expectation.question : { id: '', text: dialogue.lastText };
  await dialogue.word({ kind: 'clarify', question, heard: '' }, HEARD_BADLY);
}

/** The open question as written, without its preamble. */
async function welcomeBack(dialogue: Dialogue, expectation: Expectation): Promise<void> {
  const why = 'They were away and are back.';
  // The first message was not finished: it is said again, and nothing more.
  if (expectation.kind === 'opening') await dialogue.sayAgain(why);
  else {
    const question = expectation.kind === 'answer' ? expectation.question.text : dialogue.lastText;
    await dialogue.word({ kind: 'welcome_back', question }, why);
  }
}

/** The contact only wants a repetition or a moment. */
function isAside({ wants, answer, others, machine, hasToldAlready, about }: Understanding): boolean {
  const { person, neverAgain, wrongPerson, notInterested, later, goodbye } = wants;
  const isMore = person ?? neverAgain ?? wrongPerson ?? notInterested ?? later ?? goodbye;
  const isTold = answer !== undefined || others !== undefined || hasToldAlready === true;
  return isMore === undefined && !isTold && machine === undefined && about === undefined;
}
