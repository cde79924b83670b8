import type { AnswerWords } from '../answer-words.ts';
import type { Choice } from '../phrases.ts';
import type { Random } from '../random.ts';

/** What they think depends on the facts, how they put it on the words. */
type Agreement = (facts: Random, words: Random) => string;

type Words = AnswerWords['agreement'];

/** How to answer, when the question is one that yes, no or one of two things answers. */
export function agreement(question: string, language: Words): Agreement | undefined {
  const { frames, declined, nothing, certain, echoes, yes, no, why, reasons } = language;
  const opening = opener(question, language);
  if (opening === undefined) return undefined;
  const choices = alternatives(question, language);
  if (choices) return (facts, words) => words.pick(frames).replace('%', facts.pick(choices));
  if (declined.test(question)) return (_, words) => words.pick(nothing);
  return (facts, words) => {
    // Somebody helpful agrees more often than not.
    const isYes = certain.test(question) || facts.chance(0.85);
    const answer = words.pick(isYes ? (echoes[opening] ?? yes) : no);
    const isReasonWanted = why.test(question) && isYes;
    return isReasonWanted ? `${answer.slice(0, -1)}, ${facts.pick(reasons)}.` : answer;
  };
}

/** The first words of the part that asks, lower case, when it asks for a yes or a no. */
function opener(question: string, words: Words): string | undefined {
  for (const clause of question.split(/[,:;–]\s*/)) {
    const core = clause.trim().replace(words.preamble, '');
    if (words.questionWord.test(core) || words.politeRequest.test(core)) return undefined;
    const [opening] = words.auxiliary.exec(core) ?? [];
    if (opening) return opening.toLowerCase();
  }
  return undefined;
}

/** "Do you prefer mornings or evenings?" leaves two. */
function alternatives(question: string, words: Words): Choice | undefined {
  const [, before, after] = words.choice.exec(question) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const last = before.split(words.beforeChoice).at(-1);
  const options = (last ?? '').split(/,\s*/).filter((option) => option !== '');
  // "Is the roof yours, or do you rent?" is answered by "yours" or "rent".
  const [first, ...rest] = [...options, after].map((option) => option.trim().replace(words.subject, ''));
  return first === undefined ? undefined : [first, ...rest];
}
