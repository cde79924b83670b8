import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type AnswerWords, answerWordsOf } from '../answer-words.ts';
import { type Choice, type Phrases, phrasesOf } from '../phrases.ts';
import type { Random } from '../random.ts';
import type { Answers } from './answers.ts';
import type { AgentSaying } from './behaviour.ts';
import { detailedAnswers } from './detailed-answers.ts';
import { plainAnswers } from './plain-answers.ts';
import { type SayingKind, sayingReader } from './saying.ts';

/** What a simulated contact knows and can say, whatever their behaviour. */
export interface Self {
  readonly plan: CallPlan;
  readonly random: Random;
  readonly phrases: Phrases;
  /** Of a language in which they answer in detail. */
  readonly answerWords: AnswerWords | undefined;
  readonly answers: Answers;
  readonly read: (saying: AgentSaying) => SayingKind;
  /** One of the phrases, another than the last time, with their name in it where it has a place. */
  phrase(choice: Choice): string;
  /** As long as one thinks before one speaks. */
  momentMs(): number;
}

/** `facts` are drawn for the contact alone, so that the same person has the same past in every call. */
export function selfFor(plan: CallPlan, random: Random, facts: Random): Self {
  const phrases = phrasesOf(plan.language);
  const answerWords = answerWordsOf(plan.language);
  const name = plan.contact.firstName || plan.contact.lastName;
  let last = '';
  return {
    plan,
    random,
    phrases,
    answerWords,
    answers:
      answerWords === undefined
        ? plainAnswers(plan, phrases, facts)
        : detailedAnswers(plan, phrases, answerWords, facts, random),
    read: sayingReader(plan),
    phrase(choice) {
      const [first = choice[0], ...others] = choice.filter((one) => one !== last);
      last = random.pick([first, ...others]);
      return last.replace('%', () => name);
    },
    momentMs: () => random.between(350, 1100),
  };
}
