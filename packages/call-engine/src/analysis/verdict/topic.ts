import { folded } from '@parley/language/speech.ts';
import { type PlanQuestion, questionsIn } from '../../plan.ts';
import type { HeardAnswer } from '../rules/heard-answer.ts';
import { type Limit, limitIn } from '../rules/limit.ts';
import type { Talk } from '../rules/talk.ts';
import { type Condition, predicateOf, subjectOf, withoutAmount } from './condition.ts';
import { type DescriptionWords, descriptionWords, type Predicate } from './description-words.ts';

/** A question of the flow, with what it asks for and what was answered. */
export interface Topic {
  readonly question: PlanQuestion;
  readonly kind: 'yes_no' | 'choice' | 'number' | 'date' | 'list' | 'words';
  readonly predicate: Predicate | undefined;
  readonly isMoney: boolean;
  /** What the question names, its key and the fields of the same key included. */
  readonly stems: Stems;
  /** What its last sentence names, which is what is asked. */
  readonly asked: readonly string[];
  /** The bound that a yes-or-no question puts: "Do you have at least three years?" */
  readonly limit: Limit | undefined;
  /** Absent: the question stands in a branch that was not taken. */
  readonly answer: HeardAnswer | undefined;
}

/** Every question of the flow, prepared once for all conditions of a call that are written in one language. */
export function topicsOf(answers: readonly HeardAnswer[], words: DescriptionWords, talk: Talk): Topic[] {
  const { plan } = talk;
  const own = descriptionWords(plan.language);
  const byId = new Map(answers.map((answer) => [answer.question.id, answer]));
  const planned = questionsIn(plan.sections);
  const known = new Set(planned.map(({ id }) => id));
  const others = answers.flatMap(({ question }) => (known.has(question.id) ? [] : [question]));
  return [...planned, ...others].map((question): Topic => {
    const asked = lastQuestion(question.text);
    const limit = limitIn(asked, plan.language);
    const keyed = plan.analysis.extractionTargets.filter(({ key }) => sameKey(key, question.key));
    const named = [
      question.key ?? '',
      ...keyed.flatMap(({ label, description = '' }) => [label, description]),
    ]
      .join(' ')
      .replaceAll('_', ' ');
    return {
      question,
      kind: kindOf(question, talk),
      isMoney: typeOf(question, talk) === 'money',
      predicate: predicateOf(asked, own),
      stems: new Stems([
        ...words.stemsOf(subjectOf(question.text.slice(-LONGEST_QUESTION), own)),
        ...words.stemsOf(subjectOf(named, words)),
      ]),
      asked: words.stemsOf(
        limit === undefined ? subjectOf(asked, own) : withoutAmount(subjectOf(asked, own), plan.language),
      ),
      limit,
      answer: byId.get(question.id),
    };
  });
}

const lastQuestion = (text: string): string => {
  const sentences = text.slice(-LONGEST_QUESTION).split(/(?<=[.!?？。؟])\s+/u);
  return sentences.findLast((sentence) => /[?？؟]\s*$/u.test(sentence)) ?? sentences.at(-1) ?? text;
};

const LONGEST_QUESTION = 600;

function typeOf(question: PlanQuestion, talk: Talk): string {
  const asked = talk.asked(question.text);
  return question.answerType?.kind ?? (asked.kind === 'value' ? asked.type.kind : asked.kind);
}

function kindOf(question: PlanQuestion, talk: Talk): Topic['kind'] {
  const type = typeOf(question, talk);
  if (type === 'money') return 'number';
  return type === 'yes_no' || type === 'choice' || type === 'number' || type === 'date' || type === 'list'
    ? type
    : 'words';
}

const sameKey = (one: string, other: string | undefined): boolean =>
  other !== undefined && normal(one) === normal(other);
const normal = (key: string): string => folded(key).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Stems that can be looked up, endings of other languages than English notwithstanding. */
export class Stems {
  readonly all: ReadonlySet<string>;
  readonly #byStart = new Map<string, string[]>();

  constructor(stems: readonly string[]) {
    this.all = new Set(stems);
    for (const stem of this.all) {
      const start = stem.slice(0, START);
      const list = this.#byStart.get(start) ?? [];
      list.push(stem);
      this.#byStart.set(start, list);
    }
  }

