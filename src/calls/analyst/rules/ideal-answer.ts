import { alternativesIn, chosenFrom } from '../../brain/rules/alternatives.ts';
import { anyOf } from '../../brain/rules/cue-pattern.ts';
import { meaningfulStems } from '../../brain/rules/empty-words.ts';
import { answerTo, leaning } from '../../brain/rules/expected-answer.ts';
import { speechOf } from '../../brain/rules/speech.ts';
import { contentStems } from '../../brain/rules/stem.ts';
import type { Polarity } from '../../brain/rules/yes-no-cues.ts';
import { polarityOf } from './answer-polarity.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { limitIn, nearness } from './limit.ts';
import type { Talk } from './talk.ts';
import { readingOf } from './typed-value.ts';
import { compared } from './wording.ts';

export interface Comparison {
  /** 0 to 100 */
  readonly score: number;
  readonly reasoning: string;
}

/** Holds an answer against the ideal one. The first way of comparing that applies decides, and says what it did. */
export function compareWithIdeal(ideal: string, answer: HeardAnswer, talk: Talk): Comparison {
  if (answer.standing === 'refused' || answer.standing === 'unanswered' || answer.standing === 'unreached')
    return { score: 0, reasoning: compared.missing[answer.standing] };
  for (const compare of [byNumber, byDate, byChoice, byYesOrNo, byWords]) {
    const found = compare(ideal, answer, talk);
    if (found !== undefined) return { ...found, score: Math.round(found.score) };
  }
  return { score: 0, reasoning: compared.unclear(answer.words) };
}

type Compare = (ideal: string, answer: HeardAnswer, talk: Talk) => Comparison | undefined;

const byNumber: Compare = (ideal, answer, talk) => {
  const limit = limitIn(ideal, talk.plan.language);
  if (limit === undefined || isAskedFor('date', answer, talk)) return undefined;
  const said = typeof answer.value === 'number' ? answer.value : numberIn(answer, talk);
  if (said === undefined) return undefined;
  return { score: 100 * nearness(said, limit), reasoning: compared.number(said, ideal) };
};

function numberIn({ words, question }: HeardAnswer, talk: Talk): number | undefined {
  const asked = talk.asked(question.text);
  const unit = asked.kind === 'number' ? asked.unit : undefined;
  const value = answerTo({ kind: 'number', unit }, readingOf(words, question.text, talk))?.value;
  return typeof value === 'number' ? value : undefined;
}

const isAskedFor = (kind: string, { question }: HeardAnswer, { asked }: Talk): boolean =>
  asked(question.text).kind === kind;

const DAY_MS = 86_400_000;
/** Whoever comes a month late comes too late. */
const LATEST_DAYS = 30;
const after = anyOf(['(after|from|not before|earliest|fruhestens|ab|a partir)']);

const byDate: Compare = (ideal, answer, talk) => {
  if (!isAskedFor('date', answer, talk)) return undefined;
  const wanted = answerTo({ kind: 'date' }, readingOf(ideal, answer.question.text, talk))?.value;
  const [wantedAt, saidAt] = [Date.parse(String(wanted)), Date.parse(String(answer.value))];
  if (Number.isNaN(wantedAt) || Number.isNaN(saidAt)) return undefined;
  const daysLate = (after.test(speechOf(ideal).plain) ? wantedAt - saidAt : saidAt - wantedAt) / DAY_MS;
  const score = daysLate <= 0 ? 100 : Math.max(0, 100 - (100 * daysLate) / LATEST_DAYS);
  return { score, reasoning: compared.date(String(answer.value), String(wanted)) };
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
  return { score: isWanted ? 100 : 0, reasoning: compared.choice(answer.words, wanted.option, isWanted) };
};

const byYesOrNo: Compare = (ideal, answer, talk) => {
  const wanted = wantedPolarity(ideal, answer, talk);
  if (wanted === undefined) return undefined;
  const said = polarityOf(answer, talk);
  if (said === undefined) return undefined;
  const score = said === 'unsure' ? 50 : said === wanted ? 100 : 0;
  return { score, reasoning: compared.yesNo(said, wanted, answer.words) };
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
  return typeof answer.value === 'boolean' ? (negated.test(speechOf(ideal).plain) ? 'no' : 'yes') : undefined;
}

const negated = anyOf(['(no|not|none|never|without|cannot|kein|keine|nicht|sin|sans|senza|sem)']);

/** Said in ideal answers of the form, and not of what is wanted. */
const FORMS = new Set(
  meaningfulStems(
    'should ideally mention mentions experience experienced years good strong solid knowledge able has least example examples clear answer answers shows describes talks explains willing candidate would such like preferably',
  ),
);
const OR =
  /\s+(?:or|oder|ou|o|of|lub|nebo|alebo|vagy|sau|или|ili|ali|або|ή|veya|eller|tai|või|vai|arba|أو|או)\s+|\s*[/|]\s*|或者|或|または|또는/iu;

/** How many of the words that matter came up; of alternatives the better one counts. */
const byWords: Compare = (ideal, answer, talk) => {
  // A "C" is the French "c'" and a class of lorries: what is empty in other languages may be all that counts.
  const stemsOf = talk.plan.language === 'EN' ? contentStems : meaningfulStems;
  const asked = new Set(stemsOf(answer.question.text));
  const said = new Set(textsIn(answer).flatMap(stemsOf));
  const shares = ideal.split(OR).map((alternative) => {
    const all = [...new Set(stemsOf(alternative))];
    const telling = all.filter((stem) => !FORMS.has(stem) && !asked.has(stem));
    const wanted = telling.length > 0 ? telling : all;
    const met = wanted.filter((stem) => said.has(stem));
    return { wanted, met, share: wanted.length === 0 ? 0 : met.length / wanted.length };
  });
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one));
  if (best.wanted.length === 0) return undefined;
  return {
    score: 100 * best.share,
    reasoning: compared.words(best.met.length, best.wanted.length, ideal),
  };
};

/** What is named only to be ruled out was not met. */
function textsIn({ words, value }: HeardAnswer): string[] {
  const texts = speechOf(words).clauses.filter(({ plain }) => !negated.test(plain));
  return [...texts.map(({ raw }) => raw), ...(Array.isArray(value) ? value.map(String) : [])];
}
