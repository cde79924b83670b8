import { TimeZones } from '@parley/kernel/local-time.ts';
import type { DialogueModel } from './dialogue-model.ts';
import { answerFrom } from './rules/extracted-answer.ts';
import { judge } from './rules/judgement.ts';
import { understand } from './rules/understanding.ts';
import { word } from './rules/wording.ts';

/**
 * The rules dialogue model: rules and tables, no model, no network. The same call always gets the same words, and it
 * answers within the turn, so it also takes over where a model is slow or silent.
 */
export function rulesDialogueModel(): DialogueModel {
  const zones = new TimeZones();
  return {
    understand: async (heard, expectation, context) => understand(heard, expectation, context, zones),
    word: async (intention, context) => word(intention, context),
    judge: async (description, context) => judge(description, context),
    // Said as it was found: a passage in another language is still better than none.
    answer: async (question, passages, context) => answerFrom(question, passages, context),
  };
}
