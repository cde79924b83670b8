import type {
  Joining,
  Leaving,
  LinkState,
  Resuming,
  Typing,
  WebCallView,
} from '@parley/contract/web-call.ts';
import { task } from '@parley/kernel/task.ts';
import type { Static } from 'typebox';
import { type Conversation, isOver } from './conversation.model.ts';

/** Closes the conversations whose link has expired. */
export const closeLinksTask = task<object>('close-links', {
  retries: 0,
  expireSeconds: 600,
  cron: '23 4 * * *',
});

export interface Link {
  readonly state: LinkState;
  /** Only where it is finished: the contact left before everything was asked. */
  readonly endedEarly?: boolean;
  /** Only where it is not open yet, and known when it will be. */
  readonly opensAt?: Date;
}

const DAY_MS = 86_400_000;
const LINK_DAYS = 30;
/** Each opening is a call of its own, with its rows and its events: a link must not be opened without end. */
export const MOST_JOINS = 50;

/** From when on a link that was opened before this moment does not work any more. */
export const expiryBefore = (now: Date): Date => new Date(now.getTime() - LINK_DAYS * DAY_MS);

/** From when on a link that works from this moment does not work any more. */
export const expiryOf = (opensAt: Date): Date => new Date(opensAt.getTime() + LINK_DAYS * DAY_MS);

/** `isHeld`: the run it belongs to is paused. */
export function linkOf(
  { status, scheduledAt, createdAt }: Pick<Conversation, 'status' | 'scheduledAt' | 'createdAt'>,
  isHeld: boolean,
  now: Date,
): Link {
  // Nobody is reached who did not come while the link worked.
  if (status === 'UNREACHABLE') return { state: 'expired' };
  if (isOver(status)) return { state: 'finished' };
  if (status === 'IN_PROGRESS') return { state: 'in_call' };
  const opensAt = scheduledAt ?? createdAt;
  if (opensAt > now) return { state: 'not_yet', opensAt };
  if (opensAt <= expiryBefore(now)) return { state: 'expired' };
  return { state: isHeld ? 'not_yet' : 'open' };
}

/**
 * Under which ids the minutes of a web call are held while nobody is in it, beside that of an invitation: its own until
 * somebody joins it, then that of the call which they left.
 */
export const heldUnder = (one: {
  readonly conversationId: string;
  readonly lastCallAttemptId?: string | null;
}): string[] => [one.conversationId, ...(one.lastCallAttemptId ? [one.lastCallAttemptId] : [])];

/** As the last call of a completed conversation was settled. */
export const endedEarly = (reasonCode: string | null | undefined): boolean => reasonCode === 'HUNG_UP';

/** Why a call cannot be joined, in words for the contact. */
export const refusals: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  not_yet: 'This call is not open yet: come back when it is',
  in_call: 'This call is already open, perhaps in another window',
  finished: 'This call is finished',
  expired: 'This link has expired: ask for a new one',
};

export interface PageEvent {
  /** Absent: it is not one that can be resumed after. */
  readonly id?: string;
  readonly data: unknown;
}

export interface WebCallHandler {
  view(conversationId: string): Promise<WebCallView>;
  join(
    conversationId: string,
    wanted: Static<typeof Joining>,
  ): Promise<{ callId: string; resumeKey: string; answer?: string }>;
  resume(
    conversationId: string,
    wanted: Static<typeof Resuming>,
  ): Promise<{ callId: string; answer?: string }>;
  /** What came after the event with this id, and what comes until the call has ended or the signal is aborted. */
  follow(conversationId: string, key: string, afterId: number, signal: AbortSignal): AsyncIterable<PageEvent>;
  type(conversationId: string, wanted: Static<typeof Typing>): void;
  leave(conversationId: string, wanted: Static<typeof Leaving>): void;
  /** The page is being closed, perhaps to be loaded again: the call waits. */
  leavePage(conversationId: string, wanted: Static<typeof Leaving>): void;
}
