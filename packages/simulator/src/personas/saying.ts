import type { CallPlan, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';
import { writing } from '@parley/language/locale-tables.ts';
import { asksOptOutIn, questionWordsOf, sayingWordsOf } from '../contact-words.ts';
import type { AgentSaying } from './behaviour.ts';

/** What the agent wants, as a person on the phone would understand it. */
export type SayingKind =
  | ({ readonly kind: 'question' } & Asked)
  /** To hear their last answer again, or more clearly. */
  | { readonly kind: 'again' }
  | { readonly kind: 'presence' }
  /** Whether they never want to be called again. */
  | { readonly kind: 'opt_out' }
  | { readonly kind: 'goodbye' }
  | { readonly kind: 'statement' };

/** Classifies what the agent of a plan says; the plan's own questions and last message are recognised exactly. */
export function sayingReader(plan: CallPlan): (saying: AgentSaying) => SayingKind {
  const questions = questionsOf(plan.sections);
  const words = questionWordsOf(plan.language);
  const { again, presence, request: asksFor } = sayingWordsOf(plan.language);
  const asksOptOut = asksOptOutIn(plan.language);
  const { questionMark } = writing[plan.language];
  const mark = questionMark === undefined ? /[?？؟]/ : new RegExp(`[?${questionMark}]`);

  const question = (sentence: string, whole: string, planned?: PlanQuestion): SayingKind => {
    const key = planned?.key === undefined ? {} : { key: planned.key };
    const text = sentence.slice(-LONGEST_QUESTION);
    return { kind: 'question', text, isPlanned: planned !== undefined, isAgain: again.test(whole), ...key };
  };

  return ({ text, isOpening }) => {
    const asked = questions.find((one) => text.includes(one.text));
    if (asked) return question(asked.text, text, asked);
    // Nobody says goodbye before they have said why they call, even in the words of the last message.
    if (!isOpening && text.endsWith(plan.lastMessage.text)) return { kind: 'goodbye' };
    if (presence.test(text)) return { kind: 'presence' };
    const sentence = sentences(text).findLast((one) => mark.test(one));
    if (sentence !== undefined && asksOptOut(text)) return { kind: 'opt_out' };
    if (sentence !== undefined) {
      return again.test(sentence) ? { kind: 'again' } : question(sentence, text);
    }
    if (!isOpening && words.farewell.test(text)) return { kind: 'goodbye' };
    if (again.test(text)) return { kind: 'again' };
    const request = sentences(text).findLast((one) => asksFor.test(one));
    return request === undefined ? { kind: 'statement' } : question(request, text);
  };
}

/** Nobody remembers more of it; and patterns that look for two words with anything in between take its square. */
const LONGEST_QUESTION = 1000;

/** A full stop inside a number or an address does not end a sentence. */
const sentences = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+|(?<=[？。؟])/);

function questionsOf(sections: readonly PlanSection[]): readonly PlanQuestion[] {
  return sections.flatMap((section) => {
    if (section.type === 'looping') return section.questions;
    if (section.type !== 'conditional') return [];
    return section.branches.flatMap((branch) => questionsOf(branch.sections));
  });
}

/** Finds what a helpful person answers. The same question gets the same answer, in clearer words when asked again. */
export interface Answers {
  to(question: Asked): string;
}

export interface Asked {
  readonly text: string;
  /** A question of the flow in its exact words. */
  readonly isPlanned: boolean;
  /** What the flow calls the answer. */
  readonly key?: string;
  /** The same question was asked before, without being understood. */
  readonly isAgain: boolean;
}
