import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { AnswerWords, Topic } from '../answer-words.ts';
import type { Phrases } from '../phrases.ts';
import type { Random } from '../random.ts';
import { agreement } from './agreement.ts';
import type { Answers, Asked } from './answers.ts';
import { inventedAnswer } from './inventions.ts';
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
