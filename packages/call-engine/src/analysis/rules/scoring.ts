import { english } from '@parley/language/english-tables.ts';
import { ofAllLanguages, words as wordTables, writing } from '@parley/language/locale-tables.ts';
import { speechOf, wordCount } from '@parley/language/speech.ts';
import { alternativesIn, chosenFrom } from '../../dialogue/rules/alternatives.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { answerTo, leaning } from '../../dialogue/rules/expected-answer.ts';
import type { Polarity } from '../../dialogue/rules/polarity.ts';
import { contentStems, meaningfulStems } from '../../dialogue/rules/stem.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { CallAnalytics, ScoredItem } from '../analysis-model.ts';
import { analysisTables } from './analysis-tables.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { isKeptBy, limitIn, nearness } from './limit.ts';
import { momentIn } from './moment.ts';
import type { Talk } from './talk.ts';
import { isNegated, polarityOf, readingOf } from './typed-value.ts';

/** An answer that is asked for points, held against the ideal one. */
export interface HeldAnswer {
  readonly answer: HeardAnswer;
  readonly scoring: NonNullable<PlanQuestion['scoring']>;
  /** Undefined where rules cannot tell: the answer is left out of the score, with a note. */
  readonly comparison: Comparison | undefined;
}

/** Every scored question on the way of the call; one in a branch that was not taken was not for this contact. */
export const heldAnswers = (answers: readonly HeardAnswer[], talk: Talk): HeldAnswer[] =>
  answers.flatMap((answer) => {
    const { scoring } = answer.question;
    if (scoring === undefined) return [];
    return [{ answer, scoring, comparison: compareWithIdeal(scoring.idealAnswer, answer, talk) }];
  });

/**
 * The score of what was answered: a question without an answer has neither points nor weight. Where nobody answered
 * anything there is no score: a machine, a hang-up or a "well, it depends" says nothing about the contact.
 */
export function scoringOf(
  answers: readonly HeardAnswer[],
  held: readonly HeldAnswer[],
): CallAnalytics['scoring'] {
  if (!answers.some(({ standing }) => standing === 'answered')) return null;
  const scored = held.flatMap(({ answer, scoring, comparison }) =>
    comparison === undefined ? [] : [{ answer, scoring, comparison }],
  );
  if (scored.length === 0) return null;
  const weights = scored.map(({ scoring }) => Math.max(0, scoring.weight));
  const percents = sharesOf(weights);
  const items = scored.map(
    ({ answer, scoring, comparison: { score, reasoning } }, index): ScoredItem => ({
      key: answer.question.key ?? answer.question.id,
      kind: 'QUESTION',
      label: answer.question.text,
      score,
      reasoning,
      weightPercent: percents[index] ?? 0,
      importance: scoring.importance,
    }),
  );
  return { total: totalOf(items, weights), items };
}

/** The mean by weight, of the weights as they were given and not as they are rounded. */
export function totalOf(items: readonly ScoredItem[], weights: readonly number[]): number {
  const shares = evenWhenNone(weights);
  const sum = shares.reduce((one, other) => one + other, 0);
  return Math.round(items.reduce((total, { score }, index) => total + score * (shares[index] ?? 0), 0) / sum);
}

