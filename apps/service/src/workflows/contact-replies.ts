import type { CallFindings } from '@parley/call-engine/outcome.ts';

/** Each of these follows from something that the contact heard. */
export const hasReplied = (findings: Partial<CallFindings>): boolean =>
  answersOf(findings).length > 0 ||
  findings.hasAnswered === true ||
  (findings.message ?? null) !== null ||
  (findings.openQuestions ?? []).length > 0;

export const answersOf = ({ answers = [] }: Partial<CallFindings>) =>
  answers.filter(({ value }) => value !== undefined);
