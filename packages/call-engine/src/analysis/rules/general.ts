import type { Language } from '@parley/language/language.ts';
import { isWordBound, ofAllLanguages } from '@parley/language/locale-tables.ts';
import type { CallAnalytics, GeneralAnalysis, LanguageTestAnalysis } from '../analysis-model.ts';
import { analysisTables } from './analysis-tables.ts';
import { answeredIn, asTheySaid, messages, openQuestions } from './evaluation.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { fitOf, type Requirement, requirementsOf, worths } from './requirement.ts';
import { moodsIn, sentimentOf } from './sentiment.ts';
import { FEWEST_WORDS, wordsHeard } from './spoken-level.ts';
import { sentencesIn, type Talk } from './talk.ts';
import { polarityOf } from './typed-value.ts';

interface Results {
  readonly analytics: CallAnalytics | null;
  readonly specific: LanguageTestAnalysis | null;
}

/** The general results that every call has. */
export function generalOf(answers: readonly HeardAnswer[], results: Results, talk: Talk): GeneralAnalysis {
  const requirements = requirementsOf(answers, talk);
  const { overallRating, evaluation, points } = rate(answers, requirements, results, talk);
  return {
    overallRating,
    scoringIncompleteReason: incompleteReason(answers, overallRating, results, talk),
    companyFitRating: fitOf(requirements),
    education: educationIn(talk),
    experience: experienceIn(talk),
    strongPoints: [...shownPoints(requirements, 'yes', talk), ...points.strong],
    weakPoints: [
      ...shownPoints(requirements, 'no', talk),
      ...shownPoints(requirements, 'partly', talk),
      ...(talk.said.length === 0 ? [] : shownPoints(requirements, 'notMentioned', talk)),
      ...points.weak,
    ],
    evaluation,
  };
}

const shownPoints = (
  requirements: readonly Requirement[],
  shown: Requirement['shown'],
  { wording }: Talk,
): string[] =>
  requirements
    .filter((each) => each.shown === shown)
    .map(({ name, words }) => {
      const point = wording.say(skillSentences[shown], { skill: name });
      return words === undefined ? point : wording.text(point, wording.quote(words));
    });

const skillSentences = {
  yes: 'skillKnown',
  partly: 'skillPartly',
  no: 'skillMissing',
  notMentioned: 'skillNotMentioned',
} as const satisfies Record<Requirement['shown'], string>;

interface Rating {
  readonly overallRating: number | null;
  readonly evaluation: readonly string[];
  readonly points: { readonly strong: readonly string[]; readonly weak: readonly string[] };
}

/** By the scores of the agent's own flow, by the level of a language test, or by what was answered. */
function rate(
  answers: readonly HeardAnswer[],
  requirements: readonly Requirement[],
  { analytics, specific }: Results,
  talk: Talk,
): Rating {
  if (analytics !== null) {
    const { strengths, concerns, assessment } = analytics.evaluation;
    return {
      overallRating: analytics.matchScore,
      evaluation: assessment,
      points: { strong: strengths, weak: concerns },
    };
  }
  const { wording } = talk;
  const course = [
    wording.ended(talk.findings.outcome),
    ...(answers.length === 0
      ? []
      : [wording.say('answeredOf', { answered: answeredIn(answers), planned: answers.length })]),
    ...messages(talk),
  ];
  const weak = openQuestions(talk);
  if (specific !== null) {
    const summaries = [specific.grammar, specific.vocabulary].flatMap((each) =>
      each === null ? [] : [each.summary],
    );
    return {
      overallRating: specific.overallScore,
      evaluation: [...course, ...summaries],
      points: { strong: [], weak },
    };
  }
  return ratedByAnswers(answers, requirements, { course, open: weak }, talk);
}

const GOOD = 100;
const HALF = 50;

/** Ready-made agents ask for what is wanted: a yes to it is good, and so is what the job requires. */
function ratedByAnswers(
  answers: readonly HeardAnswer[],
  requirements: readonly Requirement[],
  { course, open }: { readonly course: readonly string[]; readonly open: readonly string[] },
  talk: Talk,
): Rating {
  const yesNo = answers.flatMap((answer) => {
    const lean = leanOf(answer, talk);
    return lean === 'yes' || lean === 'no' ? [{ answer, score: lean === 'yes' ? GOOD : 0 }] : [];
  });
  const named = (wanted: number): string[] =>
    yesNo.filter(({ score }) => score === wanted).map(({ answer }) => asTheySaid(answer, talk));
  const points = { strong: named(GOOD), weak: [...named(0), ...open] };
  const scores = [
    ...yesNo.map(({ score }) => score),
    ...worths(requirements).map((each) => GOOD * each),
    ...(talk.plan.focus === 'REFERENCE_CHECK' && yesNo.length > 0 ? byMood(talk) : []),
  ];
  const { wording, findings, said } = talk;
  // Questions without a single answer leave nothing to rate: "well, it depends" is no half of a yes.
  const isRateable = answers.length === 0 || answers.some(({ standing }) => standing === 'answered');
  if (!isRateable || (scores.length === 0 && (!findings.hasAnswered || said.length === 0)))
    return { overallRating: null, evaluation: course, points };
  if (scores.length === 0) {
    const [rating = null] = byMood(talk);
    const reason = rating === null ? [] : [wording.say('byCourse', { rating })];
    return { overallRating: rating, evaluation: [...course, ...reason], points };
  }
  const rating = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  const reason = wording.say('byParts', { rating, parts: scores.length });
  return { overallRating: rating, evaluation: [...course, reason], points };
}

