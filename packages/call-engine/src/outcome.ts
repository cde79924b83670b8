import type { KnownValue } from './expression.ts';

/** How a call that was answered came to its end. What follows from it is not the call's business. */
export type CallOutcome =
  /** The flow was followed to its last message; cut short, somebody else wanted the call to end before. */
  | { readonly kind: 'finished'; readonly isCutShort?: true }
  | { readonly kind: 'handed_off'; readonly to: string; readonly label: string | null }
  /** They asked for a person, there was none, and a message was taken. */
  | { readonly kind: 'message_taken' }
  /** The time was up before the flow was. */
  | { readonly kind: 'max_duration' }
  /** They left, said goodbye or fell silent before the flow was finished. */
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
  /** Something of ours failed. */
  | { readonly kind: 'agent_error'; readonly message: string };

/** What one call brought to light, beside its transcript. */
export interface CallFindings {
  readonly outcome: CallOutcome;
  readonly answers: readonly CallAnswer[];
  /** They answered a question or talked about what a section is about, whatever came afterwards. */
  readonly hasAnswered: boolean;
  /** Questions of theirs that nothing in the knowledge answered. */
  readonly openQuestions: readonly string[];
  /** What they wanted to be passed on. */
  readonly message: string | null;
  /** Which branch each conditional section took, and why. */
  readonly branches: readonly {
    readonly sectionId: string;
    readonly branchId: string | null;
    readonly reason: string;
  }[];
}

export interface CallAnswer {
  readonly questionId: string;
  readonly key?: string;
  readonly question: string;
  /** Absent: asked, and left unanswered. */
  readonly value?: KnownValue;
  /** Their own words. */
  readonly evidence: string;
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
