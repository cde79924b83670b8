import type { ModelFailureKind, ModelUsage } from './language-model.ts';

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
