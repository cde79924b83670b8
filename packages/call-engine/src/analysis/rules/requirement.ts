import { english } from '@parley/language/english-tables.ts';
import { localeOf } from '@parley/language/language.ts';
import { ofAllLanguages } from '@parley/language/locale-tables.ts';
import { folded, plainWords } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallPlan } from '../../plan.ts';
import { analysisTables } from './analysis-tables.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';
import { isNegated, polarityOf } from './typed-value.ts';

/** Something the job asks for, and whether the call shows it. */
export interface Requirement {
  readonly name: string;
  readonly shown: 'yes' | 'partly' | 'no' | 'notMentioned';
}

export function requirementsOf(answers: readonly HeardAnswer[], talk: Talk): Requirement[] {
  const { requiredSkills, languageRequirements } = talk.plan.known.job;
  const skills = listed(requiredSkills).map((skill) => ({ name: skill, names: [skill] }));
  const languages = listed(languageRequirements).map((wanted) => ({
    name: inWords(wanted, talk.plan),
    names: languageNames(wanted, talk.plan),
  }));
  return [...skills, ...languages].map(({ name, names }) => ({ name, shown: shownIn(names, answers, talk) }));
}

export const listed = (value: KnownValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];

const LEVEL = new RegExp(english.descriptions.languageLevel, 'i');

const CODE = /^[A-Za-z]{2,3}$/;

/** "de B2" is called German in English and Deutsch in German. */
function languageNames(wanted: string, plan: CallPlan): string[] {
  const language = wanted.replace(LEVEL, '').trim();
  if (!CODE.test(language)) return [language];
  return [...new Set([nameIn('en', language), nameIn(localeOf(plan.language), language)])];
}

const nameIn = (locale: string, code: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(code.toLowerCase()) ?? code;

/** "de B2" as the readers of the call write it: "German B2". */
function inWords(wanted: string, plan: CallPlan): string {
  const [code = '', ...level] = wanted.trim().split(/\s+/);
  return CODE.test(code) ? [nameIn(localeOf(plan.language), code), ...level].join(' ') : wanted;
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
    const shown = shownBy(answer, talk);
    if (shown !== undefined) return shown;
  }
  return mentionedIn(names, talk);
}

const little = ofAllLanguages((languages) =>
  anyOf(languages.flatMap((language) => analysisTables[language].little ?? [])),
);

/** "What experience do you have with it?" is answered by whatever is more than a no. */
function shownBy(answer: HeardAnswer, talk: Talk): Requirement['shown'] | undefined {
  if (answer.standing !== 'answered' && answer.standing !== 'unsure') return undefined;
  const lean = polarityOf(answer, talk);
  if (lean === 'no') return little().test(plainWords(answer.words)) ? 'partly' : 'no';
  if (little().test(plainWords(answer.words)) || answer.standing === 'unsure') return 'partly';
  return 'yes';
}

function mentionedIn(names: readonly string[], { said, plan }: Talk): Requirement['shown'] {
  for (const { speech } of said.toReversed())
    for (const { plain } of speech.clauses.toReversed()) {
      const stems = new Set(contentStems(plain));
      const isNamed = names.some((name) => {
        const wanted = contentStems(name);
        return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
      });
      if (isNamed) return isNegated(plain, plan.language) ? 'no' : 'yes';
    }
  return 'notMentioned';
}

/** What was not mentioned counts as missing. */
export const worth: Readonly<Record<Requirement['shown'], number>> = {
  yes: 1,
  partly: 0.5,
  no: 0,
  notMentioned: 0,
};

const HIGH = 0.75;
const MEDIUM = 0.4;

/** Null without anything to compare: nothing is required, or nothing of it came up. */
export function fitOf(requirements: readonly Requirement[]): 'LOW' | 'MEDIUM' | 'HIGH' | null {
  if (requirements.every(({ shown }) => shown === 'notMentioned')) return null;
  const share = requirements.reduce((sum, { shown }) => sum + worth[shown], 0) / requirements.length;
  return share >= HIGH ? 'HIGH' : share >= MEDIUM ? 'MEDIUM' : 'LOW';
}
