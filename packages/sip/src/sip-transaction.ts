import type { SipTime } from './sip-time.ts';

/**
 * The four transactions of RFC 3261, section 17, with the state that RFC 6026 adds for an accepted INVITE, as
 * tables: for each state its timers, and what every event leads to.
 */
export type TransactionKind = 'INVITE client' | 'client' | 'INVITE server' | 'server';

type State = 'calling' | 'trying' | 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'terminated';
type Timer = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

/** Of a response, received or given; of a request that comes again; of an ACK; of a message that cannot be sent. */
export type TransactionEvent = '1xx' | '2xx' | 'failure' | 'request' | 'ACK' | 'unsendable' | Timer;

/**
 * `send`: the request, or the last response, once more. `ack`: answers a failure. `tell`: hands it to whoever
 * asked. `give up`: nobody answered in time. `fail`: it could not be sent.
 */
export type TransactionDeed = 'send' | 'ack' | 'tell' | 'give up' | 'fail';

interface Row {
  readonly timers: readonly Timer[];
  readonly on: Readonly<Partial<Record<TransactionEvent, Step>>>;
}
type Step = readonly [to: State, ...deeds: TransactionDeed[]];
type Machine = { readonly start: State } & { readonly [state in State]?: Row };

const machines: Readonly<Record<TransactionKind, Machine>> = {
  'INVITE client': {
    start: 'calling',
    calling: {
      timers: ['A', 'B'],
      on: {
        A: ['calling', 'send'],
        B: ['terminated', 'give up'],
        '1xx': ['proceeding', 'tell'],
        '2xx': ['accepted', 'tell'],
        failure: ['completed', 'ack', 'tell'],
        unsendable: ['terminated', 'fail'],
      },
    },
    // How long it may ring is the caller's business.
    proceeding: {
      timers: [],
      on: {
        '1xx': ['proceeding', 'tell'],
        '2xx': ['accepted', 'tell'],
        failure: ['completed', 'ack', 'tell'],
      },
    },
    accepted: { timers: ['M'], on: { '2xx': ['accepted', 'tell'], M: ['terminated'] } },
    completed: { timers: ['D'], on: { failure: ['completed', 'ack'], D: ['terminated'] } },
  },
  client: {
    start: 'trying',
    trying: {
      timers: ['E', 'F'],
      on: {
        E: ['trying', 'send'],
        F: ['terminated', 'give up'],
        '1xx': ['proceeding', 'tell'],
        '2xx': ['completed', 'tell'],
        failure: ['completed', 'tell'],
        unsendable: ['terminated', 'fail'],
      },
    },
    proceeding: {
      timers: ['E', 'F'],
      on: {
        E: ['proceeding', 'send'],
        F: ['terminated', 'give up'],
        '1xx': ['proceeding', 'tell'],
        '2xx': ['completed', 'tell'],
        failure: ['completed', 'tell'],
        unsendable: ['terminated', 'fail'],
      },
    },
    completed: { timers: ['K'], on: { K: ['terminated'] } },
  },
  'INVITE server': {
    start: 'proceeding',
    proceeding: {
      timers: [],
      on: {
        request: ['proceeding', 'send'],
        '1xx': ['proceeding', 'send'],
        '2xx': ['accepted', 'send'],
        failure: ['completed', 'send'],
      },
    },
    // Sending a 2xx again until it is acknowledged is the business of whoever gave it.
    accepted: {
      timers: ['L'],
      on: { '2xx': ['accepted', 'send'], ACK: ['accepted', 'tell'], L: ['terminated'] },
    },
    completed: {
      timers: ['G', 'H'],
      on: {
        request: ['completed', 'send'],
        G: ['completed', 'send'],
        H: ['terminated', 'give up'],
        ACK: ['confirmed'],
      },
    },
    confirmed: { timers: ['I'], on: { I: ['terminated'] } },
  },
  server: {
    start: 'trying',
    trying: {
      timers: [],
      on: { '1xx': ['proceeding', 'send'], '2xx': ['completed', 'send'], failure: ['completed', 'send'] },
    },
    proceeding: {
      timers: [],
      on: {
        request: ['proceeding', 'send'],
        '1xx': ['proceeding', 'send'],
        '2xx': ['completed', 'send'],
        failure: ['completed', 'send'],
      },
    },
    completed: { timers: ['J'], on: { request: ['completed', 'send'], J: ['terminated'] } },
  },
};

