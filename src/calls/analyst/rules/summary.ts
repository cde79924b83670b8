import type { CallAnalytics } from '../analyst.ts';
import { told } from './answered-questions.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';
import { evaluated, judged, summed } from './wording.ts';

const MOST_ANSWERS = 6;

/** Who, how it ended, what they said, and what that comes to: for whoever reads nothing else. */
export function summaryOf(
  answers: readonly HeardAnswer[],
  { fields, scoring, outcomes }: Pick<CallAnalytics, 'fields' | 'scoring' | 'outcomes'>,
  talk: Talk,
): string {
  const { plan, findings, said, durationSeconds } = talk;
  const names = [
    `${plan.contact.firstName} ${plan.contact.lastName}`.trim(),
    plan.company.name,
    plan.agent.name,
  ] as const;
  if (findings.outcome.kind === 'voicemail') return `${summed.machine(...names)} ${judged.ended.voicemail}`;
  if (said.length === 0) return `${summed.nobody(...names)} ${judged.ended[findings.outcome.kind]}`;
  const known = fields
    .filter(({ value }) => value !== null)
    .map(({ label, value }) => `${label}: ${told(value ?? '')}`);
  const answered = answers.filter(({ standing, value }) => standing === 'answered' && value !== undefined);
  const key =
    known.length > 0
      ? known
      : answered.map(({ question, value }) => `${question.key ?? question.text}: ${told(value ?? '')}`);
  const met = outcomes.filter((outcome) => outcome.met).map(({ label }) => label);
  return [
    summed.who(...names, durationSeconds),
    findings.outcome.kind === 'callback'
      ? summed.callback(findings.outcome.rawText)
      : judged.ended[findings.outcome.kind],
    ...(key.length > 0
      ? [summed.answers(key.slice(0, MOST_ANSWERS))]
      : answers.length > 0
        ? [summed.noAnswers]
        : []),
    ...(scoring === null ? [] : [evaluated.score(scoring.total)]),
    ...(scoring === null && outcomes.length > 0 ? [evaluated.outcomesMet(met)] : []),
  ].join(' ');
}
