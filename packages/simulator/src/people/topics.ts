import type { KnownData, KnownValue } from '@parley/call-engine/expression.ts';
import type { Choice } from '../phrases/phrase.ts';
import type { Random } from '../random.ts';

/** Something about themselves that people are often asked, under the name it has among a contact's fields. */
export interface Topic {
  readonly key: string;
  readonly asked: RegExp;
  /** English; `%` is the value. */
  readonly wording: Choice;
  readonly invent?: (random: Random) => KnownValue;
}

const plainly: Choice = ['%.', 'It is %.', 'That would be %.'];

const topics: readonly Topic[] = [
  {
    key: 'notice_period',
    asked: /\bnotice\b/i,
    wording: ['My notice period is %.', '%.', 'It is %, I think.', 'I would have to give %.'],
    invent: (random) => random.pick(['one month', 'four weeks', 'two months', 'three months']),
  },
  {
    key: 'years_of_experience',
    asked: /\byears\b.*\bexperience\b|\bexperience\b.*\byears\b|\bhow much experience\b|\bhow experienced\b/i,
    wording: ['About % years.', '% years now.', 'I have about % years of experience.', 'It must be % years.'],
    invent: (random) => random.between(3, 14),
  },
  {
    key: 'salary_expectation',
    asked: /\b(salary|pay(?! (for|to|by|us|in)\b)|earn|compensation|wages?)\b/i,
    wording: ['Around % a year.', 'I was thinking of %.', 'Something like % would be good.', 'About %.'],
    invent: (random) => random.between(40, 90) * 1000,
  },
  {
    key: 'available_from',
    asked: /\b(when|how soon|earliest)\b.*\b(start|begin|join|available)\b|\bstart(ing)? date\b/i,
    wording: ['I could start %.', '%.', 'I think %.'],
    invent: (random) =>
      random.pick(['on the first of next month', 'next Monday', 'in the middle of next month']),
  },
  {
    key: 'work_permit',
    asked: /\bpermit\b|\b(allowed|right|authori[sz]ed|eligible) to work\b/i,
    wording: plainly,
    invent: () => true,
  },
  {
    key: 'skills',
    asked: /\b(skills|technologies|tools|programming languages|strengths)\b/i,
    wording: ['Mainly %.', 'I work with %.', '%, mostly.', 'I would say %.'],
    invent: (random) => [
      random.pick(['Excel', 'SQL', 'customer service', 'project planning']),
      random.pick(['writing', 'teamwork', 'negotiation', 'data analysis']),
    ],
  },
  {
    key: 'job_title',
    asked: /\bjob title\b|\byour (current )?(role|position|title)\b|\bwhat do you do\b/i,
    wording: ['My title is %.', '%.', 'At the moment, %.'],
    invent: (random) => random.pick(['project coordinator', 'sales manager', 'team lead', 'accountant']),
  },
  {
    key: 'organization',
    asked:
      /\b(which|what|your) (current )?(company|organi[sz]ation|employer)\b|\bwho(m)? do you work for\b|\bwhere do you work\b/i,
    wording: ['I am with %.', 'I work for %.', '%.'],
    invent: (random) => random.pick(['Northwind', 'a small agency', 'Miller and Sons']),
  },
  {
    key: 'country',
    asked: /\bcountry\b|\bwhere (do you live|are you (based|located|living))\b/i,
    wording: ['I live in %.', 'In %.', '%.'],
    invent: (random) => random.pick(['Germany', 'Austria', 'the Czech Republic', 'Ireland']),
  },
  {
    key: 'preferred_call_time',
    asked:
      /(?<!\b(?:is|would) (?:now|this|it) (?:be )?(?:a |an )?)\b(best|good|better|convenient|preferred|suitable) time\b|\bwhen (should|can|may|could|shall) (we|i) (call|reach|ring)\b/i,
    wording: ['%, usually.', 'Best is %.', '%.'],
    invent: (random) => random.pick(['in the afternoon', 'after five', 'in the morning', 'around noon']),
  },
  { key: 'preferred_days', asked: /\b(which|what) days?\b/i, wording: ['%.', 'Best is %.'] },
  { key: 'email', asked: /\be-?mail\b/i, wording: ['It is %.', 'My e-mail is %.', 'Sure, it is %.'] },
  { key: 'phone', asked: /\b(phone|mobile|telephone) number\b/i, wording: ['It is %.', '%.'] },
  {
    key: 'date_of_birth',
    asked: /\bdate of birth\b|\bbirthday\b|\bwere you born\b/i,
    wording: ['%.', 'It is %.'],
  },
  { key: 'preferred_language', asked: /\b(which|what|preferred) language\b/i, wording: ['%.', '% is best.'] },
  { key: 'first_name', asked: /\byour first name\b/i, wording: ['%.', 'It is %.'] },
  { key: 'last_name', asked: /\byour (last|family|sur) ?name\b/i, wording: ['%.', 'It is %.'] },
];

/** Of the calling side, or not something one would say of oneself. */
const unspoken = ['company_name', 'company_description', 'agent_name', 'profile', 'timezone', 'notes'];

/** What a question is about, at most two things, in the order they are asked. */
export function topicsOf(question: string, key: string | undefined, known: KnownData): readonly Topic[] {
  const named = key === undefined ? undefined : topicNamed(key, known);
  if (named) return [named];
  const asked = topics.filter(
    (topic) => topic.asked.test(question) && (topic.invent || has(known, topic.key)),
  );
  if (asked.length > 0) {
    const place = (topic: Topic): number => question.search(topic.asked);
    return asked.toSorted((one, other) => place(one) - place(other)).slice(0, 2);
  }
  return ownTopics(question, known);
}

function topicNamed(key: string, known: KnownData): Topic | undefined {
  const topic = topics.find((one) => one.key === key);
  if (topic?.invent || has(known, key)) return topic ?? { key, asked: /^/, wording: plainly };
  return undefined;
}

/** A field of the company's own, when the question has every word of its name. */
function ownTopics(question: string, known: KnownData): readonly Topic[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const key = Object.keys(known).find(
    (one) => !unspoken.includes(one) && one.split('_').every((word) => words.has(word)),
  );
  return key === undefined ? [] : [{ key, asked: /^/, wording: plainly }];
}

const has = (known: KnownData, key: string): boolean => Object.hasOwn(known, key);

/** Their own value where the contact has one; otherwise the same invention every time. */
export function factAbout(topic: Topic, known: KnownData, facts: Random): KnownValue {
  return known[topic.key] ?? topic.invent?.(facts.about(topic.key)) ?? '';
}
