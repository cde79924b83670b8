import { english } from '@parley/language/english-tables.ts';
import { directQuestion } from './direct-question.ts';
import { instructionPattern, lifted, restored } from './quotation.ts';
import {
  about,
  asked,
  closed,
  eachQuestion,
  fact,
  hasVerb,
  LONGEST,
  lowerFirst,
  mention,
  questionAbout,
  questionsOf,
  request,
  type Spoken,
  statement,
  statementAbout,
  turned,
} from './spoken-sentence.ts';

/** Who speaks to whom, and about what: all that an instruction may need beside its own words. */
export interface Scene {
  readonly firstName: string;
  /** Says who is calling. */
  readonly introduction: string;
  readonly title: string | undefined;
}

/** Longer prompts are handbooks; what is to be said stands at their beginning. */
const MAX_PROMPT = 4000;
const MAX_SENTENCES = 3;

/** What becomes of a description: what is said, and which of its sentences the rules cannot carry out. */
export interface CarriedOut {
  readonly said: string;
  readonly left: readonly string[];
}

/**
 * What an English description of a section comes to in speech: statements, then questions, three sentences at
 * most. A sentence of it is carried out as a whole or left: half of an instruction is not what its author wants, and
 * an instruction is never read aloud.
 */
export function carriedOut(prompt: string, scene: Scene): CarriedOut {
  const { text, quotations } = lifted(prompt.slice(0, MAX_PROMPT));
  const whole = (words: string): string => restored(words, quotations).replaceAll('\u2024', '.');
  const spoken: Spoken[] = [];
  const left: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const said = saidFor(sentence, scene)?.map(({ text: words, isAsked }) => {
      const closedWords = closed(whole(words));
      return { text: closedWords, isAsked: isAsked || closedWords.endsWith('?') };
    });
    if (said?.every(({ text: words }) => words.length <= LONGEST && !claimsToBeHuman(words)))
      spoken.push(...said);
    else left.push(whole(sentence));
  }
  const questions = spoken.filter(({ isAsked }) => isAsked);
  const statements = spoken.filter(({ isAsked }) => !isAsked);
  const kept = statements.slice(0, questions.length > 0 ? MAX_SENTENCES - 1 : MAX_SENTENCES);
  const chosen = [...kept, ...questions.slice(0, MAX_SENTENCES - kept.length)].map(({ text: said }) => said);
  return { said: [...new Set(chosen)].join(' '), left };
}

/** Undefined: it cannot be carried out surely. Empty: it needs no words. */
function saidFor(sentence: string, scene: Scene): Spoken[] | undefined {
  const whole = unlabelled(sentence);
  if (whole.length > LONGEST_SENTENCE) return undefined;
  if (isSilent(whole)) return [];
  if (DEPENDENT.test(whole)) return undefined;
  const said: Spoken[] = [];
  for (const part of whole.split(JOINT)) {
    const instruction = plain(unlabelled(part));
    if (instruction === '' || isSilent(instruction)) continue;
    if (DEPENDENT.test(instruction) || ON_DEMAND.test(instruction)) return undefined;
    const words = performed(instruction, scene);
    if (words.length === 0) return undefined;
    said.push(...words);
  }
  return said;
}

/** What is forbidden is not said anyway, since only what is written is said. */
const isSilent = (instruction: string): boolean =>
  FORBIDDEN.test(instruction) || SILENT.test(instruction.replace(/[.!,;:\s]+$/, ''));

/** Whatever a flow asks for, a machine does not pass itself off as a person. */
export const claimsToBeHuman = (text: string): boolean => HUMAN_CLAIM.test(text);

const HUMAN_CLAIM = new RegExp(english.instructions.claimsToBeHuman, 'i');

/** The first pattern of `english-instructions.json` that fits says what the instruction becomes. */
function performed(instruction: string, scene: Scene): Spoken[] {
  for (const { pattern, say, words, alone } of performances) {
    const match = pattern.exec(instruction);
    if (match === null) continue;
    const groups = match.slice(1).map((group) => group?.trim() ?? '');
    if (!isSure(say, groups)) return [];
    return performing[say](groups, { words, alone }, scene);
  }
  return [];
}

const performances = english.instructions.performances.map(({ instruction, say, words = '', alone }) => ({
  pattern: instructionPattern(`^${instruction}$`, 'iu'),
  say,
  words,
  alone,
}));

type Perform = (
  groups: readonly string[],
  own: { readonly words: string; readonly alone: string | undefined },
  scene: Scene,
) => Spoken[];

/** Words of ours, with the first group of the instruction where they want it. */
const filledIn = (words: string, [first = '']: readonly string[]): string =>
  words.replace('{1}', () => first.toLowerCase());

type Say = (typeof performances)[number]['say'];

