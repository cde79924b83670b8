import {
  costOf,
  type LanguageModel,
  ModelFailure,
  type ModelFailureKind,
  type ModelUsage,
} from './language-model.ts';
import { failureReport, type ModelReport } from './model-report.ts';

/** One request to a language model, for the journal: cost, latency and result. */
export interface ModelRequest {
  readonly task: 'understand' | 'word' | 'judge' | 'answer';
  /** Vendor and model. */
  readonly model: string;
  /** Until the reply could be used, or failed. */
  readonly ms: number;
  readonly usage?: ModelUsage;
  /** In the currency of the configured price. */
  readonly cost?: number;
  /** The first reply did not match the schema; the model was asked once more. */
  readonly isRepaired?: true;
  /** Why the model was not asked at all. */
  readonly unasked?: string;
  readonly failure?: { readonly kind: ModelFailureKind; readonly message: string };
  /** What took over after a failure. Absent: the partial reply was enough. */
  readonly instead?: 'another model' | 'rules';
  /** The passage that the answer is based on, counted from 1. */
  readonly cites?: number;
}

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
