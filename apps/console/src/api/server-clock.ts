const SECOND_MS = 1_000;

/**
 * The service's time, as a page can know it: the browser's clock, put right by the `Date` of every reply. Times that the
 * service wrote are compared with it, never with the clock of a computer that may be minutes off.
 */
export class ServerClock {
  readonly #browserMs: () => number;
  #aheadMs = 0;

  constructor(browserMs: () => number = Date.now) {
    this.#browserMs = browserMs;
  }

  nowMs = (): number => this.#browserMs() + this.#aheadMs;

  /**
   * Learns from a reply. Its date is whole seconds, and was true at some moment between the request and now: the
   * correction is changed only as far as that proves it wrong, so a browser whose clock is right is left alone.
   */
  learn(date: string | null, sentAtMs: number): void {
    const dateMs = Date.parse(date ?? '');
    if (Number.isNaN(dateMs)) return;
    const least = dateMs - this.#browserMs();
    const most = dateMs + SECOND_MS - sentAtMs;
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, least), most);
  }
}

/** The one clock of the page. */
export const serverClock = new ServerClock();
