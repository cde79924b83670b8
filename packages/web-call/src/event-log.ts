import type { WebEvent } from './web-event.ts';

export interface LoggedEvent {
  /** Rises from 1. */
  readonly id: number;
  readonly event: WebEvent;
}

/** A call of two hours has some hundred captions; whoever was away longer than this misses the oldest. */
const MOST_KEPT = 2000;

/** The events of one call, for pages that follow them and come back after they lost the connection. */
export class EventLog {
  #kept: LoggedEvent[] = [];
  #lastId = 0;
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  /** After the call has ended nothing more is told. */
  add(event: WebEvent): void {
    if (this.#isOver) return;
    // Of a caption that grows, only the latest is worth catching up with.
    const before = this.#kept.at(-1)?.event;
    if (event.type === 'update' && before?.type === 'update' && before.id === event.id) this.#kept.pop();
    this.#lastId += 1;
    this.#kept.push({ id: this.#lastId, event });
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    this.#isOver = event.type === 'call_ended';
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** What came after the event with this id, and what comes, until the call has ended or the follower has gone. */
  async *after(id: number, signal: AbortSignal): AsyncGenerator<LoggedEvent> {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const leave = () => resolve();
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (let seen = id; !signal.aborted; ) {
        const { promise: changed } = this.#changed;
        const unseen = this.#kept.find((one) => one.id > seen);
        if (unseen) {
          seen = unseen.id;
          yield unseen;
        } else if (this.#isOver) return;
        else await Promise.race([changed, gone]);
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
