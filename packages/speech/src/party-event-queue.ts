import type { Heard } from '@parley/call-engine/party.ts';

/** A cap for keys pressed while nobody listens. */
const MOST = 1000;

/** Events that the conductor has not taken yet, in order. */
export class PartyEventQueue {
  readonly #events: Heard[] = [];

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** A newer event replaces the partial before it. */
  push(heard: Heard): void {
    const last = this.#events.at(-1);
    if (last?.kind === 'partial') this.#events.pop();
    if (heard.kind === 'digit' && this.#events.length >= MOST) return;
    this.#events.push(heard);
  }

  shift(): Heard | undefined {
    return this.#events.shift();
  }
}
