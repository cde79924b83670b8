import { english } from '@parley/language/english-tables.ts';
import { ofAllLanguages } from '@parley/language/locale-tables.ts';
import { repairsIn } from '@parley/language/self-repair.ts';
import { plainWords, speechOf } from '@parley/language/speech.ts';
import { nameIn } from '@parley/language/spelled-text.ts';
import type { AnswerType } from '../../answer-type.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { leaning } from '../../dialogue/rules/expected-answer.ts';
import { isOfType } from '../../dialogue/rules/found-value.ts';
import type { KnownValue } from '../../expression.ts';
import type { PlanExtractionTarget } from '../../plan.ts';
import type { ExtractedField } from '../analysis-model.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import { analysisTables } from './analysis-tables.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { noEvidence, quoted, type Said, sentencesIn, type Talk } from './talk.ts';
import { answerAbout, speaksOf, tellingStems } from './topic.ts';
import { isNegated, type Source, typedValue } from './typed-value.ts';

/** How sure one may be, by where it was said. */
const SURE = 0.95;
const BY_THE_WAY = 0.7;
/** "About", "I think": taken off. */
const HEDGED = 0.15;

export function extractedFields(answers: readonly HeardAnswer[], talk: Talk): ExtractedField[] {
  return talk.plan.analysis.extractionTargets.map((target) => {
    const { key, label, type } = target;
    const answer = answerAbout(target, answers, talk, ({ text }) => kinship(target, text, talk));
    const found =
      answer !== undefined && isNoted(target, answer)
        ? noted(target, answer, talk)
        : ((answer && fromAnswer(target, answer, talk)) ?? fromTalk(target, talk));
    return { key, label, type, ...(found ?? { value: null, confidence: 0, ...noEvidence }) };
  });
}

type Found = Omit<ExtractedField, 'key' | 'label' | 'type'>;

/**
 * The call has asked for this very thing, and its findings are the one truth about it: what they left open is not read
 * out of the words once more.
 */
const isNoted = ({ key }: PlanExtractionTarget, { question, standing }: HeardAnswer): boolean =>
  question.key === key && question.answerType !== undefined && standing !== 'unreached';

function noted(target: PlanExtractionTarget, answer: HeardAnswer, talk: Talk): Found | undefined {
  const { question, value } = answer;
  const type = question.answerType;
  if (value === undefined || type === undefined) return undefined;
  // Their words may name an option in a way that only the field has: "I don't mind" is "Any".
  const isWords = type.kind === 'text' || (type.kind === 'choice' && target.type === 'enum');
  return isWords || isRead(type, value, talk) ? fromAnswer(target, answer, talk) : undefined;
}

/** Whether the call could make a value of the type of what was said. */
const isRead = (type: AnswerType, value: KnownValue, { plan }: Talk): boolean =>
  isOfType(type, value) && (type.kind !== 'name' || nameIn(String(value), plan.language)?.name === value);

function fromAnswer(target: PlanExtractionTarget, answer: HeardAnswer, talk: Talk): Found | undefined {
  if (answer.said === undefined || answer.standing === 'refused' || answer.words === '') return undefined;
  if (answer.value === undefined || (answer.standing === 'unsure' && target.type !== 'enum'))
    return undefined;
  const { value: noted, words, question, said } = answer;
  const value = typedValue(
    target,
    {
      words,
      question: question.text,
      value: noted,
      ...(question.answerType && { type: question.answerType }),
    },
    talk,
  );
  return value === undefined ? undefined : found(value, SURE, said, words, talk);
}

function found(value: Found['value'], sure: number, said: Said, words: string, talk: Talk): Found {
  const confidence = Math.round((sure - (isHedged(words) ? HEDGED : 0)) * 100) / 100;
  return { value, confidence, ...quoted(said, talk.plan.language, (sentence) => words.includes(sentence)) };
}

/** "About", "I think". */
export const isHedged = (words: string): boolean => hedge().test(plainWords(words));

const hedge = ofAllLanguages((languages) =>
  anyOf(languages.flatMap((language) => analysisTables[language].hedge ?? [])),
);

/** A question that asks for a value of this kind is the likelier source. */
function kinship({ type, options = [] }: PlanExtractionTarget, text: string, { asked }: Talk): number {
  const { kind } = asked(text);
  const isCounted = type === 'enum' && options.some((option) => /\d/.test(option));
  return (isCounted ? ['number'] : kindred[type]).includes(kind) ? 0.2 : 0;
}

