import type { RetryPolicy } from '@parley/contract/agent.ts';
import type { AttemptStatus, ReasonCode } from '@parley/contract/conversation.ts';

/** How an attempt ended. What follows from it for the conversation stands in the table below. */
export type Ending =
  | { readonly kind: Exclude<EndingKind, 'callback' | 'lost'> }
  /** `promisedAt`: they were told that they would be called back then, before the process died. */
  | { readonly kind: 'lost'; readonly promisedAt?: Date | undefined }
  | {
      readonly kind: 'callback';
      /** The contact's own words. */
      readonly rawText: string;
      /** Null: they named no time that could be understood. */
      readonly at: Date | null;
    };

export type RescheduleReason = 'NO_ANSWER' | 'BUSY' | 'VOICEMAIL' | 'TECHNICAL_FAILURE' | 'CANDIDATE_REQUEST';

interface Meaning {
  readonly status: AttemptStatus;
  readonly reasonCode: ReasonCode | null;
  /**
   * What becomes of the conversation. `retry` and `technical` lead to another call while the retry budget lasts;
   * afterwards nobody was reached, or it has failed.
   */
  readonly leadsTo: 'complete' | 'retry' | 'technical' | 'fail' | 'callback' | 'decline';
  /** What a rescheduled event gives as its reason. */
  readonly reason?: RescheduleReason;
  /** The contact was reached, so the connected minutes are charged. */
  readonly isCharged: boolean;
  /** The finer outcome of a cancellation. */
  readonly detail?: string;
}

const unreached = (status: AttemptStatus, reasonCode: ReasonCode, reason: RescheduleReason): Meaning => ({
  status,
  reasonCode,
  leadsTo: 'retry',
  reason,
  isCharged: false,
});
const broken = (reasonCode: ReasonCode): Meaning => ({
  status: 'FAILED',
  reasonCode,
  leadsTo: 'technical',
  reason: 'TECHNICAL_FAILURE',
  isCharged: false,
});
const completed = (reasonCode: ReasonCode | null): Meaning => ({
  status: 'COMPLETED',
  reasonCode,
  leadsTo: 'complete',
  isCharged: true,
});
const declined = (reasonCode: ReasonCode, detail: string): Meaning => ({
  status: 'COMPLETED',
  reasonCode,
  leadsTo: 'decline',
  isCharged: true,
  detail,
});

export const meanings = {
  finished: completed(null),
  /** They asked for a person, there was none to pass the call to, and a message was taken. */
  message_taken: completed(null),
  handed_off: completed('HANDED_OFF'),
  max_duration: completed('MAX_DURATION'),
  hung_up: completed('HUNG_UP'),
  /** Who leaves before answering anything was not reached. */
  hung_up_early: unreached('NO_ANSWER', 'HUNG_UP', 'NO_ANSWER'),
  voicemail: unreached('VOICEMAIL', 'VOICEMAIL', 'VOICEMAIL'),
  busy: unreached('BUSY', 'BUSY', 'BUSY'),
  refused_at_ringing: unreached('BUSY', 'DECLINED', 'BUSY'),
  no_answer: unreached('NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER'),
  carrier_error: broken('CARRIER_ERROR'),
  agent_error: broken('AGENT_ERROR'),
  /** The process of the call has died, or had to stop. */
  lost: broken('LOST'),
  /** The dial ledger has the call, the database lost it: nobody is called again without a decision. */
  unknown: { status: 'FAILED', reasonCode: 'LOST', leadsTo: 'fail', isCharged: false },
  invalid_number: { status: 'FAILED', reasonCode: 'INVALID_NUMBER', leadsTo: 'fail', isCharged: false },
  callback: {
    status: 'COMPLETED',
    reasonCode: 'CALLBACK_REQUESTED',
    leadsTo: 'callback',
    reason: 'CANDIDATE_REQUEST',
    isCharged: true,
  },
  not_interested: declined('NOT_INTERESTED', 'NOT_INTERESTED'),
  wrong_person: declined('NOT_INTERESTED', 'WRONG_PERSON'),
  opt_out: declined('OPT_OUT', 'OPT_OUT'),
  /** The contact had said so before; nothing was dialled. */
  do_not_call: { ...declined('OPT_OUT', 'OPT_OUT'), status: 'CANCELLED', isCharged: false },
} as const satisfies Record<string, Meaning>;

export type EndingKind = keyof typeof meanings;

/** The reason codes of calls that completed their conversation; the plain completion has none, which is ''. */
export const completions: readonly string[] = Object.values(meanings)
  .filter(({ leadsTo }) => leadsTo === 'complete')
  .map(({ reasonCode }) => reasonCode ?? '');

export const meaningOf = (kind: EndingKind): Meaning => meanings[kind];

/** How long the next call waits after so many that counted; the last delay serves for all further ones. */
export function retryDelayMs({ delaySeconds }: RetryPolicy, callsCounted: number): number {
  const delays = Array.isArray(delaySeconds) ? delaySeconds : [delaySeconds];
  return (delays[Math.min(callsCounted, delays.length) - 1] ?? 0) * 1000;
}

/** A contact who asks for yet another call is, after so many, left in peace. */
export const MOST_CALLBACKS = 3;
