import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { Phrases } from '../phrases.ts';
import { questionWordsOf } from '../question-words.ts';
import type { Random } from '../random.ts';
import type { Answers } from './answers.ts';
import { spoken } from './spoken-value.ts';

/** Simple answers in any language: a field, a number, a time, a short phrase or a yes. */
export function plainAnswers(plan: CallPlan, phrases: Phrases, facts: Random): Answers {
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
