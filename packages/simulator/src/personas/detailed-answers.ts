import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import type { AnswerWords, InventedAnswer, Topic } from '../answer-words.ts';
import type { Choice, Phrases } from '../phrases.ts';
import type { Random } from '../random.ts';
import type { Answers, Asked } from './answers.ts';
import { spoken } from './spoken-value.ts';
import { factAbout, topicsOf } from './topics.ts';

/** Answers that fit the question, in a language whose questions are read closely. */
export function detailedAnswers(
  plan: CallPlan,
  phrases: Phrases,
  language: AnswerWords,
  facts: Random,
  words: Random,
): Answers {
  const { contact: known } = plan.known;

  function answer({ text, key, isAgain }: Asked): string {
    const wording = isAgain ? facts.about(text) : words;
    const agreed = agreement(text, language.agreement);
    const topics = topicsOf(text, key, known, language);
    if (language.spell.test(text))
      return spelled(language.email.test(text) ? `${known.email ?? ''}` : name(plan));
    if (topics.length > 0) {
      const parts = topics.map((topic) => aboutThem(topic, wording, isAgain));
      const [first, ...rest] = parts.map(({ sentence }) => sentence);
      const isTruth = parts.some(({ value }) => typeof value === 'boolean');
      const whole = [first, ...rest.map((one) => language.and.replace('%', () => lowered(one)))].join(' ');
      return agreed && !isTruth ? language.agreed.replace('%', () => whole) : whole;
    }
    return agreed
      ? agreed(facts.about(text), wording)
      : inventedAnswer(text, plan.language, language, phrases, facts.about(text), wording);
  }

  function aboutThem(topic: Topic, wording: Random, isAgain: boolean) {
    const value = factAbout(topic, known, facts);
    const said = spoken(value, plan.language, phrases);
    if (typeof value === 'boolean') {
      const sure = value ? language.truth.yes : language.truth.no;
      return { value, sentence: isAgain ? sure[0] : wording.pick(sure) };
    }
    const frame = isAgain ? topic.wording[0] : wording.pick(topic.wording);
    return { value, sentence: frame.replace('%', () => said) };
  }

  /** Names and abbreviations keep their capitals: only the words that begin our own sentences are known to lose it. */
  const lowered = (text: string = ''): string =>
    text.replace(language.sentenceStart, (word) => word.toLowerCase());

  return {
    to(asked) {
      const sentence = answer(asked);
      const isPlain = asked.isAgain || language.plainStart.test(sentence) || !words.chance(0.3);
      return raised(isPlain ? sentence : `${words.pick(language.fillers)} ${lowered(sentence)}`);
    },
  };
}

const name = (plan: CallPlan): string => `${plan.contact.firstName} ${plan.contact.lastName}`.trim();

/** Letter by letter, as a recogniser writes it. */
const spelled = (text: string): string =>
  `${text
    .split(/\s+/)
    .map((word) => [...word].join('-').toUpperCase())
    .join(', ')}.`;

const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Plausible, short, and the same for the same question: the value never changes, the frame around it varies. */
function inventedAnswer(
  question: string,
  language: Language,
  { inventions, numbers }: AnswerWords,
  phrases: Phrases,
  facts: Random,
  words: Random,
): string {
  const invention = inventions.find(({ asked }) => asked.test(question));
  if (invention === undefined) return facts.pick(phrases.open);
  return words.pick(invention.frames).replace('%', () => inventedValue(invention, language, numbers, facts));
}

function inventedValue(
  { oneOf, between, times }: InventedAnswer,
  language: Language,
  numbers: readonly string[],
  facts: Random,
): string {
  if (oneOf !== undefined) return facts.pick(oneOf);
  if (between === undefined) return '';
  const number = facts.between(...between);
  // Small numbers are said in words, amounts written with separators.
  if (times !== undefined) return (number * times).toLocaleString(localeOf(language));
  return numbers[number] ?? `${number}`;
}

/** What they think depends on the facts, how they put it on the words. */
type Agreement = (facts: Random, words: Random) => string;

type Words = AnswerWords['agreement'];

/** How to answer, when the question is one that yes, no or one of two things answers. */
function agreement(question: string, language: Words): Agreement | undefined {
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
