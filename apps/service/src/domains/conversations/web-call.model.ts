import type { Joining, Leaving, Resuming, Typing, WebCallView } from '@parley/contract/web-call.ts';
import type { Static } from 'typebox';

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
