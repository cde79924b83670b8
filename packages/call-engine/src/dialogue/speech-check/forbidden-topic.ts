import { cues, ofAllLanguages } from '@parley/language/locale-tables.ts';
import { authored } from '../../filled-text.ts';
import type { CallPlan, PromptSection } from '../../plan.ts';
import { meaningfulStems } from '../rules/stem.ts';
import { spokenTexts } from './spoken-plan.ts';

interface Topic {
  readonly name: string;
  readonly stems: readonly string[];
}

/** A rule that forbids to speak of something, whatever the circumstances; one with an exception is left to the model. */
const forbidding = ofAllLanguages((languages) => {
  const tables = languages.flatMap((language) => cues[language].forbids ?? []);
  const words = (list: 'exception' | 'joints'): string => tables.flatMap((table) => table[list]).join('|');
  return {
    rules: tables.map(({ rule }) => new RegExp(`${rule}\\s+([^.;:!?\\n]+)`, 'giu')),
    exception: new RegExp(`\\b(?:${words('exception')})\\b`, 'iu'),
    joints: new RegExp(`,|\\b(?:${words('joints')})\\b`),
  };
});

/** Enough words of a long topic to say that it is meant. */
const MOST = 2 / 3;

/** Tells which forbidden topic a sentence touches. What the flow itself asks about is not forbidden, unless only the contact's words in it do. */
export function forbiddenTopics(plan: CallPlan): (sentence: string) => string | undefined {
  const asked = new Set(spokenTexts(plan).flatMap((text) => meaningfulStems(authored(text, plan))));
  const topics = [
    ...linesOf(plan, 'forbidden-topics'),
    ...linesOf(plan, 'guardrails').flatMap(forbiddenBy),
  ].flatMap((name): Topic[] => {
    const stems = [...new Set(meaningfulStems(name))];
    return stems.length === 0 || stems.every((stem) => asked.has(stem)) ? [] : [{ name, stems }];
  });
  const isAlike = plan.language === 'EN' ? isSame : beginsAlike;
  return (sentence) => {
    if (topics.length === 0) return undefined;
    const said = meaningfulStems(sentence);
    const isTouched = ({ stems }: Topic): boolean => {
      const found = stems.filter((stem) => said.some((word) => isAlike(stem, word))).length;
      return found >= Math.max(1, Math.ceil(stems.length * (stems.length > 2 ? MOST : 1)));
    };
    const topic = topics.find(isTouched);
    return topic && `about a forbidden topic: ${topic.name}`;
  };
}

const linesOf = ({ prompt }: CallPlan, id: PromptSection['id']): string[] =>
  prompt
    .filter((section) => section.id === id)
    .flatMap(({ text }) => text.split('\n').map((line) => line.replace(/^-\s*/, '').trim()))
    .filter((line) => line !== '');

function forbiddenBy(rule: string): string[] {
  const { rules, exception, joints } = forbidding();
  if (exception.test(rule)) return [];
  return rules
    .flatMap((pattern) => [...rule.matchAll(pattern)])
    .flatMap(([, what = '']) => what.split(joints).map((part) => part.trim()));
}

const isSame = (one: string, other: string): boolean => one === other;

const SHORTEST = 5;
const LONGEST_ENDING = 3;

/** Endings differ in most languages. */
function beginsAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST && long.startsWith(short) && long.length - short.length <= LONGEST_ENDING;
}
