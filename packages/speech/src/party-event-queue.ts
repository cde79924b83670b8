import type { Heard } from '@parley/call-engine/party.ts';

/** Nobody says or presses so much while it is not listened to; beyond it keys are no longer noted. */
const MOST = 1000;

/** What has happened and has not been listened to yet, in its order. */
export class PartyEventQueue {
  readonly #events: Heard[] = [];

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** What is known better now takes the place of what was known of the same words. */
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
