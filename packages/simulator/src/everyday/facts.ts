import type { AnswerType } from '@parley/call-engine/answer-type.ts';
import { holds, type KnownData, type KnownValue } from '@parley/call-engine/expression.ts';
import { type CallPlan, type PlanQuestion, questionsIn } from '@parley/call-engine/plan.ts';
import type { Random } from '../random.ts';
import type { EverydayWords } from './everyday-words.ts';

/** What is true of a persona, and so what the agent must have recorded in the end. */
export interface Fact {
  readonly question: PlanQuestion;
  readonly type: AnswerType;
  readonly value: KnownValue;
  /** What they say by mistake before they correct themselves; absent: nothing that could be mistaken. */
  readonly mistaken?: KnownValue;
  /** False: the question asks for several things at once, and what is recorded of them cannot be foretold. */
  readonly isChecked: boolean;
}

/**
 * One fact for each question of the flow, drawn by the seed and the wording of the question alone. `wanted` are the values
 * that lead to a branch, by key; one that does not fit the type of its question is left out.
 */
export function factsOf(
  plan: CallPlan,
  wanted: KnownData,
  words: EverydayWords,
  facts: Random,
  now: Date,
): ReadonlyMap<string, Fact> {
  const today = dayIn(plan.hours.timeZone, now);
  return new Map(
    questionsIn(plan.sections).map((question) => {
      const random = facts.about(question.text);
      const type = question.answerType ?? { kind: 'text' };
      const isList = type.kind === 'list' && type.options === undefined;
      const kept = isList ? ({ kind: 'text' } as const) : type;
      const own = ownValue(kept, question.key, wanted, plan);
      const value = own ?? drawn(kept, question.text, words, random, today);
      const mistaken = otherValue(kept, value, words, random.about('mistaken'), today);
      const isChecked = question.answerType !== undefined;
      const fact = { question, type: kept, value, isChecked };
      return [question.id, mistaken === undefined ? fact : { ...fact, mistaken }];
    }),
  );
}

function ownValue(
  type: AnswerType,
  key: string | undefined,
  wanted: KnownData,
  { contact, known, language }: CallPlan,
): KnownValue | undefined {
  const asked = key !== undefined && Object.hasOwn(wanted, key) ? wanted[key] : undefined;
  switch (type.kind) {
    case 'yes_no':
      return [true, false].find((answer) => holds(equalTo(asked), { ...none, answer: { answer } }, language));
    case 'number':
    case 'money':
      return typeof asked === 'number' ? asked : undefined;
    case 'date':
      return typeof asked === 'string' && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : undefined;
    case 'time':
      return typeof asked === 'string' && /^\d\d:\d\d$/.test(asked) ? asked : undefined;
    case 'choice':
      return type.options.find((option) => same(option, asked));
    case 'list': {
      const entries = asked === undefined ? [] : [asked].flat();
      const options = type.options?.filter((option) => entries.some((one) => same(option, one))) ?? [];
      return options.length === 0 ? undefined : options;
    }
    case 'name':
      return `${contact.firstName} ${contact.lastName}`.trim() || undefined;
    case 'email':
      return typeof known.contact.email === 'string' ? known.contact.email : 'ada.novak@example.com';
    case 'phone':
      return contact.phoneNumber ?? '+15005550000';
    case 'text':
      return typeof asked === 'string' ? asked : undefined;
  }
}

const none = { contact: {}, job: {} };
/** Whatever word a branch has for yes or no, it is compared as the branch compares it. */
const equalTo = (value: unknown) => ({ field: 'answer.answer', operator: 'EQUALS', value }) as const;

const same = (option: string, value: unknown): boolean =>
  typeof value === 'string' && option.toLowerCase() === value.toLowerCase();

const SCALE = /(?<!\d)1(?!\d).*(?<!\d)10(?!\d)/;

function drawn(
  type: AnswerType,
  question: string,
  words: EverydayWords,
  random: Random,
  today: string,
): KnownValue {
  switch (type.kind) {
    case 'yes_no':
      return new RegExp(words.certain.join('|'), 'i').test(question) || random.chance(0.6);
    case 'number':
      return SCALE.test(question) ? random.between(1, 10) : random.between(2, 20);
    case 'money':
      return amountFor(type, random);
    case 'date':
      return random.chance(0.5)
        ? dayAfter(today, Number(picked(Object.keys(words.days), random)))
        : dayAfter(today, random.between(3, 60));
    case 'time':
      return picked(Object.keys(words.times), random);
    case 'choice':
      return picked(type.options, random);
    case 'list':
      return (type.options ?? []).slice(0, 2);
    default:
      return random.pick(words.answers.text);
  }
}

function amountFor({ period }: Extract<AnswerType, { kind: 'money' }>, random: Random): number {
  if (period === 'month') return 1000 * random.between(2, 8);
  if (period === undefined || period === 'year') return 1000 * random.between(28, 95);
  return random.between(15, 60);
}

/** Another value of the same type; undefined where none is sure to be another. */
function otherValue(
  type: AnswerType,
  value: KnownValue,
  words: EverydayWords,
  random: Random,
  today: string,
): KnownValue | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') {
    const step = value >= 1000 ? 1000 : 1;
    return value > 2 * step ? value - random.between(1, 2) * step : value + step;
  }
  if (type.kind === 'choice') return type.options.find((option) => option !== value);
  if (type.kind === 'time') return Object.keys(words.times).find((time) => time !== value);
  return type.kind === 'date' ? dayAfter(today, value === dayAfter(today, 10) ? 12 : 10) : undefined;
}

const picked = <Item>(items: readonly Item[], random: Random): Item =>
  items[random.between(0, items.length - 1)] as Item;

const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** YYYY-MM-DD, as the contact's calendar shows it. */
export const dayIn = (timeZone: string, now: Date): string => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const part = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
};

/** How many days the second day comes after the first. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
