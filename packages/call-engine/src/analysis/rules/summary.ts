import type { CallAnalytics } from '../analysis-model.ts';
import { answeredIn } from './evaluation.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';

const MOST_ANSWERS = 6;

/** Who, how the call ended, what the contact said, and the result: for readers who read nothing else. */
export function summaryOf(
  answers: readonly HeardAnswer[],
  { fields, scoring, outcomes }: Pick<CallAnalytics, 'fields' | 'scoring' | 'outcomes'>,
  talk: Talk,
): string {
  const { plan, findings, said, durationSeconds, wording } = talk;
  const { outcome } = findings;
  const names = {
    contact: `${plan.contact.firstName} ${plan.contact.lastName}`.trim(),
    company: plan.company.name,
    agent: plan.agent.name,
  };
  if (outcome.kind === 'voicemail') return wording.text(wording.say('called', names), wording.ended(outcome));
  if (said.length === 0)
    return wording.text(wording.say('called', names), wording.say('nobodySpoke'), wording.ended(outcome));
  const keyFindings = findingsIn(answers, fields, talk);
  const met = outcomes.filter((each) => each.met).map(({ label }) => label);
  return wording.text(
    wording.say('talked', { ...names, duration: wording.duration(durationSeconds) }),
    outcome.kind === 'callback'
      ? wording.say('callback', { words: wording.quote(outcome.rawText) })
      : wording.ended(outcome),
    ...(keyFindings.length > 0
      ? [wording.say('inShort', { answers: wording.findings(keyFindings.slice(0, MOST_ANSWERS)) })]
      : answers.length > 0
        ? [wording.say('answeredOf', { answered: answeredIn(answers), planned: answers.length })]
        : []),
    ...(scoring === null ? [] : [wording.say('score', { total: scoring.total })]),
    ...(scoring === null && outcomes.length > 0
      ? [met.length === 0 ? wording.say('noOutcome') : wording.say('outcomes', { labels: wording.list(met) })]
      : []),
  );
}

/** What is looked for, as far as it was found; of an agent that looks for nothing, the answers. */
function findingsIn(
  answers: readonly HeardAnswer[],
  fields: CallAnalytics['fields'],
  { wording }: Talk,
): string[] {
  const found = fields.flatMap(({ label, value }) =>
    value === null ? [] : [wording.pair(label, wording.value(value))],
  );
  if (found.length > 0) return found;
  return answers.flatMap(({ question, standing, value }) =>
    standing === 'answered' && value !== undefined
      ? [wording.pair(question.key ?? question.text, wording.value(value))]
      : [],
  );
}
