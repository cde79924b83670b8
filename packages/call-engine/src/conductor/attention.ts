import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';
import type { Dialogue, Utterance } from './dialogue.ts';

/** How long somebody may think about a question before they are asked whether they are still there. */
export const PATIENCE_MS = 8_000;
/** For whoever asked for a moment. */
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
  /** Only as long as no person has spoken. */
  | { readonly kind: 'beep' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'left' }
  /** The call's time ran out meanwhile. */
  | { readonly kind: 'over' };

/** Listens until they say something that matters; repeats what they did not catch and gives them their moment. */
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

/** The open question as it is written: what led to it was said before they went. */
async function welcomeBack(dialogue: Dialogue, expectation: Expectation): Promise<void> {
  const why = 'They were away and are back.';
  // Who has not been greeted to the end is greeted again, and nothing more.
  if (expectation.kind === 'opening') await dialogue.sayAgain(why);
  else {
    const question = expectation.kind === 'answer' ? expectation.question.text : dialogue.lastText;
    await dialogue.word({ kind: 'welcome_back', question }, why);
  }
}

/** Whether to hear it again, or to have a moment, is all they want. */
function isAside({ wants, answer, machine }: Understanding): boolean {
  const { person, neverAgain, wrongPerson, notInterested, later, goodbye } = wants;
  const isMore = person ?? neverAgain ?? wrongPerson ?? notInterested ?? later ?? goodbye;
  return isMore === undefined && answer === undefined && machine === undefined;
}
