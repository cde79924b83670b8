import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { ofAllLanguages, words, writing, yesNo } from '@parley/language/locale-tables.ts';
import { repairsIn } from '@parley/language/self-repair.ts';
import { plainWords, speechOf, wordCount } from '@parley/language/speech.ts';
import type { AnswerType } from '../../answer-type.ts';
import { chosenFrom } from '../../dialogue/rules/alternatives.ts';
import { timeUnits } from '../../dialogue/rules/amount.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { answerTo, leaning, type Reading, wordsOf } from '../../dialogue/rules/expected-answer.ts';
import { isWithin } from '../../dialogue/rules/option-range.ts';
import type { Polarity } from '../../dialogue/rules/polarity.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import type { KnownValue } from '../../expression.ts';
import type { PlanExtractionTarget } from '../../plan.ts';
import type { ExtractedField } from '../analysis-model.ts';
import { analysisTables } from './analysis-tables.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { sentencesIn, type Talk } from './talk.ts';

type Value = NonNullable<ExtractedField['value']>;

/** Words that may say what is looked for. */
export interface Source {
  readonly words: string;
  /** What they answered, or what stands for it. */
  readonly question: string;
  /** What the call noted already, and of what type. */
  readonly value?: KnownValue;
  readonly type?: AnswerType;
}

/** A value of the type that is looked for, if the words give one. */
export const typedValue = (target: PlanExtractionTarget, source: Source, talk: Talk): Value | undefined =>
  readers[target.type](source, target, talk);

type Reader = (source: Source, target: PlanExtractionTarget, talk: Talk) => Value | undefined;

const readers: Readonly<Record<PlanExtractionTarget['type'], Reader>> = {
  string: ({ words, question, value, type }, _, talk) =>
    type !== undefined && type.kind !== 'text' && typeof value === 'string'
      ? value
      : namedIn(words, question, talk),

  number: ({ words, question, value }, target, talk) => {
    const unit = unitOf(target) ?? unitIn(question);
    if (typeof value === 'number' && (unit === undefined || unit === unitIn(question))) return value;
    const read = answerTo({ kind: 'number', unit }, readingOf(words, question, talk))?.value;
    return typeof read === 'number' ? read : typeof value === 'number' ? value : undefined;
  },

  bool: ({ words, question, value }, _, talk) => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return value > 0;
    const lean = leaning(readingOf(words, question, talk));
    return lean === 'yes' ? true : lean === 'no' ? false : undefined;
  },

  date: ({ words, question, value }, _, talk) => {
    const read = isDate(value) ? value : answerTo({ kind: 'date' }, readingOf(words, question, talk))?.value;
    if (!isDate(read)) return undefined;
    return past.test(plainWords(question)) ? lastSuch(read, talk.context.answeredAt.slice(0, 10)) : read;
  },

  enum: ({ words, question, value }, { options = [] }, talk) =>
    optionOf(options, { words, question, ...(value === undefined ? {} : { value }) }, talk),

  list: ({ words, value }, { options = [] }, { plan }) => {
    if (Array.isArray(value)) return [...value];
    const items =
      options.length === 0
        ? listedIn(afterReckoning(words), plan.language)
        : options.filter((option) => chosenFrom([option], speechOf(words).clauses)?.kind === 'one');
    return items.length === 0 ? undefined : items;
  },
};

/** "Eight vans and two trucks, so both": what they come to, after what they reckoned with. */
function afterReckoning(text: string): string {
  const last = [...text.matchAll(CONCLUSION)].at(-1);
  return (last && text.slice(last.index + last[0].length).trim()) || text;
}

const CONCLUSION = new RegExp(english.answers.concludes, 'gi');

