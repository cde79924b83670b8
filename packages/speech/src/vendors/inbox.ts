import { SpeechFailure } from '../speech-failure.ts';

/** A socket cannot be asked to wait: a vendor that sends more than anybody plays is cut. */
const MOST_BYTES = 32 * 1024 ** 2;

type Data = string | ArrayBuffer;

/** Messages of a socket for one who takes them at their own pace. */
export class Inbox {
  readonly #messages: Data[] = [];
  #bytes = 0;
  #isEnded = false;
  #failure: SpeechFailure | undefined;
  #wake: (() => void) | undefined;

  put(data: Data): void {
    if (this.#isEnded) return;
    this.#messages.push(data);
    this.#bytes += sizeOf(data);
    if (this.#bytes > MOST_BYTES) this.end(new SpeechFailure('unusable', 'The vendor sent too much data'));
    this.#wake?.();
  }

  /** What has come is still taken; then the failure is thrown, if it was one. */
  end(failure?: SpeechFailure): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#failure = failure;
    if (failure === undefined) this.#messages.length = 0;
    this.#wake?.();
  }

  /** The next message; undefined once it was ended without a failure. Throws when there is none in time. */
  async take(patienceMs: number): Promise<Data | undefined> {
    if (this.#messages.length === 0 && !this.#isEnded) await this.#news(patienceMs);
    const next = this.#messages.shift();
    if (next !== undefined) {
      this.#bytes -= sizeOf(next);
      return next;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  async #news(patienceMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new SpeechFailure('deadline', `Nothing more within ${patienceMs} ms`)),
      patienceMs,
    );
    this.#wake = resolve;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#wake = undefined;
    }
  }
}

const sizeOf = (data: Data): number => (typeof data === 'string' ? data.length : data.byteLength);