const evenWhenNone = (weights: readonly number[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);

/** Whole percents that add up to a hundred: what rounding leaves over goes to those it cut most from. */
export function sharesOf(weights: readonly number[]): number[] {
  const even = evenWhenNone(weights);
  const sum = even.reduce((one, other) => one + other, 0);
  const exact = even.map((weight) => (100 * weight) / sum);
  const percents = exact.map(Math.floor);
  const left = 100 - percents.reduce((one, other) => one + other, 0);
  const order = exact
    .map((share, index) => ({ index, cut: share - Math.floor(share) }))
    .sort((one, other) => other.cut - one.cut || one.index - other.index);
  for (const { index } of order.slice(0, left)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}

/** What people write and say in any language, without accents. */
const phrasesOf = (list: 'notBefore' | 'nothing' | 'vague'): (() => RegExp) =>
  ofAllLanguages((languages) => anyOf(languages.flatMap((language) => analysisTables[language][list] ?? [])));

export interface Comparison {
  /** 0 to 100 */
  readonly score: number;
  /** They said what is wanted; what comes near has points and falls short all the same. */
  readonly isMet: boolean;
  readonly reasoning: string;
}

/**
 * Compares an answer with the ideal answer. The first comparison that applies decides. If none applies, rules cannot
 * tell: "Soon, and with joy" against "I love working with children" needs a reader.
 */
function compareWithIdeal(ideal: string, answer: HeardAnswer, talk: Talk): Comparison | undefined {
  for (const compare of comparisons[answer.standing]) {
    const found = compare(ideal, answer, talk);
    if (found !== undefined) return { ...found, score: Math.round(found.score) };
  }
  return undefined;
}

type Compare = (ideal: string, answer: HeardAnswer, talk: Talk) => Comparison | undefined;

const held = (score: number, isMet: boolean, said: string, ideal: string, { wording }: Talk): Comparison => ({
  score,
  isMet,
  reasoning: wording.say('held', { said, ideal: wording.quote(ideal) }),
});

/** An e-mail address or a phone number is the wanted one or another, however it was spelled out. */
const byAddress: Compare = (ideal, { question, value, words }, talk) => {
  const { kind } = question.answerType ?? {};
  if (typeof value !== 'string' || (kind !== 'email' && kind !== 'phone')) return undefined;
  const wanted = talk.understand(ideal, question).answer?.value;
  if (typeof wanted !== 'string') return undefined;
  const isWanted = wanted.toLowerCase() === value.toLowerCase();
  return held(isWanted ? 100 : 0, isWanted, talk.wording.quote(words), ideal, talk);
};

const byNumber: Compare = (ideal, answer, talk) => {
  const limit = limitIn(ideal, talk.plan.language);
  if (limit === undefined || isAskedFor('date', answer, talk)) return undefined;
  const said = typeof answer.value === 'number' ? answer.value : numberIn(answer, talk);
  if (said === undefined) return undefined;
  const near = nearness(said, limit);
  const isMet = isKeptBy(said, limit) || (limit.kind === 'about' && near >= ABOUT);
  return held(100 * near, isMet, talk.wording.number(said), ideal, talk);
};

/** Nine is about ten. */
const ABOUT = 0.9;

function numberIn({ words, question }: HeardAnswer, talk: Talk): number | undefined {
  const asked = talk.asked(question.text);
  const unit = asked.kind === 'number' ? asked.unit : undefined;
  const value = answerTo({ kind: 'number', unit }, readingOf(words, question.text, talk))?.value;
  return typeof value === 'number' ? value : undefined;
}

const isAskedFor = (kind: string, { question }: HeardAnswer, { asked }: Talk): boolean =>
  asked(question.text).kind === kind;

/** Whoever comes a month late comes too late. */
const LATEST_DAYS = 30;
const after = phrasesOf('notBefore');

const byDate: Compare = (ideal, answer, talk) => {
  if (!isAskedFor('date', answer, talk)) return undefined;
  const said = momentIn(answer.words, answer.question.text, talk, answer.value);
  const wanted = momentIn(ideal, answer.question.text, talk);
  if (said === undefined || wanted === undefined) return undefined;
  const answeredDay = typeof answer.value === 'string' && said.kind === 'day' ? answer.value : undefined;
  const shown =
    answeredDay === undefined ? talk.wording.quote(answer.words) : talk.wording.value(answeredDay);
  // Whoever is free at any time, or at once, is free then as well.
  if (wanted.kind === 'any' || said.kind === 'any' || said.kind === 'now')
    return held(100, true, shown, ideal, talk);
  const days = said.inDays - wanted.inDays;
  const daysLate = after().test(speechOf(ideal).plain) ? -days : days;
  const score = daysLate <= 0 ? 100 : Math.max(0, 100 - (100 * daysLate) / LATEST_DAYS);
  return held(score, daysLate <= 0, shown, ideal, talk);
};

const byChoice: Compare = (ideal, answer, talk) => {
  const asked = talk.asked(answer.question.text);
  const options = asked.kind === 'choice' ? asked.alternatives : alternativesIn(answer.question.text);
  const wanted = options.length > 1 ? chosenFrom(options, speechOf(ideal).clauses) : undefined;
  if (wanted?.kind !== 'one') return undefined;
  const chosen = chosenFrom(options, speechOf(answer.words).clauses);
  if (chosen === undefined) return undefined;
  // Whoever takes either takes the wanted one as well.
  const isWanted = chosen.kind !== 'one' || chosen.option === wanted.option;
  return held(isWanted ? 100 : 0, isWanted, talk.wording.quote(answer.words), ideal, talk);
};

const byYesOrNo: Compare = (ideal, answer, talk) => {
  const wanted = wantedPolarity(ideal, answer, talk);
  if (wanted === undefined) return undefined;
  const said = polarityOf(answer, talk);
  if (said !== 'yes' && said !== 'no') return undefined;
  const isWanted = said === wanted;
  return held(isWanted ? 100 : 0, isWanted, talk.wording.quote(answer.words), ideal, talk);
};

const yesNoWords = 3;

/** "Yes" and "No" outright; of a yes/no question also a statement: "Has a valid licence" wants a yes. */
function wantedPolarity(ideal: string, answer: HeardAnswer, talk: Talk): Polarity | undefined {
  const { clauses } = speechOf(ideal);
  const first = clauses[0];
  const lean =
    first === undefined ? undefined : leaning({ clauses: [first], question: '', foreign: talk.foreign });
  const isShort = first !== undefined && first.plain.split(' ').length <= yesNoWords;
  const isYesNo = typeof answer.value === 'boolean' || isAskedFor('yes_no', answer, talk);
  if ((lean === 'yes' || lean === 'no') && (isShort || isYesNo)) return lean;
  return typeof answer.value === 'boolean'
    ? isNegated(speechOf(ideal).plain, talk.plan.language)
      ? 'no'
      : 'yes'
    : undefined;
}

/** Said in ideal answers of the form, and not of what is wanted. */
const FORMS = new Set(meaningfulStems(english.descriptions.formsOfIdealAnswers.join(' ')));
const or = ofAllLanguages((languages) => {
  const [spaced, unspaced] = [true, false].map((isSpaced) =>
    languages
      .filter((language) => (writing[language].spaces === 'words') === isSpaced)
      .flatMap((language) => wordTables[language].or)
      .join('|'),
  );
  return new RegExp(`\\s+(?:${spaced})\\s+|\\s*[/|]\\s*|${unspaced}`, 'iu');
});

/** How many of the words that matter came up; of alternatives the better one counts. */
const byWords: Compare = (ideal, answer, talk) => {
  // A "C" is the French "c'" and a class of lorries: what is empty in other languages may be all that counts.
  const stemsOf = talk.plan.language === 'EN' ? contentStems : meaningfulStems;
  const asked = new Set(stemsOf(answer.question.text));
  const said = new Set(textsIn(answer, talk).flatMap(stemsOf));
  const shares = ideal.split(or()).map((alternative) => {
    const all = [...new Set(stemsOf(alternative))];
    const telling = all.filter((stem) => !FORMS.has(stem) && !asked.has(stem));
    const wanted = telling.length > 0 ? telling : all;
    const met = wanted.filter((stem) => said.has(stem));
    return { wanted, met, share: wanted.length === 0 ? 0 : met.length / wanted.length };
  });
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one));
  if (best.wanted.length === 0 || (best.share === 0 && !isTellingSilence(ideal, answer, talk)))
    return undefined;
  const { wording } = talk;
  const counts = { met: best.met.length, wanted: best.wanted.length };
  return {
    score: 100 * best.share,
    isMet: best.share >= ENOUGH,
    reasoning: wording.say('named', { ...counts, ideal: wording.quote(ideal) }),
  };
};

