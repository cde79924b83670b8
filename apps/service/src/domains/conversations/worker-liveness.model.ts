import type { CompanyId } from '../../storage/sql.ts';

/** A worker sends a heartbeat this often. */
export const HEARTBEAT_EVERY_MS = 3000;

/** Without a heartbeat for this long, a worker counts as lost and so do its calls. */
export const WORKER_LOST_AFTER_SECONDS = 15;

/** Without a heartbeat for this long, well before others count it as lost, a worker stops dialling. */
export const WORKER_TRUSTED_MS = 9000;

/**
 * Whose main thread has not turned for this long is stuck, and its calls with it: then it counts as lost even though its
 * other threads live.
 */
export const MAIN_THREAD_STUCK_AFTER_MS = 120_000;

/** What a process reports with each heartbeat. */
export interface Heartbeat {
  /** Where other processes reach it for web calls; undefined: it takes none. */
  readonly webAddress: string | undefined;
  /** False: it is being stopped. */
  readonly isTaking: boolean;
}

export interface WebProcess {
  readonly workerId: string;
  readonly address: string;
}

export interface LiveCall {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly workerId: string;
  /** Somebody asked to end the call. */
  readonly isEndAsked: boolean;
  /** Where the dial ledger has it; null: it was not dialled by us. */
  readonly ledgerId: string | null;
  readonly claim: number | null;
  /** The name of the database that it was claimed from; null: not known. */
  readonly claimedFrom: string | null;
  readonly claimedAt: Date;
  /** Its budget is over by then; null: not known. */
  readonly endsBy: Date | null;
  /** Which attempt of its conversation it is; null: that was deleted. */
  readonly number: number | null;
}
