import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { Phrases } from '../phrases/phrase.ts';
import type { Random } from '../random.ts';
import type { Answers, Asked } from './answers.ts';
import { agreement } from './english-agreement.ts';
import { inventedAnswer } from './english-inventions.ts';
import { spoken } from './spoken-value.ts';
import { factAbout, type Topic, topicsOf } from './topics.ts';

const fillers = ['Um,', 'Well,', 'Uh,', 'Let me see,', 'So,', 'Yeah,'] as const;

export function englishAnswers(plan: CallPlan, phrases: Phrases, facts: Random, words: Random): Answers {
  const { contact: known } = plan.known;

  function answer({ text, key, isAgain }: Asked): string {
    const wording = isAgain ? facts.about(text) : words;
    const agreed = agreement(text);
    const topics = topicsOf(text, key, known);
    if (/\bspell\b/i.test(text))
      return spelled(/\be-?mail\b/i.test(text) ? `${known.email ?? ''}` : name(plan));
    if (topics.length > 0) {
      const parts = topics.map((topic) => aboutThem(topic, wording, isAgain));
      const [first, ...rest] = parts.map(({ sentence }) => sentence);
      const isTruth = parts.some(({ value }) => typeof value === 'boolean');
      const whole = [first, ...rest.map((one) => `And ${lowered(one)}`)].join(' ');
      return agreed && !isTruth ? `Yes. ${whole}` : whole;
    }
    return agreed ? agreed(facts.about(text), wording) : inventedAnswer(text, facts.about(text), wording);
  }

  function aboutThem(topic: Topic, wording: Random, isAgain: boolean) {
    const value = factAbout(topic, known, facts);
    const said = spoken(value, plan.language, phrases);
    if (typeof value === 'boolean') {
      const sure = value
        ? (['Yes, I do.', 'Yes.', 'Yes, I have that.'] as const)
        : (['No, I do not.', 'No.'] as const);
      return { value, sentence: isAgain ? sure[0] : wording.pick(sure) };
    }
    const frame = isAgain ? topic.wording[0] : wording.pick(topic.wording);
    return { value, sentence: frame.replace('%', () => said) };
  }

  return {
    to(asked) {
      const sentence = answer(asked);
      const isPlain = asked.isAgain || /^(Yes|Yeah|No|Sure)\b/.test(sentence) || !words.chance(0.3);
      return raised(isPlain ? sentence : `${words.pick(fillers)} ${lowered(sentence)}`);
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

/** Names and abbreviations keep their capitals: only the words that begin our own sentences are known to lose it. */
const lowered = (text: string = ''): string =>
  text.replace(
    /^(About|Around|At|Best|From|Honestly|In|It|Mainly|Maybe|Mostly|My|Next|No|Not|Probably|Quite|Rather|Recently|Something|That|The|Usually|We|Yes|You)\b/,
    (word) => word.toLowerCase(),
  );
