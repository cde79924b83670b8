import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { ScriptLine } from '../scripted-party.ts';
import type { FlowName } from './flows.ts';

/** A call with the results that a human reader noted: the labels that the analysis is measured against. */
export interface LabelledCall {
  readonly title: string;
  readonly flow: FlowName;
  /** What the contact says, in turn; the agent's words follow from it. */
  readonly says: readonly ScriptLine[];
  /** By key; null: the call does not say. Of several values, any is right. */
  readonly fields: Readonly<Record<string, KnownValue | null | readonly AnyOf[]>>;
  readonly outcomes: Readonly<Record<string, boolean>>;
  readonly tags?: Readonly<Record<string, boolean>>;
  /** Out of 100, as a fair reader would score what was answered; null: nothing to score. */
  readonly score: number | null;
  /** Known mistakes of the rules here, such as `field city`. */
  readonly misses?: readonly string[];
}

/** One of several correct spellings. */
export interface AnyOf {
  readonly either: string;
}

/** Two readers may differ by five points. */
export const SCORE_TOLERANCE = 5;
