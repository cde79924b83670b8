const SECOND_MS = 1_000;

/**
 * The service's time as far as a page can know it: the browser's clock, corrected by the `Date` header of every
 * reply. Timestamps of the service are compared with it, because the browser's clock may be minutes off.
 */
export class ServerClock {
  readonly #browserMs: () => number;
  #aheadMs = 0;

  constructor(browserMs: () => number = Date.now) {
    this.#browserMs = browserMs;
  }

  nowMs = (): number => this.#browserMs() + this.#aheadMs;

  /**
   * Corrects the clock by a reply. Its date has whole seconds and was right at some moment between the request and
   * now. The correction changes only as far as that proves it wrong, so a correct browser clock is not adjusted.
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
