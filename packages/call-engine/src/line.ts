import type { Note } from './journal.ts';
import type { Party } from './party.ts';
import type { CallPlan } from './plan.ts';

/** A way to reach people: a telephone network, simulated or real. */
export interface Line {
  /** Its calls are words without sound: their recording is spoken from the transcript when somebody asks for it. */
  readonly recordsTranscript?: boolean;
  /**
   * Places one call. The steps come in their order and end with `answered` or with why nobody answered. Aborting
   * the signal gives up a call that was not answered yet.
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
  /** What a simulated person may draw on; a real network takes no notice of it. */
  readonly plan: CallPlan;
  /** Where a line that carries sound puts down what happens to it; absent: nobody keeps it. */
  readonly note?: Note;
}

export type LineEvent =
  | { readonly kind: 'placing' }
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered'; readonly party: Party }
  | Unanswered;

export type Unanswered =
  /** `code` is what the network said, kept for whoever looks into it. */
  | {
      readonly kind: 'busy' | 'no_answer' | 'declined' | 'invalid_number';
      readonly code: string;
    }
  | { readonly kind: 'failed'; readonly code: string }
  /** It was offered to nobody, for a lack of room: the same call may be placed once so much time has passed. */
  | { readonly kind: 'not_placed'; readonly code: string; readonly retryAfterMs: number };
