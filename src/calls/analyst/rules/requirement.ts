import { localeOf } from '../../../kernel/language.ts';
import { anyOf } from '../../brain/rules/cue-pattern.ts';
import { folded } from '../../brain/rules/speech.ts';
import { contentStems } from '../../brain/rules/stem.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallPlan } from '../../plan.ts';
import { polarityOf } from './answer-polarity.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';

/** Something the job asks for, and whether the call shows it. */
export interface Requirement {
  readonly name: string;
  readonly shown: 'yes' | 'no' | 'untold';
}

export function requirementsOf(answers: readonly HeardAnswer[], talk: Talk): Requirement[] {
  const { requiredSkills, languageRequirements } = talk.plan.known.job;
  const skills = listed(requiredSkills).map((skill) => ({ name: skill, names: [skill] }));
  const languages = listed(languageRequirements).map((wanted) => ({
    name: wanted,
    names: languageNames(wanted, talk.plan),
  }));
  return [...skills, ...languages].map(({ name, names }) => ({ name, shown: shownIn(names, answers, talk) }));
}

export const listed = (value: KnownValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];

const LEVEL =
  /\s+(?:[ABC][12]|native|fluent|business|basic|conversational|intermediate|advanced|beginner|professional)\b.*$/i;

/** "de B2" is called German in English and Deutsch in German. */
function languageNames(wanted: string, plan: CallPlan): string[] {
  const language = wanted.replace(LEVEL, '').trim();
  if (!/^[A-Za-z]{2,3}$/.test(language)) return [language];
  const code = language.toLowerCase();
  const nameIn = (locale: string): string =>
    new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  return [...new Set([nameIn('en'), nameIn(localeOf(plan.language))])];
}

/** What they answered to a question that names it; else whether they speak of having it. */
function shownIn(
  names: readonly string[],
  answers: readonly HeardAnswer[],
  talk: Talk,
): Requirement['shown'] {
  const isNamedIn = (text: string): boolean => names.some((name) => folded(text).includes(folded(name)));
  const answer = answers.find(({ question, said }) => said !== undefined && isNamedIn(question.text));
  if (answer !== undefined) {
    const lean = polarityOf(answer, talk);
    if (lean === 'yes' || lean === 'no') return lean;
  }
  return mentionedIn(names, talk);
}

const negated = anyOf(['(not|no|never|none|without|nicht|kein|keine|nie)']);

function mentionedIn(names: readonly string[], { said }: Talk): Requirement['shown'] {
  for (const { speech } of said.toReversed())
    for (const { plain } of speech.clauses.toReversed()) {
      const stems = new Set(contentStems(plain));
      const isNamed = names.some((name) => {
        const wanted = contentStems(name);
        return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
      });
      if (isNamed) return negated.test(plain) ? 'no' : 'yes';
    }
  return 'untold';
}

const HIGH = 0.75;
const MEDIUM = 0.4;

/** Null without anything to compare: nothing is required, or nothing of it came up. */
export function fitOf(requirements: readonly Requirement[]): 'LOW' | 'MEDIUM' | 'HIGH' | null {
  if (requirements.every(({ shown }) => shown === 'untold')) return null;
  const share = requirements.filter(({ shown }) => shown === 'yes').length / requirements.length;
  return share >= HIGH ? 'HIGH' : share >= MEDIUM ? 'MEDIUM' : 'LOW';
}