const T1_MS = 500;
const T2_MS = 4000;
const T4_MS = 5000;
/** The maximum time a transaction waits. */
const GIVE_UP_MS = 64 * T1_MS;

interface Wait {
  readonly ms: number;
  /** On a reliable transport; absent: it is not set there at all. */
  readonly reliableMs?: number;
  /** Comes again, after twice as long each time, up to so much. */
  readonly upToMs?: number;
}

const waits: Readonly<Record<Timer, Wait>> = {
  A: { ms: T1_MS, upToMs: Number.POSITIVE_INFINITY },
  B: { ms: GIVE_UP_MS, reliableMs: GIVE_UP_MS },
  D: { ms: 32_000, reliableMs: 0 },
  E: { ms: T1_MS, upToMs: T2_MS },
  F: { ms: GIVE_UP_MS, reliableMs: GIVE_UP_MS },
  G: { ms: T1_MS, upToMs: T2_MS },
  H: { ms: GIVE_UP_MS, reliableMs: GIVE_UP_MS },
  I: { ms: T4_MS, reliableMs: 0 },
  J: { ms: GIVE_UP_MS, reliableMs: 0 },
  K: { ms: T4_MS, reliableMs: 0 },
  L: { ms: GIVE_UP_MS, reliableMs: GIVE_UP_MS },
  M: { ms: GIVE_UP_MS, reliableMs: GIVE_UP_MS },
};

export interface TransactionParts {
  readonly time: SipTime;
  readonly isReliable: boolean;
  readonly perform: (deed: TransactionDeed) => void;
  readonly onEnd: () => void;
}

/** One transaction on its way through its table. Events that its state knows nothing of are passed over. */
export class Transaction {
  readonly #machine: Machine;
  readonly #parts: TransactionParts;
  readonly #timers = new Map<Timer, () => void>();
  #state: State;

  constructor(kind: TransactionKind, parts: TransactionParts) {
    this.#machine = machines[kind];
    this.#parts = parts;
    this.#state = this.#machine.start;
    this.#setTimers();
  }

  get state(): State {
    return this.#state;
  }

  take(event: TransactionEvent): void {
    const step = this.#machine[this.#state]?.on[event];
    if (step === undefined) return;
    const [to, ...deeds] = step;
    this.#enter(to);
    for (const deed of deeds) this.#parts.perform(deed);
    if (to === 'terminated') this.#parts.onEnd();
  }

  /** Ends the transaction without a result. */
  drop(): void {
    if (this.#state === 'terminated') return;
    this.#enter('terminated');
    this.#parts.onEnd();
  }

  #enter(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#setTimers();
  }

  /** A timer that the next state also has keeps running. */
  #setTimers(): void {
    const wanted = this.#machine[this.#state]?.timers ?? [];
    for (const [timer, callOff] of this.#timers) {
      if (wanted.includes(timer)) continue;
      callOff();
      this.#timers.delete(timer);
    }
    for (const timer of wanted) {
      const { ms, reliableMs } = waits[timer];
      const waitMs = this.#parts.isReliable ? reliableMs : ms;
      if (waitMs !== undefined && !this.#timers.has(timer)) this.#set(timer, waitMs);
    }
  }

  #set(timer: Timer, waitMs: number): void {
    const callOff = this.#parts.time.after(waitMs, () => {
      this.#timers.delete(timer);
      const { upToMs } = waits[timer];
      if (upToMs !== undefined) this.#set(timer, Math.min(waitMs * 2, upToMs));
      this.take(timer);
    });
    this.#timers.set(timer, callOff);
  }
}

const LONGEST_MS = 4000;

interface Waiting {
  /** The 2xx carries our offer, and the ACK its answer. */
  readonly isOffer: boolean;
  callOff: () => void;
}

/** Repeats a 2xx to an INVITE until it is acknowledged (RFC 3261, section 13.3.1.4). */
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

  /** The 2xx that an ACK acknowledges; undefined for an unknown or repeated ACK. */
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
