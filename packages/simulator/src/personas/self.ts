import type { CallPlan } from '@parley/call-engine/plan.ts';
import {
  type AnswerWords,
  answerWordsOf,
  type Choice,
  type Phrases,
  phrasesOf,
  questionWordsOf,
} from '../contact-words.ts';
import type { Random } from '../random.ts';
import type { AgentSaying } from './behaviour.ts';
import { detailedAnswers, spoken } from './detailed-answers.ts';
import { type Answers, type SayingKind, sayingReader } from './saying.ts';

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
  /** A thinking pause before speaking. */
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

/** Simple answers in any language: a field, a number, a time, a short phrase or a yes. */
function plainAnswers(plan: CallPlan, phrases: Phrases, facts: Random): Answers {
  const words = questionWordsOf(plan.language);
  return {
    to({ text, key }) {
      // The words of a question say nothing to us here, but the name of its answer may.
      const { contact } = plan.known;
      if (key !== undefined && Object.hasOwn(contact, key)) {
        return `${spoken(contact[key] ?? '', plan.language, phrases)}.`;
      }
      const random = facts.about(text);
      if (/(?<!\d)1(?!\d).*(?<!\d)10(?!\d)/.test(text)) return `${random.between(7, 10)}.`;
      if (words.time.test(text)) return random.pick(phrases.soon);
      if (words.amount.test(text)) return `${random.between(2, 9)}.`;
      return random.pick(words.open.test(text) ? phrases.open : phrases.yes);
    },
  };
}
