import { english } from '@parley/language/english-tables.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { CallAnalytics } from '../analysis-model.ts';
import type { Finding } from '../verdict/finding.ts';
import { type HeardAnswer, isAnswered } from './heard-answer.ts';
import type { HeldAnswer } from './scoring.ts';
import type { Talk } from './talk.ts';
import { shortened } from './wording.ts';

const WEAK = 50;

export interface LabelVerdict {
  readonly label: string;
  readonly finding: Finding;
}

/** What speaks for the contact and what against, each with what it rests on. */
export function evaluationOf(
  answers: readonly HeardAnswer[],
  held: readonly HeldAnswer[],
  scoring: CallAnalytics['scoring'],
  outcomes: readonly LabelVerdict[],
  talk: Talk,
): CallAnalytics['evaluation'] {
  const { findings, wording } = talk;
  const judged = scoring === null ? [] : held;
  const met = outcomes.filter(({ finding }) => finding.holds === true);
  return {
    strengths: [
      ...judged.flatMap(({ answer, comparison }) => (comparison?.isMet ? [asTheySaid(answer, talk)] : [])),
      ...(judged.length > 0 ? [] : met.map(({ label, finding }) => wording.pair(label, finding.reason))),
    ],
    concerns: [
      ...shortcomings(judged, talk),
      ...answers
        .filter(({ standing }) => standing === 'refused')
        .map(({ question }) => wording.say('withheld', { question: shortened(question.text) })),
      ...openQuestions(talk),
    ],
    objections: objectionsIn(talk),
    assessment: [
      wording.ended(findings.outcome),
      ...(answers.length === 0
        ? []
        : [wording.say('answeredOf', { answered: answeredIn(answers), planned: answers.length })]),
      ...(scoring === null ? [] : [wording.say('score', { total: scoring.total })]),
      ...held.flatMap(({ answer, comparison }) =>
        comparison === undefined && answer.standing === 'answered' ? [unscored(answer, talk)] : [],
      ),
      ...(outcomes.length === 0
        ? []
        : [
            wording.say('inShort', {
              answers: wording.findings(outcomes.map((each) => verdict(each, talk))),
            }),
          ]),
      ...messages(talk),
    ],
  };
}

/** Yes or no; of what is not known, why. */
const verdict = ({ label, finding: { holds, reason } }: LabelVerdict, { wording }: Talk): string =>
  wording.pair(label, holds === undefined ? reason.replace(/[.。]$/u, '') : wording.value(holds));

/** A required answer that fell short comes first: it is what decides. */
function shortcomings(held: readonly HeldAnswer[], { wording }: Talk): string[] {
  const weak = held.flatMap(({ answer, scoring, comparison }) => {
    const isRequired = scoring.importance === 'REQUIRED';
    if (comparison === undefined || !(isRequired ? !comparison.isMet : comparison.score < WEAK)) return [];
    return [{ isRequired, point: wording.text(shortened(answer.question.text), comparison.reasoning) }];
  });
  return [
    ...weak.filter(({ isRequired }) => isRequired).map(({ point }) => wording.say('required', { point })),
    ...weak.filter(({ isRequired }) => !isRequired).map(({ point }) => point),
  ];
}

/** A question, and what they said to it. */
export const asTheySaid = ({ question, words }: HeardAnswer, { wording }: Talk): string =>
  wording.text(shortened(question.text), wording.quote(words));

const unscored = ({ question, words }: HeardAnswer, { wording }: Talk): string =>
  wording.say('unscored', { question: shortened(question.text), words: wording.quote(words) });

export const openQuestions = ({ findings, wording }: Talk): string[] =>
  findings.openQuestions.map((question) =>
    wording.say('openQuestion', { question: wording.quote(question) }),
  );

export const messages = ({ findings: { message }, wording }: Talk): string[] =>
  message === null ? [] : [wording.say('message', { words: wording.quote(message) })];

export const answeredIn = (answers: readonly HeardAnswer[]): number => answers.filter(isAnswered).length;

/** What people hold against an offer. */
const objecting = anyOf(english.descriptions.objections);

/** In their own words, each once. */
const objectionsIn = ({ said }: Talk): string[] => [
  ...new Set(
    said.flatMap(({ speech }) =>
      speech.clauses.filter(({ plain }) => objecting.test(plain)).map(({ raw }) => raw),
    ),
  ),
];
