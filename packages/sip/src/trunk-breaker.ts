import type { SipTime } from './sip-time.ts';

/** Why a trunk gets no calls. */
export type TrunkFault =
  /** It does not answer, cannot be reached or has no address: any answer of it shows that it is back. */
  | 'dead'
  /** It answers, and refuses user and password: only what was refused shows that it accepts them again. */
  | 'login'
  /** It answers, and our account there has no credit left. */
  | 'credit'
  /** It answers, and fails one call after the other. */
  | 'failing';

export interface TrunkTrouble {
  readonly fault: TrunkFault;
  /** The end of a sentence that begins with the trunk: "does not answer". */
  readonly words: string;
  readonly sinceMs: number;
}

/** Requests in which a trunk may refuse user and password without any call. */
type LoginRequest = 'OPTIONS' | 'REGISTER';

interface FailureProof {
  readonly isCertain?: boolean;
  /** Who was called. */
  readonly number?: string;
}

/**
 * So many failures in a row open the breaker. A number can be what a server fails on, so one failure proves nothing; a
 * refused password is refused for every number.
 */
const failuresToOpen: Readonly<Record<TrunkFault, number>> = {
  dead: 3,
  login: 1,
  // A single call may be too dear for what is left.
  credit: 3,
  failing: 5,
};

/**
 * So many numbers in a row that do not exist are no longer believed: a trunk that wants numbers in another form, or has no
 * route for them, refuses them in the same words. Even of a list with a third of dead numbers, ten in a row are rare.
 */
const UNKNOWN_NUMBERS_TO_OPEN = 10;

/**
 * So many numbers in a row that it took calls to, and that did not ring, are taken to be out of reach: some mobile networks
 * report a telephone without reception in no other way. Where that is one in ten, six in a row are one in a million.
 */
const UNCONNECTED_NUMBERS_TO_OPEN = 5;

/** So many numbers in a row that the telephone network did not reach: some networks say so of numbers that do not exist. */
const UNROUTED_NUMBERS_TO_OPEN = UNKNOWN_NUMBERS_TO_OPEN;

/** A trunk that fails calls to so many numbers does so for a reason of its own: one number may be what it fails on. */
const NUMBERS_TO_PROVE = 3;

/**
 * A trunk that has had no room for anybody for so long is out of service: when all its lines are busy, calls end meanwhile.
 * Ours take two to four minutes.
 */
