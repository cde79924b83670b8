import type { SipTime } from './sip-time.ts';
import { GIVE_UP_MS, T1_MS } from './sip-transaction.ts';

const LONGEST_MS = 4000;

interface Waiting {
  /** It holds an offer of ours, which the ACK answers. */
  readonly isOffer: boolean;
  callOff: () => void;
}

/** Gives a 2xx to an INVITE again and again until it is acknowledged (RFC 3261, section 13.3.1.4). */
export class AnswerRepeater {
  readonly #time: SipTime;
  readonly #onUnacknowledged: () => void;
  readonly #waiting = new Map<number, Waiting>();

  constructor(time: SipTime, onUnacknowledged: () => void) {
    this.#time = time;
    this.#onUnacknowledged = onUnacknowledged;
  }

  repeat(cseq: number, isOffer: boolean, send: () => void): void {
    this.acknowledged(cseq);
    const entry = { isOffer, callOff: () => {} };
    this.#waiting.set(cseq, entry);
    const untilMs = this.#time.nowMs() + GIVE_UP_MS;
    const later = (waitMs: number) => {
      entry.callOff = this.#time.after(waitMs, () => {
        if (this.#time.nowMs() >= untilMs) {
          this.#waiting.delete(cseq);
          this.#onUnacknowledged();
          return;
        }
        send();
        later(Math.min(waitMs * 2, LONGEST_MS));
      });
    };
    later(T1_MS);
  }

  /** Whether an offer of ours has not been answered yet. */
  get hasOffer(): boolean {
    return this.#waiting.values().some(({ isOffer }) => isOffer);
  }

  /** What it acknowledges; undefined: nothing, or it came a second time. */
  acknowledged(cseq: number): Waiting | undefined {
    const waiting = this.#waiting.get(cseq);
    waiting?.callOff();
    this.#waiting.delete(cseq);
    return waiting;
  }

  stop(): void {
    for (const cseq of [...this.#waiting.keys()]) this.acknowledged(cseq);
  }
}