const performing: Readonly<Record<Say, Perform>> = {
  quotation: ([quote = '']) => [statement(quote)],
  'given question': ([given = '']) => [asked(given)],
  introduction: (_, __, scene) => [statement(scene.introduction)],
  greeting: (_, { words, alone = '' }, { firstName }) => [
    statement(firstName === '' ? alone : words.replace('{name}', () => firstName)),
  ],
  sentence: (_, { words }) => [words.endsWith('?') ? asked(words) : statement(words)],
  reason: (_, { words }, { title }) =>
    title === undefined ? [] : [statement(words.replace('{title}', () => mention(title)))],
  statement: (groups, { words, alone }) => {
    const what = groups.at(-1) ?? '';
    return what === '' && alone !== undefined
      ? [statement(alone)]
      : statementAbout(filledIn(words, groups), what);
  },
  question: (groups, { words }) => questionAbout(words, groups.at(-1) ?? ''),
  'question on a scale': ([scale = '', object = '']) => [
    asked(`${scale}, ${lowerFirst(directQuestion(turned(object)))}`),
  ],
  questions: ([object = ''], { words }) =>
    eachQuestion(words === '' ? object : words.replace('{1}', () => object)),
  about: ([what = '']) => about(what),
  request: ([what = '']) => request(what),
  fact: ([what = '']) => fact(what),
  'fact if told': ([what = '']) => (hasVerb(what) ? fact(what) : []),
};

const words = english.instructions;
const EXAMPLES = new RegExp(words.examples, 'gi');
const ABBREVIATIONS = new RegExp(words.abbreviations, 'g');

/** What goes on for longer is no instruction to say something, and would be slow to look through. */
const LONGEST_SENTENCE = 1000;

function sentencesOf(prompt: string): string[] {
  return (
    prompt
      // A remark in brackets may be left out; one that says when, or what not, may not.
      .replaceAll(/\s*\(([^()]*)\)/g, (found, remark: string) =>
        ON_CONDITION.test(` ${remark}`) || FORBIDDEN.test(remark) ? found : '',
      )
      .replaceAll(EXAMPLES, '')
      // Full stops that end no sentence become dots that look the same.
      .replaceAll(ABBREVIATIONS, '$1\u2024')
      .split(/(?<=[.!?])\s+|\n+|;\s+/)
      .map((sentence) =>
        sentence
          .replaceAll(/[*_#`]+/g, '')
          .replace(/^\s*(?:[-•–]|\d+[.)])\s*/, '')
          .trim(),
      )
      .filter((sentence) => /[\p{L}⟦]/u.test(sentence))
  );
}

const DEPENDENT = new RegExp(words.dependent, 'i');
const ON_DEMAND = new RegExp(words.onDemand, 'i');
const FORBIDDEN = new RegExp(words.forbidden, 'i');
const SILENT = instructionPattern(words.silent, 'iu');

/** Where the next instruction of a sentence begins. A bare verb is not enough: "come and see us" is one thing. */
const JOINT = instructionPattern(words.joint, 'iu');

const LEAD = new RegExp(words.lead, 'i');

/** Without "please", "your task is to" and their like, and "asking" as "ask". */
function unlabelled(sentence: string): string {
  let rest = sentence.trim();
  for (let next = rest.replace(LEAD, ''); next !== rest; next = rest.replace(LEAD, '')) rest = next;
  return rest.replace(GERUND, (gerund, stem: string) => words.gerunds[stem.toLowerCase()] ?? gerund);
}

const GERUND = new RegExp(words.gerund);

const MANNER_WITHIN = instructionPattern(words.mannerWithin, 'iu');
const MANNER_AT_END = new RegExp(words.mannerAtEnd, 'i');

const plain = (clause: string): string =>
  clause
    .replace(/[.!,;:\s]+$/, '')
    .replace(MANNER_AT_END, '')
    .replace(MANNER_WITHIN, '$1')
    .trim();

const { unsure } = words;
const UNSURE_JOINT = new RegExp(unsure.joint, 'giu');
const JOINED = new RegExp(unsure.joined, 'u');
const NOUN_JOINED = new RegExp(unsure.nounJoined, 'u');
const BEHIND_NOUN = new RegExp(unsure.behindNoun, 'u');
const ON_CONDITION = new RegExp(unsure.condition, 'i');
const ASKS_NEXT = new RegExp(unsure.asksNext, 'iu');
const DANGLING = new RegExp(unsure.dangling, 'i');
const UNSURE = [unsure.manner, unsure.themselves, unsure.others, unsure.mixed].map(
  (source) => new RegExp(source, 'i'),
);

/** Whose words are the author's own, or none of the instruction's. */
const isVerbatim = (say: Say): boolean =>
  say === 'quotation' || say === 'given question' || say === 'introduction' || say === 'sentence';

/**
 * Whether what is put into a sentence of ours is one thing and about the contact: no second instruction behind an
 * "and", no condition, no remark about how to say it, and no "they" or "them" that may be somebody or something else.
 */
function isSure(say: Say, groups: readonly string[]): boolean {
  if (isVerbatim(say)) return true;
  if (groups.some((group) => UNSURE.some((pattern) => pattern.test(group)))) return false;
  return groups
    .flatMap(say === 'questions' ? questionsOf : (group) => [group])
    .every((part) => !ON_CONDITION.test(part) && isOneThing(part, say));
}

function isOneThing(part: string, say: Say): boolean {
  const isFact = say === 'fact' || say === 'fact if told';
  const isNoun = say === 'request' || say === 'about';
  if (isFact && DANGLING.test(part)) return false;
  return [...part.matchAll(UNSURE_JOINT)].every(({ 0: found, 1: next = '', 2: behind = '', index }) => {
    if (isFact && ASKS_NEXT.test(next)) return false;
    if (JOINED.test(next)) return true;
    const end = index + found.length - behind.length;
    return isNoun && NOUN_JOINED.test(next) && BEHIND_NOUN.test(part.slice(end));
  });
}
