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
  request,
  type Spoken,
  statement,
  statementAbout,
  topic,
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

/**
 * What an English description of a section comes to in speech: statements, then questions, three sentences at
 * most. Empty when nothing in it was understood: an instruction is never read aloud.
 */
export function spokenInstructions(prompt: string, scene: Scene): string {
  const { text, quotations } = lifted(prompt.slice(0, MAX_PROMPT));
  const spoken = instructionsOf(text)
    .flatMap((instruction) => performed(instruction, scene))
    .map(({ text: said, isAsked }) => {
      const whole = closed(restored(said, quotations).replaceAll('\u2024', '.'));
      return { text: whole, isAsked: isAsked || whole.endsWith('?') };
    })
    .filter(({ text: said }) => said.length <= LONGEST && !claimsToBeHuman(said));
  const questions = spoken.filter(({ isAsked }) => isAsked);
  const statements = spoken.filter(({ isAsked }) => !isAsked);
  const kept = statements.slice(0, questions.length > 0 ? MAX_SENTENCES - 1 : MAX_SENTENCES);
  const chosen = [...kept, ...questions.slice(0, MAX_SENTENCES - kept.length)].map(({ text: said }) => said);
  return [...new Set(chosen)].join(' ');
}

/** Whatever a flow asks for, a machine does not pass itself off as a person. */
export const claimsToBeHuman = (text: string): boolean => HUMAN_CLAIM.test(text);

const HUMAN_CLAIM = new RegExp(english.instructions.claimsToBeHuman, 'i');

/** The first pattern of `english-instructions.json` that fits says what the instruction becomes. */
function performed(instruction: string, scene: Scene): Spoken[] {
  for (const { pattern, say, words, alone } of performances) {
    const match = pattern.exec(instruction);
    if (match === null) continue;
    const groups = match.slice(1).map((group) => group?.trim() ?? '');
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

const performing: Readonly<Record<(typeof performances)[number]['say'], Perform>> = {
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
  topic: ([what = '']) => topic(what),
  fact: ([what = '']) => fact(what),
  'fact or topic': ([what = '']) => (hasVerb(what) ? fact(what) : topic(what)),
};

const words = english.instructions;
const EXAMPLES = new RegExp(words.examples, 'gi');
const ABBREVIATIONS = new RegExp(words.abbreviations, 'g');

/**
 * The instructions of an English prompt, one by one, with what only says how or in which order taken off. What
 * depends on the course of the call ("if they agree, …") and what is forbidden is left out: neither can be said.
 */
function instructionsOf(prompt: string): string[] {
  return sentencesOf(prompt)
    .map(unlabelled)
    .filter(({ length }) => length <= LONGEST_SENTENCE)
    .filter((sentence) => !DEPENDENT.test(sentence) && !FORBIDDEN.test(sentence))
    .flatMap((sentence) => sentence.split(JOINT))
    .map((clause) => plain(unlabelled(clause)))
    .filter(
      (clause) =>
        clause !== '' && !FORBIDDEN.test(clause) && !DEPENDENT.test(clause) && !ON_DEMAND.test(clause),
    );
}

/** What goes on for longer is no instruction to say something, and would be slow to look through. */
const LONGEST_SENTENCE = 1000;

function sentencesOf(prompt: string): string[] {
  return (
    prompt
      .replaceAll(/\s*\([^()]*\)/g, '')
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
  );
}

const DEPENDENT = new RegExp(words.dependent, 'i');
const ON_DEMAND = new RegExp(words.onDemand, 'i');
const FORBIDDEN = new RegExp(words.forbidden, 'i');

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
