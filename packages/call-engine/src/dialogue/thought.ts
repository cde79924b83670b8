import type { ModelFailureKind, ModelUsage } from '../llm/language-model.ts';

/** One request that a dialogue model put to a model, for the journal: what it cost, how long it took, what became of it. */
export interface Thought {
  readonly task: 'understand' | 'word' | 'judge' | 'answer';
  /** Vendor and model. */
  readonly model: string;
  /** Until what came could be used, or until it failed. */
  readonly ms: number;
  readonly usage?: ModelUsage;
  /** In the currency of the price that was configured. */
  readonly cost?: number;
  /** It did not keep to the form at first, and was asked once more. */
  readonly isRepaired?: true;
  /** Why it was not put to the model at all. */
  readonly unasked?: string;
  readonly failure?: { readonly kind: ModelFailureKind; readonly message: string };
  /** Who went on where it failed. Absent: what had come by then was enough. */
  readonly instead?: 'another model' | 'rules';
  /** Which of the passages that were found it answered from, counted from 1. */
  readonly cites?: number;
}
