import type { EventData, EventType } from '@parley/contract/event.ts';

/** What a domain hands to the outbox. */
export type NewEvent = {
  [Name in EventType]: {
    readonly type: Name;
    /** What it is about; events of one subject are delivered in order. */
    readonly subjectId: string;
    readonly data: EventData<Name>;
    readonly said?: SaidIn<EventData<Name>>;
  };
}[EventType];

/** What of the data a contact said in a call, or was found out by it: sealed with the contact's key. */
export interface SaidIn<Data> {
  readonly attemptId: string;
  /** Stands where it stood, and is what somebody is shown whom the key is refused. */
  readonly without: Partial<Data>;
}

export interface Event {
  readonly id: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** As it is stored. */
export interface StoredEvent extends Event {
  /** The properties of the data that were sealed, as they were; null: nothing was. */
  readonly sealed: Buffer | null;
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
