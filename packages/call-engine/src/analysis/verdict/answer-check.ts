import { speechOf, wordCount } from '@parley/language/speech.ts';
import { withNumbers } from '@parley/language/spoken-number.ts';
import { isHedged } from '../rules/field.ts';
import type { HeardAnswer } from '../rules/heard-answer.ts';
import { isKeptBy, type Limit } from '../rules/limit.ts';
import type { Talk } from '../rules/talk.ts';
import { isNegated } from '../rules/typed-value.ts';
import { type Condition, rankIn, type Span, spanIn, spanOf } from './condition.ts';
import { type DescriptionWords, descriptionWords, type Unit } from './description-words.ts';
import type { Finding } from './finding.ts';
import { languageNamesIn } from './language-name.ts';
import { isMachineOrder } from './machine-order.ts';
import { alternativesOf } from './question-alternative.ts';
import { Stems, type Topic } from './topic.ts';
import { byYesOrNo } from './yes-or-no-check.ts';

/** How sure one may be of an answer: a typed one, one in words, less where they hedge. */
const SURE = { typed: 0.9, words: 0.8 } as const;
const HEDGED = 0.15;

/** Whether an answer bears a condition out. The condition's own denial is not looked at here. */
export function checkAnswer(
  condition: Condition,
  topic: Topic,
  words: DescriptionWords,
  talk: Talk,
): Finding {
  const { answer, question } = topic;
  const { wording } = talk;
  if (answer === undefined || answer.standing === 'unreached')
    return { holds: undefined, reason: wording.say('notAsked', { question: wording.quote(question.text) }) };
  if (answer.standing === 'refused')
    return { holds: undefined, reason: wording.say('withheld', { question: wording.quote(question.text) }) };
  if (
    answer.standing === 'unanswered' ||
    answer.said === undefined ||
    isMachineOrder(answer.said.text, talk.plan.language)
  )
    return {
      holds: undefined,
      reason: wording.say('notAnswered', { question: wording.quote(question.text) }),
    };
  const { said } = answer;
  const own = descriptionWords(talk.plan.language);
  // "If I had a babysitter, yes" and "my brother has ten" tell nothing of the contact.
  // Whose it is stands in the part that tells it: "I can't do nights, my husband works nights".
  const isTold = !own.unreal.test(answer.words) && !own.ofOthers.test(answer.evidence ?? answer.words);
  const found = isTold ? compared(condition, topic, answer, words, talk) : undefined;
  if (found === undefined)
    return { holds: undefined, reason: wording.say('leftOpen', { words: wording.quote(answer.words) }) };
  const sure = found.isTyped ? SURE.typed : SURE.words;
  return {
    holds: found.holds,
    confidence: Math.round((sure - (isHedged(answer.words) ? HEDGED : 0)) * 100) / 100,
    said,
    words: answer.words,
    reason: wording.say('answered', {
      question: wording.quote(question.text),
      words: wording.quote(answer.words),
    }),
  };
}

/** Undefined where the answer does not tell. */
type Compared = { readonly holds: boolean; readonly isTyped: boolean } | undefined;

const typed = (holds: boolean | undefined): Compared =>
  holds === undefined ? undefined : { holds, isTyped: true };
const worded = (holds: boolean | undefined): Compared =>
  holds === undefined ? undefined : { holds, isTyped: false };

function compared(
  condition: Condition,
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
  talk: Talk,
): Compared {
  if (condition.limit !== undefined)
    return topic.kind === 'yes_no' && topic.limit !== undefined && typeof answer.value !== 'number'
      ? typed(byAskedLimit(condition, topic, answer, words, talk))
      : typed(byNumber(condition, topic, answer, talk));
  if (condition.day !== undefined)
    return typed(
      byDay(condition.day, answer, talk) ??
        (isAskedOutright(condition, topic, words)
          ? byYesOrNo(condition, topic, answer, words, talk)
          : undefined),
    );
  if (condition.level !== undefined) return worded(byLevel(condition, topic, answer, words, talk));
  const alternatives = alternativesOf(topic.question, words, talk.plan.language);
  if (alternatives.length > 1 && topic.kind !== 'number' && typeof answer.value !== 'boolean')
    return typed(byAlternative(condition, alternatives, topic, answer, words));
  if (topic.kind === 'yes_no' || typeof answer.value === 'boolean')
    return typed(byYesOrNo(condition, topic, answer, words, talk));
  if (answer.standing === 'unsure') return undefined;
  if (topic.kind === 'number') return typed(byAmount(condition, topic, answer));
  return worded(byNamed(condition, topic, answer, words, talk));
}

