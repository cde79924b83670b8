import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import type { PlanQuestion } from '../../plan.ts';

/** What people put before what they really meant. The rest of the text is what counts. */
const CORRECTION = new RegExp(
  [
    /\b(?:no,? wait|wait,? no|oh,? wait|scratch that|correction|or rather|let me correct (?:that|myself)|i have to correct myself|i meant?|sorry,? no|or no|on second thoughts?|let us say|let's say|make (?:it|that)|actually)\b[,:.]?(?: sorry,?)?/,
    // "Fifteen. No, sixteen": a "no" that is followed by something other than a reason.
    /(?<=[.!?,;…] )no,(?= )/,
    /\b(?:nein,? (?:moment|quatsch|warten sie|doch)|quatsch|ich meine|genauer gesagt|besser gesagt|korrektur)\b[,:.]?/,
    /(?:\bnon,? (?:pardon|attendez)|je veux dire|plutôt)(?![p{L}])[,:]?/,
    /(?:\bperdón|quiero decir|mejor dicho|digo)(?![p{L}])[,:]?/,
    /\b(?:anzi|volevo dire|quer dizer|aliás|ik bedoel|of nee|miałem na myśli|mám na mysli)\b[,:]?/,
    /(?:不对|我是说|应该是|أقصد|بل|التصحيح)[，,：،]?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/** "Eight vans and two trucks, so ten." "My contract ends in June, so the first of July." */
const CONCLUSION = /(?:,|\band) (?:so|that makes|which makes|makes|altogether|in total|that means)(?= )/gi;

/** What follows their last correction; undefined when they did not correct themselves. */
export const afterCorrection = (text: string): string | undefined => afterLast(text, CORRECTION);

/** What they come to, after what they reckoned with. */
export const afterReckoning = (text: string): string | undefined => afterLast(text, CONCLUSION);

function afterLast(text: string, pattern: RegExp): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) return undefined;
  const rest = text.slice(last.index + last[0].length).trim();
  return rest === '' ? undefined : rest;
}

const cue = anyOf([
  'actually',
  '(i|we) (meant|mean|said|have to correct|must correct|need to correct|take that back)',
  '(correction|scratch that|make it|make that|let us say|on second thoughts?|come to think of it|now that i think of it)',
  '(honestly|to be honest|in fact|not … any more|no longer|after all)',
]);
const opening = /^(?:(?:oh|well|wait|no|and|but)[, ]+){0,3}(?:sorry|wait|actually|i meant?|correction)\b/i;

/**
 * Whether a later sentence puts the answer to a question right. The very next may simply begin with "sorry, I
 * meant"; any other has to say what it is about.
 */
export function isCorrectionOf(question: PlanQuestion, sentence: string, isNext: boolean): boolean {
  if (isNext && opening.test(sentence)) return true;
  const plain = plainWords(sentence);
  return cue.test(plain) && speaksOfQuestion(question, plain);
}

const OF = new Set('in about with to on of for'.split(' '));
/** So far behind "interested in" stands what it is. */
const OBJECT_WORDS = 5;

/** By the question's key or most of its words; "not interested in nights" is not about interest in the position. */
function speaksOfQuestion({ key = '', text }: PlanQuestion, plain: string): boolean {
  const words = plain.split(' ');
  const stems = new Set(contentStems(plain));
  const asked = [...new Set(contentStems(text))];
  if (asked.filter((stem) => stems.has(stem)).length * 2 > asked.length) return true;
  const named = contentStems(key.replaceAll('_', ' '));
  if (named.length === 0 || !named.every((stem) => stems.has(stem))) return false;
  const at = words.findIndex((word) => named.includes(contentStems(word)[0] ?? ''));
  if (!OF.has(words[at + 1] ?? '')) return true;
  const object = contentStems(words.slice(at + 2, at + 2 + OBJECT_WORDS).join(' '));
  return object.length === 0 || object.some((stem) => asked.includes(stem));
}
