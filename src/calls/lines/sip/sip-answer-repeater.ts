import type { SipTime } from './sip-time.ts';
import { GIVE_UP_MS, T1_MS } from './sip-transaction.ts';

const LONGEST_MS = 4000;

/** Gives a 2xx to an INVITE again and again until it is acknowledged (RFC 3261, section 13.3.1.4). */
export class AnswerRepeater {
  readonly #time: SipTime;
  readonly #onUnacknowledged: () => void;
  readonly #waiting = new Map<number, { readonly isOffer: boolean; callOff: () => void }>();

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

  /** Whether it held an offer of ours, which the ACK answers. */
  isWaitingForAnswer(cseq: number): boolean {
    return this.#waiting.get(cseq)?.isOffer ?? false;
  }

  acknowledged(cseq: number): void {
    this.#waiting.get(cseq)?.callOff();
    this.#waiting.delete(cseq);
  }

  stop(): void {
    for (const cseq of [...this.#waiting.keys()]) this.acknowledged(cseq);
  }
}