/** "Have you moved in the last two years?" asks for the time of the condition itself. */
function isAskedOutright(
  { text }: Condition,
  { kind, question }: Topic,
  { stemsOf }: DescriptionWords,
): boolean {
  const asked = new Stems(stemsOf(question.text));
  return kind === 'yes_no' && stemsOf(text).every((stem) => asked.has(stem));
}

function byNumber(
  { limit, unit }: Condition,
  { question }: Topic,
  answer: HeardAnswer,
  talk: Talk,
): boolean | undefined {
  const value = typeof answer.value === 'number' ? answer.value : onlyNumberIn(answer.words, talk);
  if (value === undefined || limit === undefined) return undefined;
  const asked = descriptionWords(talk.plan.language).units.find(([, pattern]) =>
    pattern.test(question.text),
  )?.[0];
  const factor = unit === undefined || asked === undefined ? 1 : (DAYS[asked] ?? 1) / (DAYS[unit] ?? 1);
  return keeps(value * factor, limit);
}

/** Of a question that is not known to ask for a number: the one that they named. */
function onlyNumberIn(words: string, { plan }: Talk): number | undefined {
  const numbers = withNumbers(words, plan.language).match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

const DAYS: Readonly<Record<Unit, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30.4375, year: 365.25 };

/** "Has 3 years" without a bound: three do, two do not, and four are more than was said. */
function keeps(value: number, limit: Limit): boolean | undefined {
  if (limit.kind !== 'about') return isKeptBy(value, limit);
  return value === limit.low ? true : value < limit.low ? false : undefined;
}

/** "Do you have at least five years?" – "Yes" tells of at least three, and "No" does not. */
function byAskedLimit(
  condition: Condition,
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
  talk: Talk,
): boolean | undefined {
  const [wanted, asked] = [condition.limit, topic.limit];
  if (wanted === undefined || asked === undefined) return undefined;
  const said = byYesOrNo(condition, topic, answer, words, talk);
  if (said === undefined) return undefined;
  const isSame =
    wanted.kind === asked.kind &&
    wanted.low === asked.low &&
    wanted.high === asked.high &&
    wanted.isStrict === asked.isStrict;
  if (isSame) return said;
  if (wanted.kind !== asked.kind) return undefined;
  if (wanted.kind === 'least') return said === asked.low > wanted.low ? said : undefined;
  return wanted.kind === 'most' && said === asked.high < wanted.high ? said : undefined;
}

function byDay(
  { relation, span }: NonNullable<Condition['day']>,
  { value, words, standing }: HeardAnswer,
  talk: Talk,
): boolean | undefined {
  const { language } = talk.plan;
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const said = isDay ? spanOf(value, withNumbers(words, language)) : spanIn(words, language, talk);
  if (said === undefined || (isDay && standing === 'unsure')) return undefined;
  switch (relation) {
    case 'before':
      return certain(said.to < span.from, said.from >= span.from);
    case 'after':
      return certain(said.from > span.to, said.to <= span.to);
    // "By June" may mean its first day or its last.
    case 'by':
      return certain(said.to <= span.from, said.from > span.to);
    case 'from':
      return certain(said.from >= span.from, said.to < span.from);
    case 'during':
      return certain(isWithin(said, span), said.to < span.from || said.from > span.to);
  }
}

const isWithin = (inner: Span, outer: Span): boolean => inner.from >= outer.from && inner.to <= outer.to;
const certain = (isTrue: boolean, isFalse: boolean): boolean | undefined =>
  isTrue ? true : isFalse ? false : undefined;

