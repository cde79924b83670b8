import { english, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import type { PlanQuestion } from '../../plan.ts';
import { analysisTables } from './analysis-tables.ts';

/** What people put before what they really meant. The rest of the text is what counts. */
const correction = ofAllLanguages(
  (languages) =>
    new RegExp(languages.flatMap((language) => analysisTables[language].corrections ?? []).join('|'), 'giu'),
);

/** "Eight vans and two trucks, so ten." "My contract ends in June, so the first of July." */
const CONCLUSION = new RegExp(english.answers.concludes, 'gi');

/** What follows their last correction; undefined when they did not correct themselves. */
export const afterCorrection = (text: string): string | undefined => afterLast(text, correction());

/** What they come to, after what they reckoned with. */
export const afterReckoning = (text: string): string | undefined => afterLast(text, CONCLUSION);

function afterLast(text: string, pattern: RegExp): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) return undefined;
  const rest = text.slice(last.index + last[0].length).trim();
  return rest === '' ? undefined : rest;
}

const cue = anyOf(english.answers.correctsEarlierAnswer);
const opening = new RegExp(english.answers.correctsLastAnswer, 'i');

/**
 * Whether a later sentence puts the answer to a question right. The very next may simply begin with "sorry, I
 * meant"; any other has to say what it is about.
 */
export function isCorrectionOf(question: PlanQuestion, sentence: string, isNext: boolean): boolean {
  if (isNext && opening.test(sentence)) return true;
  const plain = plainWords(sentence);
  return cue.test(plain) && speaksOfQuestion(question, plain);
}

const OF = new Set(english.answers.beforeObject);
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
