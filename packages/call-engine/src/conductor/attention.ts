import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';
import type { Dialogue, Utterance } from './dialogue.ts';
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
}

export type Reply =
  | SpokenReply
  /** Only until a person has spoken. */
  | { readonly kind: 'beep' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'left' }
  /** The time of the call ran out. */
  | { readonly kind: 'over' };

/** Listens until the contact says something to act on; repeats and waits on request. */
export async function attend(
  dialogue: Dialogue,
  expectation: Expectation,
  patienceMs = PATIENCE_MS,
): Promise<Reply> {
  let patience = patienceMs;
  let [repeats, moments] = [0, 0];
  for (;;) {
    const heard = await dialogue.listen(expectation.kind, patience);
    if (heard.kind === 'returned') {
      await welcomeBack(dialogue, expectation);
      continue;
    }
    if (heard.kind !== 'words') return heard;
    const understanding = await dialogue.understand(heard.text, expectation);
    takeIn(dialogue, heard, understanding, expectation);
    if (isAside(understanding) && understanding.wants.repeat && repeats < MOST_REPEATS) {
      repeats += 1;
      await dialogue.sayAgain('They asked to hear it again.');
    } else if (isAside(understanding) && understanding.wants.moment && moments < MOST_MOMENTS) {
      moments += 1;
      patience = LONG_PATIENCE_MS;
      await dialogue.word({ kind: 'give_moment' }, 'They asked for a moment.');
    } else {
      return { kind: 'words', heard, understanding };
    }
  }
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
function isAside({ wants, answer, machine, hasToldAlready }: Understanding): boolean {
  const { person, neverAgain, wrongPerson, notInterested, later, goodbye } = wants;
  const isMore = person ?? neverAgain ?? wrongPerson ?? notInterested ?? later ?? goodbye;
  return isMore === undefined && answer === undefined && machine === undefined && !hasToldAlready;
}