function byLevel(
  condition: Condition,
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
  talk: Talk,
): boolean | undefined {
  const own = descriptionWords(talk.plan.language);
  const isAboutIt = condition.stems
    .filter((stem) => !words.isGeneric(stem))
    .every((stem) => topic.stems.has(stem) || new Stems(own.stemsOf(answer.words)).has(stem));
  const rank = rankIn(answer.words, own);
  if (rank === undefined || !isAboutIt || isNegated(speechOf(answer.words).plain, talk.plan.language))
    return undefined;
  return rank >= (condition.level ?? 0);
}

/** Which of two or more things they chose. */
function byAlternative(
  { stems }: Condition,
  alternatives: readonly (readonly string[])[],
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
): boolean | undefined {
  const mine = new Stems(stems);
  const named = (some: Stems): number[] =>
    alternatives.flatMap((alternative, index) =>
      alternative.every((stem) => some.has(stem)) ? [index] : [],
    );
  const wanted = named(mine);
  const { value } = answer;
  const chosen = named(new Stems(words.stemsOf(`${typeof value === 'string' ? value : ''} ${answer.words}`)));
  if (wanted.length !== 1 || chosen.length !== 1) return undefined;
  const isMore = stems.some((stem) => !topic.stems.has(stem) && !words.isGeneric(stem));
  return isMore && wanted[0] === chosen[0] ? undefined : wanted[0] === chosen[0];
}

/** "Has experience" after "how many years?": some is yes, and none is no. */
function byAmount(
  { stems, predicate }: Condition,
  topic: Topic,
  { value }: HeardAnswer,
): boolean | undefined {
  if (typeof value !== 'number' || predicate !== 'has') return undefined;
  return stems.every((stem) => topic.stems.has(stem)) ? value > 0 : undefined;
}

const SHORT = 6;

/** What they named, against what is wanted: "lives in Berlin" after "where do you live?" */
function byNamed(
  condition: Condition,
  topic: Topic,
  answer: HeardAnswer,
  words: DescriptionWords,
  talk: Talk,
): boolean | undefined {
  const wanted = condition.stems.filter((stem) => !topic.stems.has(stem) && !words.isGeneric(stem));
  // Nothing but what was asked is wanted: a plain yes or no tells.
  if (wanted.length === 0) return byYesOrNo(condition, topic, answer, words, talk);
  const own = descriptionWords(talk.plan.language);
  const { language } = talk.plan;
  const { clauses } = speechOf(answer.words);
  const naming = clauses.filter(({ raw }) => {
    const stems = new Stems(own.stemsOf(raw));
    return wanted.every((stem) => stems.has(stem));
  });
  const whole = new Stems([...own.stemsOf(answer.words), ...valueStems(answer, own)]);
  const isDenied = naming.some(({ plain }) => isNegated(plain, language));
  if (naming.length > 0) return !isDenied;
  if (wanted.every((stem) => whole.has(stem)))
    return clauses.some(({ plain }) => isNegated(plain, language)) ? undefined : true;
  return isOtherName(condition, answer, own, talk) ? false : undefined;
}

const valueStems = ({ value }: HeardAnswer, own: DescriptionWords): readonly string[] =>
  Array.isArray(value) ? own.stemsOf(value.join(' ')) : [];

/** Whether they named something else of the same kind: another town, other languages. A story may mean the same. */
function isOtherName(
  condition: Condition,
  { words }: HeardAnswer,
  own: DescriptionWords,
  talk: Talk,
): boolean {
  if (
    own.vague.test(words) ||
    wordCount(words) > SHORT ||
    isNegated(speechOf(words).plain, talk.plan.language)
  )
    return false;
  const { language } = talk.plan;
  if (languageNamesIn(condition.text, language).length > 0)
    return languageNamesIn(words, language).length > 0;
  const isName = /\p{Lu}\p{L}+/u.test(condition.text.slice(1));
  const isBare = /^\p{Lu}[\p{L}-]+[.!]?$/u.test(words.trim());
  return isName && (isBare || own.place.test(words));
}