/** Of somebody who is asked for their opinion the tone is part of the answer; one without any rates nothing. */
function byMood(talk: Talk): number[] {
  const hasMood = talk.said.some((said) => {
    const { glad, cross } = moodsIn(said, talk.plan.language);
    return glad + cross > 0;
  });
  return hasMood ? [Math.round(HALF + HALF * sentimentOf(talk).score)] : [];
}

/** Only what is a yes or a no by itself: an amount or a story is neither good nor bad. */
const leanOf = (answer: HeardAnswer, talk: Talk): 'yes' | 'no' | 'unsure' | undefined =>
  typeof answer.value === 'boolean' || talk.asked(answer.question.text).kind === 'yes_no'
    ? polarityOf(answer, talk)
    : undefined;

function incompleteReason(
  answers: readonly HeardAnswer[],
  rating: number | null,
  { specific, analytics }: Results,
  talk: Talk,
): string | null {
  const { wording } = talk;
  const { outcome } = talk.findings;
  const [answered, planned] = [answeredIn(answers), answers.length];
  if (specific !== null && specific.overallScore === null)
    return wording.say('tooFewWords', { words: wordsHeard(talk), needed: FEWEST_WORDS });
  const unscored = analytics === null ? 0 : unscoredIn(answers, analytics);
  const reasons = [
    ...(outcome.kind !== 'finished' && answered < planned
      ? [wording.ended(outcome), wording.say('answeredOf', { answered, planned })]
      : []),
    ...unanswered(answers, talk),
    ...(unscored > 0 ? [wording.say('partlyScored', { unscored, planned })] : []),
  ];
  if (reasons.length > 0) return wording.text(...reasons);
  if (rating !== null) return null;
  const unrated = wording.say('unrated');
  return outcome.kind === 'finished' ? unrated : wording.text(wording.ended(outcome), unrated);
}

const MOST_NAMED = 5;

/** The questions that are asked for points and have no answer, each with the reason. */
const unanswered = (answers: readonly HeardAnswer[], { wording }: Talk): string[] =>
  answers
    .flatMap(({ question, standing, words }) => {
      if (question.scoring === undefined || standing === 'answered') return [];
      const text = wording.quote(question.text);
      if (standing === 'unreached') return [wording.say('notAsked', { question: text })];
      if (standing === 'refused') return [wording.say('withheld', { question: text })];
      if (standing === 'unanswered' || words === '') return [wording.say('notAnswered', { question: text })];
      return [wording.say('leftOpen', { words: wording.quote(words) })];
    })
    .slice(0, MOST_NAMED);

/** Answered and asked for points, and yet without any. */
function unscoredIn(answers: readonly HeardAnswer[], { scoring }: CallAnalytics): number {
  const scored = new Set(scoring?.items.map(({ key }) => key));
  return answers.filter(
    ({ question, standing }) =>
      standing === 'answered' && question.scoring !== undefined && !scored.has(question.key ?? question.id),
  ).length;
}

/** One pattern for all languages: people speak of their schools and employers in the words of other countries. */
const speakingOf = (subject: 'education' | 'experience'): (() => RegExp) =>
  ofAllLanguages((languages) => {
    const words = (some: readonly Language[]): string =>
      some.flatMap((language) => analysisTables[language][subject] ?? []).join('|');
    const [bound, others] = [languages.filter(isWordBound), languages.filter((each) => !isWordBound(each))];
    return new RegExp(`(?<!\\p{L})(?:${words(bound)})|${words(others)}`, 'iu');
  });
const education = speakingOf('education');
const experience = speakingOf('experience');

const MOST = 2;

/** As they said it, the newest last; null when they said nothing of the kind. */
const saidOf = ({ said, plan }: Talk, subject: RegExp): string | null => {
  const sentences = said
    .flatMap(({ text }) => sentencesIn(text, plan.language))
    .filter((sentence) => subject.test(sentence));
  return sentences.length === 0 ? null : [...new Set(sentences)].slice(-MOST).join(' ');
};

const educationIn = (talk: Talk): string | null => saidOf(talk, education());
const experienceIn = (talk: Talk): string | null => saidOf(talk, experience());
