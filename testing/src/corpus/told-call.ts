import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { ScriptLine } from '../scripted-party.ts';
import type { FlowName } from './flows.ts';

/** A call as it was talked, and what a person who reads it would write down. */
export interface ToldCall {
  readonly title: string;
  readonly flow: FlowName;
  /** What the contact says, in turn; whatever the agent says in between follows from it. */
  readonly says: readonly ScriptLine[];
  /** By key; null: the call does not tell. Of several, each would do. */
  readonly fields: Readonly<Record<string, KnownValue | null | readonly AnyOf[]>>;
  readonly outcomes: Readonly<Record<string, boolean>>;
  readonly tags?: Readonly<Record<string, boolean>>;
  /** Of 100, as a fair reader would give them; null: there is nothing to score. */
  readonly score: number | null;
  /** What the rules are known to get wrong here, such as `field city`. */
  readonly misses?: readonly string[];
}

/** One of several ways of writing the same down. */
export interface AnyOf {
  readonly either: string;
}

/** Five points are within what two readers differ by. */
export const SCORE_TOLERANCE = 5;
