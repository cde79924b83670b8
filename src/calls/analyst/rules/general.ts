import type { CallAnalytics, GeneralAnalysis, LanguageTestAnalysis } from '../analyst.ts';
import { polarityOf } from './answer-polarity.ts';
import { educationIn, experienceIn } from './background.ts';
import { answeredIn } from './evaluation.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { fitOf, type Requirement, requirementsOf, worth } from './requirement.ts';
import { sentimentOf } from './sentiment.ts';
import { FEWEST_WORDS, wordsHeard } from './spoken-level.ts';
import type { Talk } from './talk.ts';
import { evaluated, judged, rated } from './wording.ts';

interface Results {
  readonly analytics: CallAnalytics | null;
  readonly specific: LanguageTestAnalysis | null;
}

/** What is told of every call, whatever its agent is for. */
export function generalOf(answers: readonly HeardAnswer[], results: Results, talk: Talk): GeneralAnalysis {
  const requirements = requirementsOf(answers, talk);
  const { overallRating, evaluation, points } = rate(answers, requirements, results, talk);
  return {
    overallRating,
    scoringIncompleteReason: incompleteReason(answers, overallRating, results, talk),
    companyFitRating: fitOf(requirements),
    education: educationIn(talk),
    experience: experienceIn(talk),
    strongPoints: [...shownPoints(requirements, 'yes', rated.skillKnown), ...points.strong],
    weakPoints: [
      ...shownPoints(requirements, 'no', rated.skillMissing),
      ...shownPoints(requirements, 'partly', rated.skillPartly),
      ...(talk.said.length === 0 ? [] : shownPoints(requirements, 'untold', rated.skillUntold)),
      ...points.weak,
    ],
    evaluation,
  };
}

const shownPoints = (
  requirements: readonly Requirement[],
  shown: Requirement['shown'],
  word: (name: string) => string,
): string[] => requirements.filter((each) => each.shown === shown).map(({ name }) => word(name));

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
  const course = [
    judged.ended[talk.findings.outcome.kind],
    ...(answers.length === 0 ? [] : [evaluated.answeredOf(answeredIn(answers), answers.length)]),
    ...(talk.findings.message === null ? [] : [evaluated.message(talk.findings.message)]),
  ];
  const weak = talk.findings.openQuestions.map(evaluated.openQuestion);
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
    return lean === undefined ? [] : [{ answer, score: lean === 'yes' ? GOOD : lean === 'no' ? 0 : HALF }];
  });
  const named = (wanted: number): string[] =>
    yesNo
      .filter(({ score }) => score === wanted)
      .map(({ answer }) => rated.point(answer.question.text, answer.words));
  const points = { strong: named(GOOD), weak: [...named(0), ...open] };
  const scores = [
    ...yesNo.map(({ score }) => score),
    ...requirements.filter(({ shown }) => shown !== 'untold').map(({ shown }) => GOOD * worth[shown]),
    ...(talk.plan.focus === 'REFERENCE_CHECK' && yesNo.length > 0 ? [byMood(talk)] : []),
  ];
  if (scores.length > 0) {
    const overallRating = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
    return { overallRating, evaluation: [...course, rated.byParts(overallRating, scores.length)], points };
  }
  if (!talk.findings.hasAnswered || talk.said.length === 0)
    return { overallRating: null, evaluation: course, points };
  const overallRating = byMood(talk);
  return { overallRating, evaluation: [...course, rated.byCourse(overallRating)], points };
}

/** Of somebody who is asked for their opinion the tone is part of the answer. */
const byMood = (talk: Talk): number => Math.round(HALF + HALF * sentimentOf(talk).score);

/** Only what is a yes or a no by itself: an amount or a story is neither good nor bad. */
const leanOf = (answer: HeardAnswer, talk: Talk): 'yes' | 'no' | 'unsure' | undefined =>
  typeof answer.value === 'boolean' || talk.asked(answer.question.text).kind === 'yes_no'
    ? polarityOf(answer, talk)
    : undefined;

function incompleteReason(
  answers: readonly HeardAnswer[],
  rating: number | null,
  { specific }: Results,
  talk: Talk,
): string | null {
  const { outcome } = talk.findings;
  const answered = answeredIn(answers);
  if (specific !== null && specific.overallScore === null)
    return rated.tooFewWords(wordsHeard(talk), FEWEST_WORDS);
  if (outcome.kind !== 'finished' && answered < answers.length)
    return rated.brokenOff(outcome, answered, answers.length);
  if (rating !== null) return null;
  return outcome.kind === 'finished' ? rated.nothing : `${judged.ended[outcome.kind]} ${rated.nothing}`;
}
