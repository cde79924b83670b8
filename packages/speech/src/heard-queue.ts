import type { Heard } from '@parley/call-engine/party.ts';

/** Nobody says or presses so much while it is not listened to; beyond it keys are no longer noted. */
const MOST = 1000;

/** What has happened and has not been listened to yet, in its order. */
export class HeardQueue {
  readonly #heard: Heard[] = [];

  get isEmpty(): boolean {
    return this.#heard.length === 0;
  }

  /** What is known better now takes the place of what was known of the same words. */
  push(heard: Heard): void {
    const last = this.#heard.at(-1);
    if (last?.kind === 'partial') this.#heard.pop();
    if (heard.kind === 'digit' && this.#heard.length >= MOST) return;
    this.#heard.push(heard);
  }

  shift(): Heard | undefined {
    return this.#heard.shift();
  }
}
