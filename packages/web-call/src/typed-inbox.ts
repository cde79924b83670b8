import { type CallClock, systemCallClock } from '@parley/speech/call-clock.ts';

/** Far more than anybody types before they are answered. */
const MOST_WAITING = 50;

/** What the contact has typed and nobody has read yet, and whether they are still there. */
export class TypedInbox {
  readonly #clock: CallClock;
  #messages: string[] = [];
  #hasLeft = false;
  #arrived = Promise.withResolvers<void>();

  constructor(clock = systemCallClock) {
    this.#clock = clock;
  }

  /** False: too much is waiting already. */
  put(text: string): boolean {
    if (this.#messages.length >= MOST_WAITING || this.#hasLeft) return false;
    this.#messages.push(text);
    this.#wake();
    return true;
  }

  leave(): void {
    this.#hasLeft = true;
    this.#wake();
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Everything that waits, as one utterance: who sends an answer in three pieces gave one answer. */
  take(): string | undefined {
    if (this.#messages.length === 0) return undefined;
    const text = this.#messages.join('\n');
    this.#messages = [];
    return text;
  }

  /** Resolves when something waits or they have left; or the time is over, or the signal is aborted. */
  async arrival(withinMs: number | undefined, signal?: AbortSignal): Promise<void> {
    if (this.#messages.length > 0 || this.#hasLeft || signal?.aborted) return;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancel = withinMs === undefined ? undefined : this.#clock.after(withinMs, resolve);
    const abort = () => resolve();
    signal?.addEventListener('abort', abort, { once: true });
    await Promise.race([this.#arrived.promise, over]);
    cancel?.();
    signal?.removeEventListener('abort', abort);
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