const NO_ROOM_MS = 5 * 60_000;
/** What it said before it was left alone for so long says nothing about now. */
const NO_ROOM_KEPT_MS = 3 * 60_000;

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
  readonly #failedNumbers = new Set<string>();
  readonly #unknownNumbers = new Set<string>();
  readonly #unconnectedNumbers = new Set<string>();
  readonly #unroutedNumbers = new Set<string>();
  readonly #roomlessNumbers = new Set<string>();
  #roomlessSinceMs: number | undefined;
  #callsOnLine = 0;
  /** Since when calls are on its lines without a break. */
  #onLineSinceMs = 0;
  #lastFault: TrunkFault | undefined;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  #lastRestMs = 0;
  #isProbing = false;
  #hasWorked = false;
  readonly #loginRefusedIn = new Set<LoginRequest>();
  /** Calls go through all the same. */
  #isRefusalHarmless = false;

  constructor(time: SipTime, onChange: (trouble: TrunkTrouble | undefined) => void) {
    this.#time = time;
    this.#onChange = onChange;
  }

  /** Undefined: it is closed, and calls go through. */
  get trouble(): TrunkTrouble | undefined {
    return this.#trouble;
  }

  /** A call has gone through it. */
  get hasWorked(): boolean {
    return this.#hasWorked;
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

  /**
   * It answers, and no call goes through for a reason of its own: its calls are waited for, but not for ever, because only
   * calls show when it works again.
   */
  get refusesEveryCall(): boolean {
    const fault = this.#trouble?.fault;
    const isProven = this.#failedNumbers.size >= NUMBERS_TO_PROVE || this.#reachesNone;
    return fault === 'credit' || (fault === 'failing' && isProven);
  }

  /** A call to the number, or a probe, failed. `isCertain`: one failure is proof enough. */
  fail(fault: TrunkFault, words: string, { isCertain = false, number }: FailureProof = {}): void {
    if (fault !== this.#lastFault) this.#failedNumbers.clear();
    if (number !== undefined && this.#failedNumbers.size < NUMBERS_TO_PROVE) this.#failedNumbers.add(number);
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
    this.#hasWorked = true;
    this.#isRefusalHarmless = this.#loginRefusedIn.size > 0;
    this.#forgetDoubts();
    this.#close();
  }

  /** A telephone rings: it does know numbers, and reaches them. */
  ring(): void {
    if (this.#reachesNone) this.#close();
    this.#forgetDoubts();
  }

  /** It said, and the telephone network did not, that a number does not exist. Whether that is no longer believed. */
  doubtsNumber(number: string, words: string): boolean {
    const isDoubted = countsBeyond(this.#unknownNumbers, number, UNKNOWN_NUMBERS_TO_OPEN);
    if (isDoubted) this.fail('failing', words, { isCertain: true });
    else this.#close();
    return isDoubted;
  }

  /** It took a call to the number, and no telephone rang. Whether that is no longer put down to the number. */
  doubtsUnconnected(number: string, words: string): boolean {
    const isDoubted = countsBeyond(this.#unconnectedNumbers, number, UNCONNECTED_NUMBERS_TO_OPEN);
    if (isDoubted) this.fail('failing', words, { isCertain: true });
    return isDoubted;
  }

  /** The telephone network failed on the way to the number, or has no route. Whether that is no longer put down to the number. */
  doubtsRoute(number: string, words: string): boolean {
    const isDoubted = countsBeyond(this.#unroutedNumbers, number, UNROUTED_NUMBERS_TO_OPEN);
    if (isDoubted) this.fail('failing', words, { isCertain: true });
    return isDoubted;
  }

  /** It has no room for the call to the number, and is not paused for that yet. */
  lackRoom(number: string, words: string): void {
    const nowMs = this.#time.nowMs();
    // Our own calls may be what it is full of.
    if (this.#callsOnLine > 0) return;
    if (nowMs - this.#restsUntilMs > NO_ROOM_KEPT_MS) this.#forgetLackOfRoom();
    this.#roomlessSinceMs ??= nowMs;
    countsBeyond(this.#roomlessNumbers, number, NUMBERS_TO_PROVE);
    if (this.#hasRoomForNone) this.fail('failing', words, { isCertain: true });
  }

  /**
   * A call is on one of its lines, until the function is called; a second time does nothing. Meanwhile it says nothing of the trunk
   * that there is no room: a call that the trunk brought us shows no room for ours.
   */
  carry(): () => void {
    if (this.#callsOnLine === 0) this.#onLineSinceMs = this.#time.nowMs();
    this.#callsOnLine += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#callsOnLine -= 1;
      if (this.#callsOnLine > 0 || this.#roomlessSinceMs === undefined || this.#trouble !== undefined) return;
      this.#roomlessSinceMs += this.#time.nowMs() - Math.max(this.#onLineSinceMs, this.#roomlessSinceMs);
    };
  }

  get #hasRoomForNone(): boolean {
    return (
      this.#roomlessNumbers.size >= NUMBERS_TO_PROVE &&
      this.#time.nowMs() - (this.#roomlessSinceMs ?? Number.POSITIVE_INFINITY) >= NO_ROOM_MS
    );
  }

  #forgetLackOfRoom(): void {
    this.#roomlessNumbers.clear();
    this.#roomlessSinceMs = undefined;
  }

  get #reachesNone(): boolean {
    return (
      this.#hasRoomForNone ||
      this.#unconnectedNumbers.size > UNCONNECTED_NUMBERS_TO_OPEN ||
      this.#unroutedNumbers.size > UNROUTED_NUMBERS_TO_OPEN
    );
  }

  #forgetDoubts(): void {
    this.#unknownNumbers.clear();
    this.#unconnectedNumbers.clear();
    this.#unroutedNumbers.clear();
    this.#forgetLackOfRoom();
  }

  #close(): void {
    const wasOpen = this.#trouble !== undefined;
    this.#forgetLackOfRoom();
    this.#failures = 0;
    this.#failedNumbers.clear();
    this.#lastFault = undefined;
    this.#lastRestMs = 0;
    this.#restsUntilMs = Number.NEGATIVE_INFINITY;
    this.#trouble = undefined;
    if (wasOpen) this.#onChange(undefined);
  }

  /** User and password were refused without any call. A trunk that connects calls all the same is used. */
  refuseLogin(request: LoginRequest, words: string): void {
    this.#loginRefusedIn.add(request);
    if (!this.#isRefusalHarmless) this.fail('login', words);
  }

  /** They are not refused, or no longer. */
  acceptLogin(request: LoginRequest): void {
    if (!this.#loginRefusedIn.delete(request) || this.#loginRefusedIn.size > 0) return;
    this.#isRefusalHarmless = false;
    if (this.#trouble?.fault === 'login') this.#close();
  }

  /** It answered OPTIONS: a dead trunk is back; one that refuses calls may still do so. */
  answer(): void {
    if (this.#lastFault === 'dead' || this.#trouble?.fault === 'dead') this.#close();
  }
}

/** Adds a number, and says whether there are more than so many. A call that waits for another trunk brings the same number again. */
function countsBeyond(numbers: Set<string>, number: string, most: number): boolean {
  if (numbers.size <= most) numbers.add(number);
  return numbers.size > most;
}
