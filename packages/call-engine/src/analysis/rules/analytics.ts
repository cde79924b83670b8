import type { Language } from '@parley/language/language.ts';
import { bareQuestion } from '../../dialogue/rules/wording.ts';
import type { AskedQuestion, CallAnalytics, JudgedOutcome } from '../analysis-model.ts';
import { type Finding, isKnown } from '../verdict/finding.ts';
import { Verdicts } from '../verdict/verdict.ts';
import { answeredIn, evaluationOf } from './evaluation.ts';
import { extractedFields } from './field.ts';
import { type HeardAnswer, isAnswered, isTyped } from './heard-answer.ts';
import { heldAnswers, scoringOf } from './scoring.ts';
import { sentimentOf } from './sentiment.ts';
import { noEvidence, quoted, type Talk } from './talk.ts';
import { shortened } from './wording.ts';

/** The structured results of an agent with its own flow. */
export function analyticsOf(answers: readonly HeardAnswer[], talk: Talk): CallAnalytics {
  const { analysis, language } = talk.plan;
  const fields = extractedFields(answers, talk);
  const held = heldAnswers(answers, talk);
  const scoring = scoringOf(answers, held);
  const verdicts = new Verdicts(answers, talk);
  const judged = analysis.outcomes.map((label) => ({ ...label, finding: verdicts.on(label) }));
  const outcomes = judged.map(({ key, label, finding }) => ({ key, label, ...verdictOf(finding, language) }));
  return {
    matchScore: scoring?.total ?? null,
    fields,
    scoring,
    outcomes,
    tags: analysis.tags.map((tag) => {
      const { holds, reason } = verdicts.on(tag);
      return { key: tag.key, label: tag.label, applied: holds === true, reason };
    }),
    qa: answeredQuestions(answers, talk),
    evaluation: evaluationOf(answers, held, scoring, judged, talk),
    sentiment: sentimentOf(talk),
    summary: summaryOf(answers, { fields, scoring, outcomes }, talk),
  };
}

/** What is not known is not met, and has neither a confidence nor evidence: only the reason why it is not known. */
function verdictOf(finding: Finding, language: Language): Omit<JudgedOutcome, 'key' | 'label'> {
  const { reason } = finding;
  if (!isKnown(finding)) return { met: false, confidence: 0, ...noEvidence, unknown: true, reason };
  const { holds, confidence, said, words } = finding;
  return {
    met: holds,
    confidence,
    ...quoted(
      said,
      language,
      (sentence) => words?.includes(sentence) === true || sentence.includes(words ?? sentence),
    ),
    reason,
  };
}

/**
 * Every question on the path of the call with its answer. Questions that the call did not reach are listed as
 * unanswered, so that a reader sees what is left to ask.
 */
const answeredQuestions = (answers: readonly HeardAnswer[], { plan, wording }: Talk): AskedQuestion[] =>
  answers.map(({ question, standing, value, said, words }) => {
    const asked = { id: question.id, question: question.text };
    const isListed = (standing === 'answered' || standing === 'unsure') && value !== undefined;
    if (!isListed) return { ...asked, answered: false, answer: null, ...noEvidence };
    const evidence = quoted(said, plan.language, (sentence) => words.includes(sentence));
    return { ...asked, answered: true, answer: wording.value(value), ...evidence };
  });

const MOST_ANSWERS = 6;

/** Who, how the call ended, what the contact said, and the result: for readers who read nothing else. */
function summaryOf(
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
  const told = scoring === null ? outcomes.filter(({ unknown }) => !unknown) : [];
  const results = told.map(({ label, met }) => wording.pair(label, wording.value(met)));
  const others = answers.filter(({ question }) => !told.some(({ key }) => key === question.key));
  const keyFindings = [...results, ...findingsIn(others, fields, talk).slice(0, MOST_ANSWERS)];
  return wording.text(
    wording.say('talked', { ...names, duration: wording.duration(durationSeconds) }),
    outcome.kind === 'callback'
      ? wording.say('callback', { words: wording.quote(outcome.rawText) })
      : wording.ended(outcome),
    ...(keyFindings.length > 0
      ? [wording.say('inShort', { answers: wording.findings([...new Set(keyFindings)]) })]
      : answers.length > 0
        ? [wording.say('answeredOf', { answered: answeredIn(answers), planned: answers.length })]
        : []),
    ...(scoring === null ? [] : [wording.say('score', { total: scoring.total })]),
  );
}

/** What is looked for, as far as it was found; of an agent that looks for nothing, the answers. */
function findingsIn(answers: readonly HeardAnswer[], fields: CallAnalytics['fields'], talk: Talk): string[] {
  const { wording } = talk;
  const found = fields.flatMap(({ label, value }) =>
    value === null ? [] : [wording.pair(label, wording.value(value))],
  );
  return found.length > 0 ? found : answers.filter(isAnswered).map((answer) => named(answer, talk));
}

/** An answer by the label of its key; a question without one is named by its own words, never by its key. */
function named({ question, value = '' }: HeardAnswer, { plan, wording }: Talk): string {
  const { extractionTargets, outcomes } = plan.analysis;
  const label = [...extractionTargets, ...outcomes].find(({ key }) => key === question.key)?.label;
  const type = question.answerType;
  const isOwnWords = typeof value === 'string' && type !== undefined && !isTyped(type, value);
  const told = isOwnWords ? wording.quote(value) : wording.value(value);
  return label === undefined
    ? wording.text(shortened(bareQuestion(question.text, plan.language)), told)
    : wording.pair(label, told);
}
