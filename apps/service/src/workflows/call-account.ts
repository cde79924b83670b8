import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallResult } from '@parley/call-engine/live-call.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { CallSignals } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { recordingConsentOf } from '@parley/call-engine/recording-consent.ts';
import type { AttemptConsent } from '@parley/contract/conversation.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import type { EndedCall } from '../domains/conversations/settlement-outcome.actions.ts';

/** What a call came to, before it is settled. */
export type Account = Omit<EndedCall, 'attemptId' | 'companyId' | 'conversationId' | 'workerId'> & {
  /** No trunk accepted it, or none was asked; it may be tried again after this time. */
  readonly retryAfterMs?: number;
  /** None was asked, for a reason of our own. */
  readonly isOwnTrouble?: boolean;
  /** Every trunk for it refuses all calls for a reason of its own, such as no credit. */
  readonly isTrunkRefusing?: boolean;
};

const OWN_TROUBLE_MS = 2000;

/** Claimed and not dialled: the conversation is gone. */
export const undialled: Account = {
  ending: { kind: 'lost' },
  notes: 'The call was not placed',
  durationSeconds: null,
  transcript: [],
  findings: null,
};

/** Claimed and not dialled, because this process may be taken for dead: it uses up no attempt. */
export const untrusted: Account = {
  ...undialled,
  notes: 'The call was not placed: its process had not sent a heartbeat for too long',
  retryAfterMs: OWN_TROUBLE_MS,
  isOwnTrouble: true,
};

type CallAccount = Pick<
  Account,
  'ending' | 'notes' | 'durationSeconds' | 'findings' | 'retryAfterMs' | 'isOwnTrouble' | 'isTrunkRefusing'
>;

const unanswered = {
  busy: 'busy',
  no_answer: 'no_answer',
  declined: 'refused_at_ringing',
  invalid_number: 'invalid_number',
  failed: 'carrier_error',
  not_placed: 'carrier_error',
} as const;

const CUT_SHORT = 'Ended from the console';

/** What a call came to, as it is settled. */
export function accountOf(result: CallResult, { signal, ending: asked }: CallSignals): CallAccount {
  const isStopped = signal.aborted;
  if (result.kind === 'unanswered') {
    const { reason } = result;
    // Nobody had answered: they were not reached, and the retry policy decides.
    if (asked?.aborted && !isStopped)
      return { ending: { kind: 'no_answer' }, notes: CUT_SHORT, durationSeconds: null, findings: null };
    const ending: Ending = { kind: isStopped ? 'lost' : unanswered[reason.kind] };
    const account = { ending, notes: reason.code, durationSeconds: null, findings: null };
    if (reason.kind !== 'not_placed') return account;
    return {
      ...account,
      retryAfterMs: reason.retryAfterMs,
      isOwnTrouble: reason.isTrunkDown === true,
      isTrunkRefusing: reason.isTrunkRefusing === true,
    };
  }
  const { findings } = result;
  const { outcome } = findings;
  return {
    ending: isStopped && outcome.kind === 'agent_error' ? { kind: 'lost' } : endingOf(findings),
    notes: notesOf(outcome),
    // Whole seconds that were begun.
    durationSeconds: Math.ceil(result.durationMs / 1000),
    findings,
  };
}

function notesOf(outcome: CallFindings['outcome']): string | null {
  if (outcome.kind === 'agent_error') return outcome.message;
  if (outcome.kind === 'handed_off') return `Transferred to ${outcome.label ?? outcome.to}`;
  return outcome.kind === 'finished' && outcome.isCutShort ? CUT_SHORT : null;
}

function endingOf({ outcome, hasAnswered }: CallFindings): Ending {
  switch (outcome.kind) {
    case 'hung_up':
      return { kind: hasAnswered ? 'hung_up' : 'hung_up_early' };
    case 'not_interested':
      return { kind: outcome.detail === 'WRONG_PERSON' ? 'wrong_person' : 'not_interested' };
    case 'callback':
      return { ...outcome, at: outcome.at === null ? null : new Date(outcome.at) };
    default:
      return { kind: outcome.kind };
  }
}

/** What was decided in a call about its recording, as it is kept; null: nothing. */
export function consentIn(
  plan: Pick<CallPlan, 'recordingConsent'>,
  journal: readonly (JournalEntry | null)[],
): AttemptConsent | null {
  const consent = recordingConsentOf(plan, journal);
  if (consent === undefined || consent.decision === 'not_reached') return consent ?? null;
  const { atMs, ...decided } = consent;
  return { ...decided, time: atMs / 1000 };
}
