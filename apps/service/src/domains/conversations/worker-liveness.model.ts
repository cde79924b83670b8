import type { CompanyId } from '../../storage/sql.ts';

/** A worker sends a heartbeat this often. */
export const HEARTBEAT_EVERY_MS = 3000;

/** Without a heartbeat for this long, a worker counts as lost and so do its calls. */
export const WORKER_LOST_AFTER_SECONDS = 15;

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
}
