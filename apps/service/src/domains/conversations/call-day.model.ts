import type { AttemptStatus, ReasonCode } from '@parley/contract/conversation.ts';

/** Calls of one agent that ended on a day in the same way. */
export interface CallsOfDay {
  /** By the company's own calendar. */
  readonly date: string;
  readonly agentId: string;
  readonly status: AttemptStatus;
  /** Null: a plain completion. */
  readonly reasonCode: ReasonCode | null;
  readonly calls: number;
  /** As charged: each call rounded up. */
  readonly minutes: number;
}

export type EndedToday = Omit<CallsOfDay, 'date' | 'calls'>;
