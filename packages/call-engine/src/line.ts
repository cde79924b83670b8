import type { Note } from './journal.ts';
import type { Party } from './party.ts';
import type { CallPlan } from './plan.ts';

/** The port to a telephone network, simulated or real. */
export interface Line {
  /** Calls without audio: their recording is synthesised from the transcript on request. */
  readonly recordsTranscript?: boolean;
  /**
   * Places one call. Yields its steps in order; the last is `answered` or why nobody answered. Aborting the signal
   * cancels a call that was not answered yet.
   */
  dial(order: DialOrder, signal: AbortSignal): AsyncIterable<LineEvent>;
}

export interface DialOrder {
  readonly attemptId: string;
  /** E.164 */
  readonly to: string;
  /** The caller id; null: the line's own. */
  readonly from: string | null;
  /** Counts from 1. */
  readonly attemptNumber: number;
  readonly ringTimeoutMs: number;
  /** For simulated contacts; a real network ignores it. */
  readonly plan: CallPlan;
  /** Receives remarks about the call's audio; absent: they are dropped. */
  readonly note?: Note;
}

export type LineEvent =
  | { readonly kind: 'placing' }
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered'; readonly party: Party }
  | Unanswered;

export type Unanswered =
  /** `code` is the network's own code, for troubleshooting. */
  | {
      readonly kind: 'busy' | 'no_answer' | 'declined' | 'invalid_number';
      readonly code: string;
    }
  | { readonly kind: 'failed'; readonly code: string }
  /** Not placed, because no capacity was free: the same call may be placed after this time. */
  | { readonly kind: 'not_placed'; readonly code: string; readonly retryAfterMs: number };
