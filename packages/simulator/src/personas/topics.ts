import type { KnownData, KnownValue } from '@parley/call-engine/expression.ts';
import type { AnswerWords, Topic } from '../answer-words.ts';
import type { Choice } from '../phrases.ts';
import type { Random } from '../random.ts';

/** Of the calling side, or not something one would say of oneself. */
const unspoken = ['company_name', 'company_description', 'agent_name', 'profile', 'timezone', 'notes'];

/** What a question is about, at most two things, in the order they are asked. */
export function topicsOf(
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

/** Their own value where the contact has one; otherwise the same invention every time. */
export function factAbout(topic: Topic, known: KnownData, facts: Random): KnownValue {
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
