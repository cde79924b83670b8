import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { Phrases } from '../phrases/phrase.ts';
import { questionWordsOf } from '../phrases/question-words.ts';
import type { Random } from '../random.ts';
import type { Answers } from './answers.ts';
import { spoken } from './spoken-value.ts';
import { factAbout, topicsOf } from './topics.ts';

/** Simple answers in any language: a field, a number, a time, a short phrase or a yes. */
export function plainAnswers(plan: CallPlan, phrases: Phrases, facts: Random): Answers {
  const words = questionWordsOf(plan.language);
  return {
    to({ text, key }) {
      // The words of a question say nothing to us here, but the name of its answer may.
      const [topic] = key === undefined ? [] : topicsOf('', key, plan.known.contact);
      if (topic && Object.hasOwn(plan.known.contact, topic.key)) {
        return `${spoken(factAbout(topic, plan.known.contact, facts), plan.language, phrases)}.`;
      }
      const random = facts.about(text);
      if (/(?<!\d)1(?!\d).*(?<!\d)10(?!\d)/.test(text)) return `${random.between(7, 10)}.`;
      if (words.time.test(text)) return random.pick(phrases.soon);
      if (words.amount.test(text)) return `${random.between(2, 9)}.`;
      return random.pick(words.open.test(text) ? phrases.open : phrases.yes);
    },
  };
}
