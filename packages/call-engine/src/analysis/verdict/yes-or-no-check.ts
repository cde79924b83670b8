import type { HeardAnswer } from '../rules/heard-answer.ts';
import type { Talk } from '../rules/talk.ts';
import { polarityOf } from '../rules/typed-value.ts';
import type { Condition } from './condition.ts';
import { type DescriptionWords, descriptionWords } from './description-words.ts';
import { Stems, type Topic } from './topic.ts';

/** What a yes or a no tells of a condition; undefined where it leaves it open. */
export function byYesOrNo(
  condition: Condition,
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
  talk: Talk,
): boolean | undefined {
  const lean = answer.standing === 'unsure' ? undefined : polarityOf(answer, talk);
  if (lean !== 'yes' && lean !== 'no') return undefined;
  // "Do you have no licence?" asks the other way round.
  const own = descriptionWords(talk.plan.language);
  const isAskedNegatively = condition.isNegated && own.negation.test(topic.question.text);
  if (isAskedNegatively || own.uncertain.test(answer.words)) return undefined;
  const mine = new Stems(condition.stems);
  const specific = topic.asked.filter(
    (stem) => !mine.has(stem) && !words.isGeneric(stem) && !own.isGeneric(stem),
  );
  if (lean === 'no')
    return specific.length === 0 || (!condition.isNegated && isBeside(specific, condition, topic, words))
      ? false
      : undefined;
  const missing = condition.stems.filter((stem) => !topic.stems.has(stem));
  if (missing.length === 0) return true;
  const said = new Stems(words.stemsOf(answer.words));
  const isGeneric = specific.length === 0 && missing.every((stem) => words.isGeneric(stem));
  return isGeneric || missing.every((stem) => said.has(stem) || words.isGeneric(stem)) ? true : undefined;
}

/**
 * "Would you move to Leeds?" is what this flow asks of "would move": a no is against it, but shows no contrary. It is
 * not where the question narrows the thing itself, as in "a clean licence".
 */
function isBeside(
  specific: readonly string[],
  { stems }: Condition,
  { question }: Topic,
  { adjuncts, stemsOf }: DescriptionWords,
): boolean {
  const [head = ''] = question.text.split(adjuncts);
  const named = new Stems(stemsOf(head));
  return (
    stems.length > 0 && stems.every((stem) => named.has(stem)) && !specific.some((stem) => named.has(stem))
  );
}
