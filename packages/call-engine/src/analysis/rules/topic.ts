import { english } from '@parley/language/english-tables.ts';
import { meaningfulStems } from '../../dialogue/rules/stem.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';

/** Something that is looked for in a call: a field, an outcome, a tag. */
export interface Subject {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly options?: readonly string[];
}

/** How much of what names a subject a question has to take up. */
const ENOUGH = 0.5;

/** The answer to the question that fits a subject best. `preference` decides between questions that fit alike. */
export function answerAbout(
  subject: Subject,
  answers: readonly HeardAnswer[],
  talk: Talk,
  preference: (question: PlanQuestion) => number = () => 0,
): HeardAnswer | undefined {
  let best: { readonly answer: HeardAnswer; readonly fit: number } | undefined;
  for (const answer of answers) {
    const fit = fitOf(subject, answer.question, talk);
    const preferred = fit + preference(answer.question);
    if (fit >= ENOUGH && preferred > (best?.fit ?? 0)) best = { answer, fit: preferred };
  }
  return best?.answer;
}

/** From 0 to 1, and above for the very same key. */
function fitOf(
  { key, label, description = '', options = [] }: Subject,
  question: PlanQuestion,
  { stems }: Talk,
): number {
  if (question.key !== undefined && normal(question.key) === normal(key)) return 2;
  const asked = new Set([...stems(question.text), ...stems(spaced(question.key ?? ''))]);
  return Math.max(
    ...[key, label, description, options.join(' ')].map((text) => covered(stems(spaced(text)), asked)),
  );
}

const normal = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const spaced = (key: string): string => key.replaceAll('_', ' ');

const stemsOf = (text: string): string[] => [...new Set(meaningfulStems(spaced(text)))];

const covered = (wanted: readonly string[], stems: ReadonlySet<string>): number =>
  wanted.length === 0 ? 0 : wanted.filter((stem) => stems.has(stem)).length / wanted.length;

/** Words that name the form of a thing and not the thing. */
const FORMS = new Set(meaningfulStems(english.descriptions.formsOfFields.join(' ')));

/** The stems by which a sentence shows that it speaks of a subject. */
export function tellingStems({ key, label, description = '' }: Subject): ReadonlySet<string> {
  const named = [...stemsOf(key), ...stemsOf(label)].filter((stem) => !FORMS.has(stem));
  return new Set(named.length > 0 ? named : stemsOf(description).filter((stem) => !FORMS.has(stem)));
}

export const speaksOf = (text: string, telling: ReadonlySet<string>): boolean =>
  meaningfulStems(text).some((stem) => telling.has(stem));
