import { isDeepStrictEqual } from 'node:util';
import type { Expectation, Understanding } from '../dialogue/dialogue-model.ts';

/** Speech to text that is less sure than this is nearly always wrong about some word. */
const SURE_HEARING = 0.7;

/** Why something is asked back. */
export const HEARD_BADLY = 'What they said was heard badly.';

/** Whether these may not have been their words: then nothing is decided on them alone. */
export const isUnsure = ({ confidence }: { readonly confidence?: number }): boolean =>
  confidence !== undefined && confidence < SURE_HEARING;

/**
 * What words that were heard badly mean until they are confirmed. A wish never to be called again counts if they say so
 * when asked, or hang up; voiced after that, it is the second time. Answers to other questions are confirmed when their turn comes,
 * and none is withdrawn.
 */
export function doubted(
  understanding: Understanding,
  { kind }: Expectation,
  hasAskedOptOut: boolean,
): Understanding {
  const { wants, answer, others: read, ...rest } = understanding;
  const others = read
    ?.filter(({ value }) => value !== null)
    .map((other) => ({ ...other, isClear: false }) as const);
  // To go on calling somebody takes a clear no, and to record them a clear yes.
  const isClear = answer?.isClear === true && kind !== 'opt_out' && kind !== 'recording';
  return {
    ...rest,
    wants:
      wants.neverAgain === undefined
        ? wants
        : { ...wants, neverAgain: doubtedWish(wants.neverAgain, hasAskedOptOut) },
    ...(answer === undefined ? {} : { answer: { ...answer, isClear } }),
    ...(others === undefined ? {} : { others }),
  };
}

type OptOutWish = NonNullable<Understanding['wants']['neverAgain']>;

function doubtedWish(wish: OptOutWish, hasAsked: boolean): OptOutWish {
  if (wish === 'faint') return 'faint';
  if (hasAsked) return 'possible';
  return wish === true ? 'doubted' : 'faint';
}

/** Wishes that end the call or give it to somebody else. A wish never to be called again has a question of its own. */
const decisive = ['person', 'wrongPerson', 'notInterested', 'later', 'goodbye'] as const;

/** Whether something would be decided on it. An answer is confirmed by whoever asked for it. */
export const isDecisive = ({ wants, isRefused, answer }: Understanding): boolean =>
  decisive.some((wish) => wants[wish] !== undefined) || (isRefused === true && answer === undefined);

/** What was heard badly, and is still to be taken for it: what was heard the time before too. */
export function heardTwice(understanding: Understanding, before: Understanding | undefined): Understanding {
  const { wants, isRefused, ...rest } = understanding;
  const kept = Object.entries(wants).filter(([wish]) => {
    const isEnding = decisive.some((one) => one === wish);
    return !isEnding || before?.wants[wish as keyof typeof wants] !== undefined;
  });
  return {
    ...rest,
    wants: Object.fromEntries(kept),
    ...(isRefused && before?.isRefused ? { isRefused } : {}),
  };
}

/** Below it two hearings may agree by chance. */
const ANY_HEARING = 0.5;

/** The same answer twice is one that was heard rightly, unless it was all but noise. */
export const isHeardAgain = (
  answer: Understanding['answer'],
  before: Understanding['answer'],
  { confidence = 1 }: { readonly confidence?: number },
): boolean =>
  answer !== undefined &&
  before !== undefined &&
  confidence >= ANY_HEARING &&
  isDeepStrictEqual(answer.value, before.value);

/** Who was asked whether they want no calls is not asked again because something sounds a little like it. */
export function withoutFaint(understanding: Understanding): Understanding {
  const { neverAgain, ...wants } = understanding.wants;
  return neverAgain === 'faint' ? { ...understanding, wants } : understanding;
}
