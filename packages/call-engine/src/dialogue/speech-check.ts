import type { CallContext, Passage } from './dialogue-model.ts';
import { Dictation } from './speech-check/dictation.ts';
import { forbiddenTopics } from './speech-check/forbidden-topic.ts';
import { claimsToBeHuman } from './speech-check/human-claim.ts';
import { Inventions } from './speech-check/invention.ts';
import { Secrecy } from './speech-check/secrecy.ts';

/** What a sentence is said after, and what it may be taken from beside the plan. */
interface Speaking {
  readonly before: string;
  readonly passages?: readonly Passage[];
}

/** Why a sentence that a model found may not be said, whatever talked it into it; undefined when it may. */
export type SpeechCheck = (sentence: string, speaking: Speaking) => string | undefined;

/** For one call. `unspoken` are the instructions that the model has and nobody may hear. */
export function makeSpeechCheck(context: CallContext, unspoken: readonly string[]): SpeechCheck {
  const secrecy = new Secrecy(context, unspoken);
  const inventions = new Inventions(context);
  const dictation = new Dictation(context);
  const topicIn = forbiddenTopics(context.plan);
  const checks: readonly SpeechCheck[] = [
    (sentence, { before }) => secrecy.in(sentence, before),
    (sentence) => (claimsToBeHuman(sentence, context.plan.language) ? 'a claim to be human' : undefined),
    (sentence) => topicIn(sentence),
    (sentence, { passages }) => inventions.in(sentence, passages),
    (sentence) => (dictation.has(sentence) ? 'what the contact wants to hear, word for word' : undefined),
  ];
  return (sentence, speaking) => {
    for (const check of checks) {
      const reason = check(sentence, speaking);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}
