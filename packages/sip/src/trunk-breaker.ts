import type { SipTime } from './sip-time.ts';

/** Why a trunk gets no calls. */
export type TrunkFault =
  /** It does not answer, cannot be reached or has no address: any answer of it shows that it is back. */
  | 'dead'
  /** It answers, and refuses user and password: only a call shows that it accepts them again. */
  | 'login'
  /** It answers, and fails one call after the other. */
  | 'failing';

export interface TrunkTrouble {
  readonly fault: TrunkFault;
  /** The end of a sentence that begins with the trunk: "does not answer". */
  readonly words: string;
  readonly sinceMs: number;
}

/**
 * So many failures in a row open the breaker. A number can be what a server fails on, so one failure proves nothing; a
 * refused password is refused for every number.
 */
const failuresToOpen: Readonly<Record<TrunkFault, number>> = { dead: 3, login: 1, failing: 5 };

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 60_000;
/** The longest pause of a trunk, whatever its Retry-After says. */
const MOST_PATIENCE_MS = 3_600_000;

/**
 * The circuit breaker of a trunk. While it is open no call is placed through it, except one at a time as a probe, after
 * pauses that double from a second to a minute.
 */
export class TrunkBreaker {
  readonly #time: SipTime;
  readonly #onChange: (trouble: TrunkTrouble | undefined) => void;
  #trouble: TrunkTrouble | undefined;
  #failures = 0;
  #lastFault: TrunkFault | undefined;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  #lastRestMs = 0;
  #isProbing = false;

  constructor(time: SipTime, onChange: (trouble: TrunkTrouble | undefined) => void) {
    this.#time = time;
    this.#onChange = onChange;
  }

  /** Undefined: it is closed, and calls go through. */
  get trouble(): TrunkTrouble | undefined {
    return this.#trouble;
  }

  /** How long the trunk is still paused. */
  restMs(): number {
    return Math.max(0, this.#restsUntilMs - this.#time.nowMs());
  }

  /** Pauses the trunk: it sent Retry-After or failed. Without a time, the pause doubles. */
  rest(askedMs: number | null): void {
    const ownMs = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, this.#lastRestMs * 2));
    if (askedMs === null) this.#lastRestMs = ownMs;
    const restMs = Math.min(MOST_PATIENCE_MS, askedMs ?? ownMs);
    this.#restsUntilMs = Math.max(this.#restsUntilMs, this.#time.nowMs() + restMs);
  }

  /**
   * A call may be placed as a probe of an open breaker; undefined: another one is under way. The probe is over when the
   * function is called.
   */
  probe(): (() => void) | undefined {
    if (this.#isProbing) return undefined;
    this.#isProbing = true;
    return () => {
      this.#isProbing = false;
    };
  }

  /** A call or a probe failed. `isCertain`: one failure is proof enough. */
  fail(fault: TrunkFault, words: string, isCertain = false): void {
    this.#failures = fault === this.#lastFault ? this.#failures + 1 : 1;
    this.#lastFault = fault;
    const isOpen = isCertain || this.#failures >= failuresToOpen[fault];
    // A trunk that answers is not paused for all because of one call.
    if ((isOpen || fault === 'dead') && this.restMs() === 0) this.rest(null);
    if (!isOpen || this.#trouble?.fault === fault) return;
    this.#trouble = { fault, words, sinceMs: this.#trouble?.sinceMs ?? this.#time.nowMs() };
    this.#onChange(this.#trouble);
  }

  /** A call went through it, whatever became of the call. */
  work(): void {
    const wasOpen = this.#trouble !== undefined;
    this.#failures = 0;
    this.#lastFault = undefined;
    this.#lastRestMs = 0;
    this.#restsUntilMs = Number.NEGATIVE_INFINITY;
    this.#trouble = undefined;
    if (wasOpen) this.#onChange(undefined);
  }

  /** It answered OPTIONS: a dead trunk is back; one that refuses calls may still do so. */
  answer(): void {
    if (this.#lastFault === 'dead' || this.#trouble?.fault === 'dead') this.work();
  }
}
