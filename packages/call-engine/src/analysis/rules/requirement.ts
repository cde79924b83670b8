import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { ofAllLanguages } from '@parley/language/locale-tables.ts';
import { folded, plainWords } from '@parley/language/speech.ts';
import { readNumber } from '@parley/language/spoken-number.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { KnownValue } from '../../expression.ts';
import type { CallPlan } from '../../plan.ts';
import { rankIn } from '../verdict/condition.ts';
import { descriptionWords } from '../verdict/description-words.ts';
import { isMachineOrder } from '../verdict/machine-order.ts';
import { Stems } from '../verdict/topic.ts';
import { analysisTables } from './analysis-tables.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';
import { isNegated, polarityOf } from './typed-value.ts';

/** Something the job asks for, and whether the call shows it. */
export interface Requirement {
  readonly name: string;
  readonly shown: 'yes' | 'partly' | 'no' | 'notMentioned';
  /** What they said of it; absent when they said nothing. */
  readonly words?: string;
}

type Shown = Omit<Requirement, 'name'>;

export function requirementsOf(answers: readonly HeardAnswer[], talk: Talk): Requirement[] {
  const { requiredSkills, languageRequirements } = talk.plan.known.job;
  const skills = listed(requiredSkills).map((skill) => ({ name: skill, names: [skill] }));
  const languages = listed(languageRequirements).map((wanted) => ({
    name: inWords(wanted, talk.plan),
    names: languageNames(wanted, talk.plan),
  }));
  return [...skills, ...languages].map(({ name, names }) => ({ name, ...shownIn(names, answers, talk) }));
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
function shownIn(names: readonly string[], answers: readonly HeardAnswer[], talk: Talk): Shown {
  const isNamedIn = (text: string): boolean => names.some((name) => folded(text).includes(folded(name)));
  const answer = answers.find(({ question, said }) => said !== undefined && isNamedIn(question.text));
  const shown = answer === undefined ? undefined : shownBy(answer, names, talk);
  if (answer !== undefined && shown !== undefined) return { shown, words: answer.words };
  return mentionedIn(names, talk);
}

const little = ofAllLanguages((languages) =>
  anyOf(languages.flatMap((language) => analysisTables[language].little ?? [])),
);

/** A no, a yes to a question for one, or words about the thing itself. "All in all I am satisfied" shows nothing. */
function shownBy(
  answer: HeardAnswer,
  names: readonly string[],
  talk: Talk,
): Requirement['shown'] | undefined {
  if (answer.standing !== 'answered') return undefined;
  const { words, value, question } = answer;
  const lean = polarityOf(answer, talk);
  const isLittle = little().test(plainWords(words));
  if (lean === 'no') return isLittle ? 'partly' : 'no';
  const isYes = typeof value === 'boolean' || (lean === 'yes' && talk.asked(question.text).kind === 'yes_no');
  if (!isYes && !isLittle && !isAbout(words, names, talk)) return undefined;
  return isLittle ? 'partly' : 'yes';
}

/** How long, how well, or the thing by its name. */
function isAbout(words: string, names: readonly string[], { plan }: Talk): boolean {
  const own = descriptionWords(plan.language);
  const said = new Stems(own.stemsOf(words));
  return (
    readNumber(words, plan.language) !== undefined ||
    rankIn(words, own) !== undefined ||
    own.units.some(([, pattern]) => pattern.test(words)) ||
    names.some((name) => own.stemsOf(name).some((stem) => said.has(stem))) ||
    sayingExperience(plan.language).test(words)
  );
}

const sayingExperience = memoize(
  (language: Language) => new RegExp(analysisTables[language].experience?.join('|') ?? '(?!)', 'iu'),
);

function mentionedIn(names: readonly string[], { said, plan }: Talk): Shown {
  const own = descriptionWords(plan.language);
  const wanted = names.map((name) => own.stemsOf(name)).filter((stems) => stems.length > 0);
  for (const { speech, text } of said.toReversed()) {
    if (isMachineOrder(text, plan.language)) continue;
    for (const { plain, raw, isAsked } of speech.clauses.toReversed()) {
      if (isAsked || own.hypothetical.test(raw)) continue;
      const stems = new Stems(own.stemsOf(raw));
      if (!wanted.some((each) => each.every((stem) => stems.has(stem)))) continue;
      return { shown: isNegated(plain, plan.language) ? 'no' : 'yes', words: raw };
    }
  }
  return { shown: 'notMentioned' };
}

const worth: Readonly<Record<Exclude<Requirement['shown'], 'notMentioned'>, number>> = {
  yes: 1,
  partly: 0.5,
  no: 0,
};

const HIGH = 0.75;
const MEDIUM = 0.4;

/** Of what was talked about. Null where most of what is required was not: a gap is no verdict. */
export function fitOf(requirements: readonly Requirement[]): 'LOW' | 'MEDIUM' | 'HIGH' | null {
  const known = worths(requirements);
  if (known.length === 0 || known.length * 2 < requirements.length) return null;
  const share = known.reduce((sum, each) => sum + each, 0) / known.length;
  return share >= HIGH ? 'HIGH' : share >= MEDIUM ? 'MEDIUM' : 'LOW';
}

/** What each that was talked about is worth, from 0 to 1. */
export const worths = (requirements: readonly Requirement[]): number[] =>
  requirements.flatMap(({ shown }) => (shown === 'notMentioned' ? [] : [worth[shown]]));