  has(stem: string): boolean {
    return (
      this.all.has(stem) ||
      (this.#byStart.get(stem.slice(0, START)) ?? []).some((other) => isAlike(stem, other))
    );
  }
}

const START = 4;
const ALIKE = 0.7;
const LONGEST_ENDING = 5;

/** "Wohnt" and "wohnen", "habite" and "habitez": most of the shorter one is the beginning of the other. */
function isAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < START || Math.abs(one.length - other.length) > LONGEST_ENDING) return false;
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared += 1;
  return shared >= Math.max(START, Math.ceil(shorter * ALIKE));
}

/** A condition, and the question that asks about it. */
export interface Bound {
  readonly condition: Condition;
  readonly topic: Topic;
  /** From 0 to 1; above: by the same key. */
  readonly fit: number;
}

const ENOUGH = 0.5;
const GENERIC_WEIGHT = 0.3;
const OF_KIND = 0.2;

/** The questions that a condition is about, those that fit best. */
export function boundTo(condition: Condition, topics: readonly Topic[], words: DescriptionWords): Bound[] {
  const fits = topics.flatMap((topic): Bound[] => {
    const fit = fitOf(condition, topic, words);
    return fit < ENOUGH ? [] : [{ condition, topic, fit }];
  });
  // "Pounds an hour" are not the hours that another question counts.
  const priced = fits.filter(({ topic }) => topic.isMoney);
  if (condition.money !== undefined && priced.length > 0) return bestOf(priced);
  return bestOf(fits);
}

function bestOf(fits: readonly Bound[]): Bound[] {
  const best = Math.max(...fits.map(({ fit }) => fit));
  return fits.filter(({ fit }) => fit > best - TIE);
}

const TIE = 0.01;

function fitOf(condition: Condition, topic: Topic, words: DescriptionWords): number {
  if (!isComparable(condition, topic)) return 0;
  const { stems } = condition;
  const weight = (stem: string): number => (words.isGeneric(stem) ? GENERIC_WEIGHT : 1);
  const sum = (some: readonly string[]): number => some.reduce((total, stem) => total + weight(stem), 0);
  const matched = stems.filter((stem) => topic.stems.has(stem));
  const isPriced = condition.money !== undefined && topic.isMoney;
  // "Expects at most thirty pounds" names no question: it is about the one for money.
  if (isPriced && condition.money === 'alone') return ENOUGH + OF_KIND;
  if (matched.length === 0) return 0;
  const isTyped =
    condition.limit !== undefined || condition.day !== undefined || condition.level !== undefined;
  const isNamed = matched.some((stem) => !words.isGeneric(stem));
  const all = stems.every((stem) => words.isGeneric(stem));
  // "Wants an offer" is about the one question that asks for nothing more special either.
  const isAsGeneral = all && topic.asked.length > 0 && topic.asked.every((stem) => words.isGeneric(stem));
  if (!isNamed && !(all && isTyped) && !isAsGeneral) return 0;
  const mine = new Stems(stems);
  const asked = topic.asked.filter((stem) => mine.has(stem)).length / Math.max(1, topic.asked.length);
  const share = sum(matched) / sum(stems);
  const samePredicate =
    condition.predicate !== undefined && condition.predicate === topic.predicate ? 0.1 : 0;
  const isOfKind =
    (condition.limit !== undefined && topic.kind === 'number') ||
    (condition.day !== undefined && topic.kind === 'date');
  const ofKind = (isOfKind ? OF_KIND : 0) + (isPriced ? OF_KIND : 0);
  const fit = share + asked / 10 + samePredicate + ofKind;
  return isTyped && isNamed ? Math.max(fit, ENOUGH + asked / 10 + ofKind) : fit;
}

/** A bound on a number is about no question for a day, and the other way round. */
function isComparable(condition: Condition, { kind, predicate }: Topic): boolean {
  if (condition.day !== undefined) return kind !== 'number';
  if (condition.limit !== undefined) return kind !== 'date';
  if (kind === 'yes_no') return agree(condition.predicate, predicate);
  return true;
}

/** To have is not to want, and to be able is not to need. */
export const agree = (one: Predicate | undefined, other: Predicate | undefined): boolean =>
  one === undefined ||
  other === undefined ||
  one === other ||
  [one, other].every((each) => each === 'wants' || each === 'can') ||
  [one, other].every((each) => each === 'has' || each === 'done');
