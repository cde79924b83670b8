import {
  type AttemptAudio,
  type AttemptConsent,
  type AttemptStatus,
  type AttemptView,
  MOST_DAYS_AHEAD,
  type ReasonCode,
  type TranscriptLine,
} from '@parley/contract/conversation.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';

/** Asks billing again for calls that it refused. */
export const retryAdmissionTask = task<Record<never, never>>('retry-admission', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

/**
 * An attempt is dialled once; whatever it ends as, a further call is another attempt. One that the network had no room
 * for was not dialled, and is put back.
 */
export const attemptLifecycle = table<
  AttemptStatus,
  'be moved' | 'be dialled' | 'be requeued' | 'end' | 'be deleted'
>({
  SCHEDULED: { 'be moved': 'SCHEDULED', 'be dialled': 'IN_PROGRESS', 'be deleted': 'CANCELLED' },
  IN_PROGRESS: { 'be requeued': 'SCHEDULED', end: 'COMPLETED' },
  COMPLETED: { 'be deleted': 'CANCELLED' },
  BUSY: { 'be deleted': 'CANCELLED' },
  NO_ANSWER: { 'be deleted': 'CANCELLED' },
  VOICEMAIL: { 'be deleted': 'CANCELLED' },
  FAILED: { 'be deleted': 'CANCELLED' },
  CANCELLED: { 'be deleted': 'CANCELLED' },
});

export interface Attempt {
  readonly id: string;
  readonly conversationId: string;
  readonly dialQueue: string;
  readonly direction: 'OUTBOUND' | 'INBOUND';
  readonly status: AttemptStatus;
  readonly reasonCode: ReasonCode | null;
  readonly notes: string | null;
  /** Counts from 1. */
  readonly number: number;
  readonly scheduledAt: Date;
  /** Before then it is not placed, whatever the calling window; absent or null: as soon as that allows. */
  readonly earliestAt?: Date | null;
  readonly calledAt: Date | null;
  /** It stayed on the simulated network: nobody was called. Absent or null: not known, or not placed yet. */
  readonly isSimulated?: boolean | null;
  /** When it was claimed first, of one that the network had no room for. */
  readonly requeuedSince?: Date | null;
  readonly durationSeconds: number | null;
  readonly isAdmitted: boolean;
  /** The clock whose calling window the call keeps; null: it is placed at its time, whatever the hour. */
  readonly timeZone: string | null;
  readonly transcript: readonly TranscriptLine[] | null;
  /** Answers, open questions and the like: the analysis reads them. */
  readonly findings: unknown;
  readonly thinking?: unknown;
  /** What each reply of a spoken call took. */
  readonly turns?: unknown;
  readonly recordingKey: string | null;
  /** What was decided in the call about its recording; absent or null: nothing. */
  readonly recordingConsent?: AttemptConsent | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** For whoever needs nothing of what was said: to read that, keys are needed, and perhaps a KMS. */
export type AttemptWithoutWords = Omit<Attempt, 'transcript' | 'findings'>;

/** One that was not dialled yet: nothing was said in it. */
export const unspoken = (attempt: AttemptWithoutWords): Attempt => ({
  ...attempt,
  transcript: null,
  findings: null,
});

/** What events say of an attempt when another one follows it; kept also when the attempt itself is deleted. */
export type AttemptEnd = Pick<Attempt, 'id' | 'status' | 'reasonCode' | 'durationSeconds' | 'number'>;

/** Gives the address under which a recording can be heard for a while; null: it cannot be heard here. */
export type RecordingUrl = (key: string) => Promise<string | null>;

export const viewAttempt = async (attempt: Attempt, recordingUrl: RecordingUrl): Promise<AttemptView> => ({
  id: attempt.id,
  direction: attempt.direction,
  status: attempt.status,
  reasonCode: attempt.reasonCode,
  notes: attempt.notes,
  retryNumber: attempt.number - 1,
  recordingUrl: attempt.recordingKey === null ? null : await recordingUrl(attempt.recordingKey),
  duration: attempt.durationSeconds,
  scheduledAt: attempt.scheduledAt.toISOString(),
  calledAt: attempt.calledAt?.toISOString() ?? null,
  ...(attempt.isSimulated == null ? {} : { isSimulated: attempt.isSimulated }),
  transcript: [...(attempt.transcript ?? [])],
  ...audioOf(attempt.findings),
  ...(attempt.recordingConsent ? { recordingConsent: attempt.recordingConsent } : {}),
});

/** The audio of a telephone call is kept with what else was found out about the call. */
function audioOf(findings: unknown): { audio?: AttemptAudio } {
  const { audio } = (findings ?? {}) as { audio?: AttemptAudio };
  return audio === undefined ? {} : { audio };
}

/** What was recorded is kept if nothing was decided about it, or it was announced or granted; else it is deleted. */
export const isRecordingKept = (consent: AttemptConsent | null | undefined): boolean =>
  !consent || consent.decision === 'announced' || consent.decision === 'granted';

const DAY_MS = 86_400_000;

/** What is wrong with a time that somebody asks a call for. */
export function timeViolations(property: string, sent: string | undefined, now: Date): string[] {
  if (sent === undefined) return [];
  const aheadMs = Date.parse(sent) - now.getTime();
  return [
    ...(aheadMs > 0 ? [] : [`${property} must be in the future`]),
    ...(aheadMs <= MOST_DAYS_AHEAD * DAY_MS
      ? []
      : [`${property} must be at most ${MOST_DAYS_AHEAD} days ahead`]),
  ];
}

/** The detail of a cancellation that came from the run. */
export const RUN_CANCELLED = 'RUN_CANCELLED';

/** Notified with the id of a call that somebody wants to end; whoever holds it listens. */
export const CALLS_TO_END_CHANNEL = 'calls_to_end';

/** Calls that ended in the same way. */
export interface CallsOfEnding {
  readonly status: AttemptStatus;
  /** Null: a plain completion. */
  readonly reasonCode: ReasonCode | null;
  readonly calls: number;
  /** As charged: each call rounded up. */
  readonly minutes: number;
}

/** Counted on the day of `at` by the company's own calendar; -1 takes back what was counted then. */
export interface EndedCount extends CallsOfEnding {
  readonly at: Date;
  readonly agentId: string;
}
