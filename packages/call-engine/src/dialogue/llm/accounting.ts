import { type LanguageModel, ModelFailure, type ModelUsage } from '../../llm/language-model.ts';
import { failureReport, type ModelReport } from '../../llm/model-report.ts';
import type { ModelRequest } from '../../llm/model-request.ts';
import { costOf } from '../../llm/usage.ts';

/** A request as reported to metrics: its result, and whether the rules took over. */
export function reportsOf({ ms, usage, isRepaired, unasked, failure, instead }: ModelRequest): ModelReport[] {
  const handed: ModelReport[] = instead === 'rules' ? [{ work: 'dialogue', result: 'handed_to_rules' }] : [];
  if (unasked !== undefined) return handed;
  const asked: ModelReport =
    failure === undefined
      ? { work: 'dialogue', result: isRepaired ? 'repaired' : 'ok', ms }
      : failureReport('dialogue', failure.kind, ms);
  return [{ ...asked, ...(usage === undefined ? {} : { usage }) }, ...handed];
}

/** What a request took, as the journal has it. */
export const spent = ({ price }: LanguageModel, usage: ModelUsage): Pick<ModelRequest, 'usage' | 'cost'> => ({
  usage,
  ...(price === undefined ? {} : { cost: costOf(usage, price) }),
});

export const failureIn = (error: unknown): NonNullable<ModelRequest['failure']> =>
  error instanceof ModelFailure
    ? { kind: error.kind, message: error.message }
    : { kind: 'unusable', message: error instanceof Error ? error.message : String(error) };
