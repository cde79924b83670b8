import { ModelFailure } from '../../llm/language-model.ts';
import type { CallContext, Passage } from '../dialogue-model.ts';
import type { SpeechCheck } from '../speech-check.ts';
import { speakable } from './speakable.ts';
import { isSpokenIn } from './spoken-language.ts';

/** What a sentence is said for, as far as it matters to whether it may be said. */
export interface Occasion {
  readonly context: CallContext;
  /** What this call must not say, whatever a model was talked into. */
  readonly check: SpeechCheck;
  /** The next question follows by itself: another one would be one too many. */
  readonly mayAsk: boolean;
  /** An answer may name no number that does not stand in these. */
  readonly passages?: readonly Passage[];
}

/** Why a sentence may not be said; undefined when it may. `before` is what was said of the reply already. */
type Check = (sentence: string, occasion: Occasion, before: string) => string | undefined;

const LONGEST_REPLY = 700;

const checks: readonly Check[] = [
  (sentence, _, before) =>
    before.length + sentence.length > LONGEST_REPLY ? `longer than ${LONGEST_REPLY} characters` : undefined,
  (sentence, { context }, before) =>
    isSpokenIn(context.plan.language, `${before} ${sentence}`)
      ? undefined
      : `not in ${context.plan.language}`,
  (sentence, { mayAsk }) =>
    !mayAsk && /[?？؟]/.test(sentence) ? 'a question where none was wanted' : undefined,
  (sentence, { passages }) =>
    passages === undefined || numbersIn(sentence).every((number) => standsIn(number, passages))
      ? undefined
      : 'a number that stands in no passage',
  (sentence, { check, passages }, before) =>
    check(sentence, { before, ...(passages === undefined ? {} : { passages }) }),
];

/**
 * The one place where words of a model are looked at before they are spoken: a sentence as it may be said, or the
 * failure that it may not. Empty when nothing in it can be said.
 */
export function approved(sentence: string, occasion: Occasion, before: string): string {
  const plain = speakable(sentence);
  if (plain === '') return '';
  for (const check of checks) {
    const reason = check(plain, occasion, before);
    if (reason !== undefined) throw new ModelFailure('unusable', `Not said, for it is ${reason}`);
  }
  return plain;
}

const numbersIn = (text: string): string[] => text.match(/\d+/g) ?? [];

const standsIn = (number: string, passages: readonly Passage[]): boolean =>
  passages.some(({ title, text }) => numbersIn(`${title} ${text}`).includes(number));
