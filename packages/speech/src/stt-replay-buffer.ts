import type { AudioRate } from '@parley/audio/audio-leg.ts';
import type { SttStream } from './speech-to-text.ts';

/** Kept while nobody speaks: the moment before speech is noticed. */
const BEFORE_MS = 500;
/** Audio without words yet: another vendor could not catch up on more. */
const LONGEST_MS = 20_000;

type Mark = 'began' | 'paused';

/** What was sent to a vendor since its last final words, so that another can get the same. */
export class SttReplayBuffer {
  readonly #rateHz: AudioRate;
  #entries: (Int16Array | Mark)[] = [];
  #startSample = 0;
  #endSample = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  /** Of the first sound that is kept, in the time of the call. */
  get startMs(): number {
    return Math.round((this.#startSample * 1000) / this.#rateHz);
  }

  /** Whether final words were asked for that have not come. */
  get isFinalPending(): boolean {
    return this.#entries.includes('paused');
  }

  pushFrame(frame: Int16Array): void {
    // The caller may reuse the frame.
    this.#entries.push(frame.slice());
    this.#endSample += frame.length;
    this.#forget(this.#entries.some(isMark) ? LONGEST_MS : BEFORE_MS);
  }

  speechBegan(): void {
    this.#entries.push('began');
  }

  speechPaused(): void {
    this.#entries.push('paused');
  }

  /** The final words of the oldest pause have come. */
  settle(): void {
    const paused = this.#entries.indexOf('paused');
    for (const entry of this.#entries.splice(0, paused + 1))
      if (!isMark(entry)) this.#startSample += entry.length;
  }

  replayTo(stream: SttStream): void {
    for (const entry of this.#entries) {
      if (entry === 'began') stream.speechBegan();
      else if (entry === 'paused') stream.speechPaused();
      else stream.pushFrame(entry);
    }
  }

  /** Drops the oldest audio, but keeps the marks where speech began and paused. */
  #forget(longestMs: number): void {
    const most = (longestMs * this.#rateHz) / 1000;
    while (this.#endSample - this.#startSample > most) {
      const oldest = this.#entries.findIndex((entry) => !isMark(entry));
      const [frame] = this.#entries.splice(oldest, 1) as [Int16Array];
      this.#startSample += frame.length;
    }
  }
}

const isMark = (entry: Int16Array | Mark): entry is Mark => typeof entry === 'string';
