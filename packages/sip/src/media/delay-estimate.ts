/** How late packets come, compared with the quickest of the last seconds. */

const WINDOW = 192;
/** Of the packets, so many are waited for; what the rest brings is not worth the delay it would cost all others. */
const SHARE_WAITED_FOR = 0.97;
const LEAST_MS = 40;
const MOST_MS = 240;
/** Between a packet's coming and the next frame that is due. */
const MARGIN_MS = 20;
const LOOK_EVERY = 16;
/** From one packet to the next: the network stalled, or their clock was set anew. Neither says how it is now. */
const JUMP_MS = 400;

export class DelayEstimate {
  /** How long a packet is kept before it is played, counted from the quickest. */
  targetMs = LEAST_MS;
  /** When the quickest came, less when it was spoken: two clocks, so the number itself means nothing. */
  baseMs = 0;
  readonly #window = new Float64Array(WINDOW);
  #count = 0;
  #lastMs = 0;

  /** When a packet came, less when it was spoken. */
  add(transitMs: number): void {
    if (Math.abs(transitMs - this.#lastMs) > JUMP_MS) this.#count = 0;
    this.#lastMs = transitMs;
    this.#window[this.#count % WINDOW] = transitMs;
    this.#count += 1;
    if (this.#count === 1 || transitMs < this.baseMs) this.baseMs = transitMs;
    if (this.#count % LOOK_EVERY === 0) this.#look();
  }

  /** Another stream has begun, over the same network: only the clock is unknown. */
  restart(): void {
    this.#count = 0;
  }

  #look(): void {
    const sorted = this.#window.slice(0, Math.min(this.#count, WINDOW)).sort();
    this.baseMs = sorted[0] as number;
    const late = (sorted[Math.floor((sorted.length - 1) * SHARE_WAITED_FOR)] as number) - this.baseMs;
    this.targetMs = Math.max(LEAST_MS, Math.min(MOST_MS, late + MARGIN_MS));
  }
}
