import type { EventData, EventType } from '@parley/contract/event.ts';

/** What a domain hands to the outbox. */
export type NewEvent = {
  [Name in EventType]: {
    readonly type: Name;
    /** What it is about; events of one subject are delivered in order. */
    readonly subjectId: string;
    readonly data: EventData<Name>;
  };
}[EventType];

export interface Event {
  readonly id: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** What of a company's own things changed. Only the console reads it from the outbox; webhooks cannot subscribe to it. */
export type ChangedKind = 'conversation' | 'run' | 'webhook' | 'agent' | 'contact';

/** An entry of the outbox, of whichever sort, without what only receivers need. */
export interface PublishedEvent {
  readonly type: EventType | `change.${ChangedKind}`;
  readonly subjectId: string;
  /** `id`, `status`, `callAttemptId` and `runId`, where the entry has them. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}
