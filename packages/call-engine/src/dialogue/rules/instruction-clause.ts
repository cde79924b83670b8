import { english } from '@parley/language/locale-tables.ts';
import { instructionPattern } from './quotation.ts';

const words = english.instructions;
const EXAMPLES = new RegExp(words.examples, 'gi');
const ABBREVIATIONS = new RegExp(words.abbreviations, 'g');

/**
 * The instructions of an English prompt, one by one, with what only says how or in which order taken off. What
 * depends on the course of the call ("if they agree, …") and what is forbidden is left out: neither can be said.
 */
export function instructionsOf(prompt: string): string[] {
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
