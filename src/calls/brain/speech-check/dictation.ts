import type { CallContext } from '../brain.ts';
import { isOrder } from '../rules/off-topic.ts';
import { speechOf } from '../rules/speech.ts';
import { spokenTexts, toldTexts } from './spoken-plan.ts';
import { wordRuns } from './word-run.ts';

/** Who takes up somebody's words takes up a few; after an order to say something, fewer are too many. */
const OWN_WORDS = 9;
const ORDERED_WORDS = 4;

/** Whether a sentence was put into the agent's mouth: it stands, word for word, in what the contact said. */
export function isDictated(sentence: string, { plan, turns }: CallContext): boolean {
  const theirs = turns.filter(({ speaker }) => speaker === 'contact');
  const spoken = theirs.find(({ text }) => {
    const words = isOrder(speechOf(text)) ? ORDERED_WORDS : OWN_WORDS;
    const said = new Set(wordRuns(text, words));
    return (
      said.size > 0 && wordRuns(sentence, words).some((run) => said.has(run) && !isOurs(run, words, plan))
    );
  });
  return spoken !== undefined;
}

const isOurs = (run: string, words: number, plan: CallContext['plan']): boolean =>
  [...spokenTexts(plan), ...toldTexts(plan)].some((text) => wordRuns(text, words).includes(run));
