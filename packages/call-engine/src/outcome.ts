import type { KnownValue } from './expression.ts';

/** How an answered call ended. What follows (retry, callback) is decided elsewhere. */
export type CallOutcome =
  /** The flow reached its last message. Cut short: an operator ended the call before that. */
  | { readonly kind: 'finished'; readonly isCutShort?: true }
  | { readonly kind: 'handed_off'; readonly to: string; readonly label: string | null }
  /** The contact asked for a human, none was available, and a message was taken. */
  | { readonly kind: 'message_taken' }
  /** The time ran out before the flow was finished. */
  | { readonly kind: 'max_duration' }
  /** The contact hung up, said goodbye or stopped speaking before the flow was finished. */
  | { readonly kind: 'hung_up' }
  | { readonly kind: 'voicemail'; readonly isMessageLeft: boolean }
  | {
      readonly kind: 'callback';
      /** Their own words. */
      readonly rawText: string;
      /** ISO 8601 with offset; null: they named no time that could be understood. */
      readonly at: string | null;
    }
  | { readonly kind: 'not_interested'; readonly detail: 'DECLINED' | 'WRONG_PERSON' }
  | { readonly kind: 'opt_out' }
  /** An internal failure. */
  | { readonly kind: 'agent_error'; readonly message: string };

/** The findings of one call, beside its transcript. */
export interface CallFindings {
  readonly outcome: CallOutcome;
  readonly answers: readonly CallAnswer[];
  /** The contact answered a question or talked about the topic of a section. */
  readonly hasAnswered: boolean;
  /** The contact's questions that the knowledge could not answer. */
  readonly openQuestions: readonly string[];
  /** The message that the contact left. */
  readonly message: string | null;
  /** Which branch each conditional section took, and why. */
  readonly branches: readonly {
    readonly sectionId: string;
    readonly branchId: string | null;
    readonly reason: string;
  }[];
  /** When something was said that was heard badly. Unless an answer rests on it, nothing may. Absent: nothing was. */
  readonly unsure?: readonly { readonly startMs: number; readonly endMs: number }[];
}

export interface CallAnswer {
  readonly questionId: string;
  readonly key?: string;
  readonly question: string;
  /** Absent: asked but not answered. */
  readonly value?: KnownValue;
  /** It is what they rather meant: asked once more, they did not say it clearly. Branches follow it, verdicts do not. */
  readonly isLikely?: true;
  /** Their own words. */
  readonly evidence: string;
  /** The part of them that the value rests on, where it is known. */
  readonly quote?: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TranscriptLine {
  readonly speaker: 'AI' | 'CONTACT';
  readonly text: string;
  /** Seconds since the call was answered. */
  readonly startTime: number;
  readonly endTime: number;
  readonly language: string;
}
