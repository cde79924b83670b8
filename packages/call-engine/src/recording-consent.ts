import type { JournalEntry, RecordingDecision } from './journal.ts';
import type { CallPlan } from './plan.ts';

/** What a call that ended came to. `not_reached`: it ended before the contact heard of the recording, or answered. */
export type RecordingConsent =
  | ({ readonly mode: 'none' | 'announce' | 'ask' } & RecordingDecision)
  | { readonly mode: 'announce' | 'ask'; readonly decision: 'not_reached' };

/** Undefined: the recording was neither announced nor asked for, and nobody objected. The last decision counts. */
export function recordingConsentOf(
  { recordingConsent }: Pick<CallPlan, 'recordingConsent'>,
  journal: readonly (JournalEntry | null)[],
): RecordingConsent | undefined {
  const mode = recordingConsent?.mode ?? 'none';
  const last = journal.findLast((entry) => entry?.kind === 'consent');
  if (last?.kind === 'consent') {
    const { kind: _, ...decision } = last;
    return { mode, ...decision };
  }
  return mode === 'none' ? undefined : { mode, decision: 'not_reached' };
}

/** Whether the recording may be kept. */
export const isRecordingAllowed = (consent: { readonly decision: string } | undefined): boolean =>
  consent === undefined || consent.decision === 'announced' || consent.decision === 'granted';