/** What was not answered scores nothing, and what leaves it open only where it names one of the alternatives. */
const comparisons: Readonly<Record<HeardAnswer['standing'], readonly Compare[]>> = {
  answered: [byAddress, byNumber, byDate, byChoice, byYesOrNo, byWords],
  unsure: [byChoice],
  refused: [],
  unanswered: [],
  unreached: [],
};

const ENOUGH = 0.8;
const SHORT_ANSWER = 4;
const nothing = phrasesOf('nothing');

/**
 * Whether it tells against them that no word of the ideal answer came up: they said that there is nothing, or names
 * are wanted and they gave others. What is said in a sentence of their own may mean the same in other words.
 */
function isTellingSilence(ideal: string, answer: HeardAnswer, talk: Talk): boolean {
  if (isAskedFor('date', answer, talk) || isAskedFor('number', answer, talk)) return false;
  const { plain } = speechOf(answer.words);
  if (isNegated(plain, talk.plan.language) || nothing().test(plain) || polarityOf(answer, talk) === 'no')
    return true;
  const isBrief = wordCount(plain) <= SHORT_ANSWER && !vague().test(speechOf(ideal).plain);
  return areNames(ideal) || (isBrief && wordCount(speechOf(ideal).plain) <= SHORT_ANSWER);
}

const vague = phrasesOf('vague');
/** "Berlin or Potsdam", "C and CE": at least two, because any text begins with a capital. */
const areNames = (ideal: string): boolean => {
  const words = ideal.split(or()).flatMap((alternative) => alternative.split(/[^\p{L}\p{N}'-]+/u));
  const telling = words.filter((word) => word !== '' && !joining().test(word));
  return telling.length > 1 && telling.every((word) => /^[\p{Lu}\p{N}]/u.test(word));
};
/** Of all languages: a posting is often written in another than the call is held in. */
const joining = ofAllLanguages((languages) => {
  const joints = languages.flatMap((language) => wordTables[language].joint);
  return new RegExp(`^(?:${[...joints, english.descriptions.article].join('|')})$`, 'u');
});

/** What is named only to be ruled out was not met. */
function textsIn({ words, value }: HeardAnswer, { plan }: Talk): string[] {
  const texts = speechOf(words).clauses.filter(({ plain }) => !isNegated(plain, plan.language));
  return [...texts.map(({ raw }) => raw), ...(Array.isArray(value) ? value.map(String) : [])];
}