const isDate = (value: KnownValue | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

const past = anyOf(english.questions.asksPast);
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** A day is taken for the coming one; asked for what has been, it was the last one that they meant. */
function lastSuch(date: string, today: string): string {
  const [at, now] = [new Date(date), new Date(today)];
  if (at <= now) return date;
  if (at.getTime() - now.getTime() <= WEEK_DAYS * DAY_MS) at.setUTCDate(at.getUTCDate() - WEEK_DAYS);
  else at.setUTCFullYear(at.getUTCFullYear() - 1);
  return at.toISOString().slice(0, 10);
}

const UNIT = anyOf(timeUnits.map((unit) => `${unit}s`));
const unitIn = (text: string): string | undefined => UNIT.exec(plainWords(text))?.[0];
const unitOf = ({ key, label, description = '' }: PlanExtractionTarget): string | undefined =>
  unitIn(`${key.replaceAll('_', ' ')} ${label} ${description}`);

export function readingOf(words: string, question: string, talk: Talk): Reading {
  const speech = speechOf(words);
  const { context, foreign, zones } = talk;
  const zone = zones.of(talk.plan.hours.timeZone);
  return { speech, clauses: speech.clauses, question, foreign, context, zone };
}

const anything = anyOf(english.descriptions.anyOption);
const agreeing = anyOf(english.descriptions.agreeingOption);
const declining = anyOf(english.descriptions.decliningOption);

/** Exactly one of the options, written as it stands there. */
function optionOf(options: readonly string[], source: Source, talk: Talk): string | undefined {
  const { words, question, value } = source;
  const named =
    typeof value === 'string'
      ? options.find((option) => plainWords(option) === plainWords(value))
      : undefined;
  if (named !== undefined) return named;
  const chosen = chosenFrom(options, speechOf(words).clauses);
  if (chosen?.kind === 'one') return chosen.option;
  if (chosen?.kind === 'any') return options.find((option) => anything.test(plainWords(option)));
  if (typeof value === 'number') return options.find((option) => isWithin(value, option));
  const lean =
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : leaning(readingOf(words, question, talk));
  const sign = lean === 'yes' ? agreeing : lean === 'no' ? declining : undefined;
  return options.find(
    (option) => sign?.test(plainWords(option)) && plainWords(option).split(' ').length <= 2,
  );
}

/** What joins the last two things of a list may be written without spaces, or hang on to the word that follows. */
function jointsIn(language: Language): RegExp {
  const { spaces, affixes } = writing[language];
  const [before, after] =
    spaces === 'none' ? ['\\s*', '\\s*'] : ['\\s+', affixes === 'prefixes' ? '\\s*' : '\\s+'];
  const joint = `(?:${words[language].joint.join('|')})`;
  return new RegExp(`\\s*[,;、，،؛]\\s*(?:${joint}${after})?|${before}${joint}${after}`, 'giu');
}

/** Of all languages: the patterns around the things of a list. */
const around = ofAllLanguages((languages) => {
  const any = (list: 'lead' | 'noItem' | 'trail'): string =>
    languages.flatMap((language) => analysisTables[language].listing?.[list] ?? []).join('|');
  return {
    lead: new RegExp(`^(?:(?:${any('lead')})\\s+)+`, 'iu'),
    trail: new RegExp(`(?:[\\s,]+(?:${any('trail')}))+$`, 'iu'),
    noItem: new RegExp(`^(?:${any('noItem')})(?![\\p{L}])`, 'iu'),
  };
});
const LONGEST_ITEM = 5;

/** The things that someone lists, each without the words around it. */
function listedIn(text: string, language: Language): string[] {
  const joint = jointsIn(language);
  const { noItem } = around();
  const items = text
    .split(/[.!?。！？؟]+(?=\s|$)|[。！？]/u)
    .flatMap((sentence) => sentence.split(joint))
    .map((item) => trimmed(item))
    .filter((item) => item !== '' && !noItem.test(item) && item.split(/\s+/).length <= LONGEST_ITEM);
  return [...new Map(items.map((item) => [item.toLocaleLowerCase(), item])).values()];
}

const trimmed = (item: string): string =>
  item.trim().replace(around().lead, '').replace(around().trail, '').trim();

/** Which way an answer leans; undefined when it is neither a yes nor a no, nor in between. */
export function polarityOf(answer: HeardAnswer, talk: Talk): Polarity | undefined {
  const { value, words, question, standing } = answer;
  if (standing !== 'answered' && standing !== 'unsure') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value > 0 ? 'yes' : 'no';
  return leaning(readingOf(words, question.text, talk)) ?? (standing === 'unsure' ? 'unsure' : undefined);
}

/** Whether a clause denies what it speaks of, in the words of the call's language or of English. */
export const isNegated = (plain: string, language: Language): boolean => negationIn(language).test(plain);

/** Not of all languages at once: the German "nie" and the Portuguese "sem" are everyday words of others. */
const negationIn = memoize((language: Language) =>
  anyOf([yesNo[language], yesNo.EN].flatMap(({ negation = [] }) => negation)),
);

const courtesy = ofAllLanguages(
  (languages) =>
    new RegExp(
      `^(?:${languages.flatMap((language) => analysisTables[language].courtesies ?? []).join('|')})[.,!…\\s]*$`,
      'iu',
    ),
);
/** They ask for a thing, and not for a story. */
const factual = anyOf(english.questions.asksForThing);
const story = anyOf(english.questions.asksForStory);
const WHERE = new RegExp(english.questions.asksPlace);
const PLACE = new RegExp(english.answers.namesPlace, 'gu');
const SHORT = 5;

const lead = ofAllLanguages(
  (languages) =>
    new RegExp(
      `^${english.answers.beforeName}(?:${languages.flatMap((language) => analysisTables[language].beforeName ?? []).join('|')})`,
      'iu',
    ),
);
/** A clause that describes the thing. */
const RELATIVE = new RegExp(english.answers.relativeClause, 'isu');
const TRAIL = new RegExp(english.answers.afterName, 'iu');

/** What someone names when asked for a thing: "Berlin" of "I grew up in Dresden, but I live in Berlin now." */
function namedIn(said: string, question: string, talk: Talk): string | undefined {
  const { language } = talk.plan;
  const repair = repairsIn(said, language).find(({ isSure }) => isSure);
  // A story has many an "actually", and puts nothing right with it.
  const words = repair !== undefined && wordCount(plainWords(said)) <= LONGEST_SLIP ? repair.rest : said;
  const sentences = sentencesIn(words, language).filter((sentence) => !courtesy().test(sentence));
  const plain = plainWords(question);
  if (sentences.length === 0) return undefined;
  if (!(factual.test(plain) || language !== 'EN') || story.test(plain)) return cleaned(sentences.join(' '));
  const telling = clauseTaking(sentences, question) ?? firstShort(sentences) ?? sentences.join(' ');
  const place = WHERE.test(plain) ? [...telling.matchAll(PLACE)].at(-1)?.[1] : undefined;
  return place ?? cleaned(telling.replace(lead(), '').replace(RELATIVE, ''));
}

const LONGEST_SLIP = 25;

/** The one clause that takes the question's own words up, when others do not. */
function clauseTaking(sentences: readonly string[], question: string): string | undefined {
  const asked = new Set(contentStems(question));
  const clauses = sentences.flatMap((sentence) => speechOf(sentence).clauses);
  const taking = clauses.filter(({ plain }) => contentStems(plain).some((stem) => asked.has(stem)));
  return clauses.length > 1 && taking.length === 1 ? taking[0]?.raw : undefined;
}

const firstShort = ([first = '', ...others]: readonly string[]): string | undefined =>
  others.length > 0 && first.split(/\s+/).length <= SHORT ? first : undefined;

function cleaned(text: string): string | undefined {
  const speech = speechOf(text);
  const words = wordsOf({ speech, clauses: speech.clauses }).replace(TRAIL, '');
  return words.replace(/^[\s,.;:…]+|[\s,.;:!…。！，]+$/gu, '') || undefined;
}