const kindred: Readonly<Record<PlanExtractionTarget['type'], readonly string[]>> = {
  string: ['words'],
  list: ['words'],
  number: ['number'],
  bool: ['yes_no'],
  date: ['date'],
  enum: ['choice', 'words', 'yes_no'],
};

/** What they said of it without being asked, or when they were asked for something else. The newest word counts. */
function fromTalk(target: PlanExtractionTarget, talk: Talk): Found | undefined {
  const telling = tellingStems(target);
  for (const said of talk.heardWell.toReversed()) {
    if (isMachineOrder(said.text, talk.plan.language)) continue;
    const exact = target.type === 'string' ? exactIn(target, said.text) : undefined;
    if (exact !== undefined) return found(exact, SURE, said, exact, talk);
    for (const words of passagesOf(target, said, talk).reverse()) {
      if (!speaksOf(words, telling)) continue;
      const value = byTheWay(target, words, talk);
      if (value !== undefined) return found(value, BY_THE_WAY, said, words, talk);
    }
  }
  return undefined;
}

/** A list has commas of its own, so it is looked for in a whole sentence; anything else in a clause. */
function passagesOf(target: PlanExtractionTarget, said: Said, talk: Talk): string[] {
  const sentences = sentencesIn(said.text, talk.plan.language).filter(
    (sentence) => !/[?？؟]\s*$/.test(sentence),
  );
  if (target.type === 'list')
    return sentences.filter((sentence) => !isNegated(plainWords(sentence), talk.plan.language));
  return sentences.flatMap((sentence) => speechOf(sentence).clauses.map(({ raw }) => raw));
}

function byTheWay(target: PlanExtractionTarget, words: string, talk: Talk): Found['value'] | undefined {
  const source: Source = {
    words: repairsIn(words, talk.plan.language)[0]?.rest ?? words,
    question: `${target.label}`,
  };
  if (target.type === 'string') return namedAs(target, words);
  if (target.type === 'bool') return statedIn(target, words, talk);
  if (target.type === 'list')
    return typedValue(target, { ...source, words: afterTelling(target, words) }, talk);
  return typedValue(target, source, talk);
}

const ownWords = anyOf(english.answers.ownWords);

/** "I lead a team": a statement of theirs that takes up all that names it. */
function statedIn(target: PlanExtractionTarget, words: string, { stems, plan }: Talk): boolean | undefined {
  const plain = plainWords(words);
  const said = new Set(stems(words));
  const isTakenUp = [...tellingStems(target)].every((stem) => said.has(stem));
  if (!isTakenUp || plan.language !== 'EN' || !ownWords.test(plain)) return undefined;
  // "I don't mind weekends" denies nothing.
  const lean = leaning({ clauses: speechOf(words).clauses, question: '', foreign: undefined });
  return lean === 'yes' || lean === 'no' ? lean === 'yes' : !isNegated(plain, plan.language);
}

/** "My employer is Siemens": what comes after the name of the thing. */
function namedAs({ key, label }: PlanExtractionTarget, words: string): string | undefined {
  const names = [label, key.replaceAll('_', ' ')].map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '.?'));
  const named = new RegExp(
    english.answers.namesField.replace('{name}', () => names.join('|')),
    'iu',
  ).exec(words)?.[1];
  return named?.replace(/[\s.,!]+$/u, '') || undefined;
}

/** The things are listed after the word that tells what they are: "I speak German and French." */
function afterTelling(target: PlanExtractionTarget, sentence: string): string {
  const telling = tellingStems(target);
  const words = sentence.split(/\s+/);
  const at = words.findIndex((word) => speaksOf(word, telling));
  return words.slice(at + 1).join(' ');
}

const { fieldsOfForm } = english.descriptions;

/** What is known by its form alone. */
const exactForms: readonly (readonly [RegExp, RegExp])[] = [
  [
    new RegExp(fieldsOfForm.email, 'i'),
    /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,64}(?:\.[\p{L}\p{N}-]{1,64}){1,8}/u,
  ],
  [new RegExp(fieldsOfForm.phone, 'i'), /\+?\d[\d ()/-]{6,24}\d/],
  [new RegExp(fieldsOfForm.url, 'i'), /(?:https?:\/\/|www\.)[^\s,]{1,500}/i],
];

function exactIn({ key, label }: PlanExtractionTarget, text: string): string | undefined {
  const form = exactForms.find(([named]) => named.test(`${key.replaceAll('_', ' ')} ${label}`));
  return form?.[1].exec(text)?.[0];
}
