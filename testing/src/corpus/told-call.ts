import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { ScriptLine } from '../scripted-party.ts';
import type { FlowName } from './flows.ts';

/** What a contact says in a call, and what a reader would note about it. */
export interface ToldCall {
  readonly title: string;
  readonly flow: FlowName;
  /** What the contact says, in order; what the agent says follows from it. */
  readonly says: readonly ScriptLine[];
  /** By key; null: the call does not say. Of several values, any is right. */
  readonly fields: Readonly<Record<string, KnownValue | null | readonly AnyOf[]>>;
  readonly outcomes: Readonly<Record<string, boolean>>;
  readonly tags?: Readonly<Record<string, boolean>>;
  /** From 0 to 100, as a fair reader would score it; null: there is nothing to score. */
  readonly score: number | null;
  /** What the rules are known to get wrong here, such as `field city`. */
  readonly misses?: readonly string[];
}

/** One of several ways of noting the same value. */
export interface AnyOf {
  readonly either: string;
}

/** Two readers may differ by five points. */
export const SCORE_TOLERANCE = 5;
