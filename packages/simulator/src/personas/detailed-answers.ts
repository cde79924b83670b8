import type { KnownData, KnownValue } from '@parley/call-engine/expression.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import type { AnswerWords, Choice, InventedAnswer, Phrases, Topic } from '../contact-words.ts';
import type { Random } from '../random.ts';
import type { Answers, Asked } from './saying.ts';

/** Answers that fit the question, in a language whose questions are read closely. */
export function detailedAnswers(
  plan: CallPlan,
  phrases: Phrases,
  language: AnswerWords,
  facts: Random,
  words: Random,
): Answers {
  const { contact: known } = plan.known;
  const topic = topicOf(plan);

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
      : inventedAnswer({ text, topic }, plan.language, language, phrases, facts.about(text), wording);
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

/** What the agent of the call says and asks, in all of it: what the call is about. Few answers depend on it. */
function topicOf({ focus, firstMessage, sections, known }: CallPlan): () => string {
  let topic: string | undefined;
  return () => {
    // The ready-made agents talk about a job, whatever they say of it.
    const isAboutJob = (focus !== null && focus !== 'GENERIC') || Object.keys(known.job).length > 0;
    topic ??= `${isAboutJob ? 'job ' : ''}${JSON.stringify([firstMessage, sections])}`;
    return topic;
  };
}

/** Plausible, short, and the same for the same question: the value never changes, the frame around it varies. */
function inventedAnswer(
  { text, topic }: { readonly text: string; readonly topic: () => string },
  language: Language,
  { inventions, numbers }: AnswerWords,
  phrases: Phrases,
  facts: Random,
  words: Random,
): string {
  const invention = inventions.find(
    ({ asked, about }) => asked.test(text) && (about === undefined || about.test(topic())),
  );
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

/** The opinion depends on the facts, the wording on the random words. */
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

/** The two options in "Do you prefer mornings or evenings?". */
function alternatives(question: string, words: Words): Choice | undefined {
  const [, before, after] = words.choice.exec(question) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const last = before.split(words.beforeChoice).at(-1);
  const options = (last ?? '').split(/,\s*/).filter((option) => option !== '');
  // "Is the roof yours, or do you rent?" is answered by "yours" or "rent".
  const [first, ...rest] = [...options, after].map((option) => option.trim().replace(words.subject, ''));
  return first === undefined ? undefined : [first, ...rest];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A value as somebody would say it, and a speech recogniser write it down. */
export function spoken(value: KnownValue, language: Language, phrases: Phrases): string {
  const locale = localeOf(language);
  if (typeof value === 'boolean') return bare((value ? phrases.yes : phrases.no)[0]);
  if (typeof value === 'number') {
    // Most are small, and making a formatter takes longer than the rest of an answer.
    if (Number.isInteger(value) && Math.abs(value) < 10_000) return `${value}`;
    return value.toLocaleString(locale, { useGrouping: 'min2', numberingSystem: 'latn' });
  }
  if (typeof value !== 'string') return new Intl.ListFormat(locale, { type: 'conjunction' }).format(value);
  if (!DAY.test(value)) return value.replaceAll(/\s+/g, ' ').trim();
  const style = { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const;
  return new Date(value).toLocaleDateString(locale, style);
}

const bare = (sentence: string): string => sentence.replace(/[.。]$/, '');

/** Of the calling side, or not something one would say of oneself. */
const unspoken = ['company_name', 'company_description', 'agent_name', 'profile', 'timezone', 'notes'];

/** What a question is about, at most two things, in the order they are asked. */
function topicsOf(
  question: string,
  key: string | undefined,
  known: KnownData,
  { topics, plainly }: AnswerWords,
): readonly Topic[] {
  const named = key === undefined ? undefined : topicNamed(key, known, topics, plainly);
  if (named) return [named];
  const asked = topics.filter(
    (topic) => topic.asked.test(question) && (canBeInvented(topic) || has(known, topic.key)),
  );
  if (asked.length > 0) {
    const place = (topic: Topic): number => question.search(topic.asked);
    return asked.toSorted((one, other) => place(one) - place(other)).slice(0, 2);
  }
  return ownTopics(question, known, plainly);
}

function topicNamed(
  key: string,
  known: KnownData,
  topics: readonly Topic[],
  plainly: Choice,
): Topic | undefined {
  const topic = topics.find((one) => one.key === key);
  if ((topic && canBeInvented(topic)) || has(known, key))
    return topic ?? { key, asked: /^/, wording: plainly };
  return undefined;
}

/** A field of the company's own, when the question has every word of its name. */
function ownTopics(question: string, known: KnownData, plainly: Choice): readonly Topic[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const key = Object.keys(known).find(
    (one) => !unspoken.includes(one) && one.split('_').every((word) => words.has(word)),
  );
  return key === undefined ? [] : [{ key, asked: /^/, wording: plainly }];
}

const has = (known: KnownData, key: string): boolean => Object.hasOwn(known, key);

/** The contact's own value if there is one, otherwise an invented one that is always the same. */
function factAbout(topic: Topic, known: KnownData, facts: Random): KnownValue {
  return known[topic.key] ?? invented(topic, facts.about(topic.key)) ?? '';
}

const canBeInvented = ({ oneOf, eachOf, between, always }: Topic): boolean =>
  oneOf !== undefined || eachOf !== undefined || between !== undefined || always !== undefined;

function invented(
  { oneOf, eachOf, between, times = 1, always }: Topic,
  random: Random,
): KnownValue | undefined {
  if (oneOf !== undefined) return random.pick(oneOf);
  if (eachOf !== undefined) return eachOf.map((list) => random.pick(list));
  return between === undefined ? always : random.between(...between) * times;
}
