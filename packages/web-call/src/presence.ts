import type { CallClock } from '@parley/speech/call-clock.ts';

/** A connection may be gone for so long before it counts: networks change, and pages connect again by themselves. */
const GRACE_MS = 20_000;

export interface PresenceOptions {
  readonly clock: CallClock;
  /** How long somebody who is away is waited for. */
  readonly waitMs: () => number;
  readonly onAway: () => void;
  /** They were waited for in vain. */
  readonly onGone: () => void;
}

type State =
  /** They have joined; their page has not connected yet. */
  | 'expected'
  | 'here'
  /** The connection is gone, perhaps for a moment only. */
  | 'missing'
  /** The page was closed, or its connection is gone for longer. The call waits. */
  | 'away'
  | 'over';

/** Whether the contact's page is connected, and for how long nobody was there. */
export class Presence {
  readonly #with: PresenceOptions;
  #state: State = 'expected';
  /** Streams of events, and sound. */
  #connections = new Set<symbol>();
  #cancel: () => void = () => {};
  #hasReturned = false;
  #awaySinceMs = 0;
  #awayMs = 0;
  #changed = Promise.withResolvers<void>();

  constructor(options: PresenceOptions) {
    this.#with = options;
    this.#await(GRACE_MS, () => this.#with.onGone());
  }

  /** Nobody is connected who was before. */
  get isMissing(): boolean {
    return this.#state === 'missing' || this.#state === 'away';
  }

  get isAway(): boolean {
    return this.#state === 'away';
  }

  /** For so long the call has waited. */
  awayMs(): number {
    return this.#awayMs + (this.isAway ? this.#with.clock.nowMs() - this.#awaySinceMs : 0);
  }

  /** Resolves when they come, go, or are given up. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Whether they came back and nobody has welcomed them; true only once. */
  takeReturn(): boolean {
    const hasReturned = this.#hasReturned;
    this.#hasReturned = false;
    return hasReturned;
  }

  /** Connected, until what this answers is called. */
  connect(): () => void {
    if (this.#state === 'over') return () => {};
    const connection = Symbol('connection');
    this.#connections.add(connection);
    if (this.#state !== 'here') this.#become('here');
    return () => {
      if (this.#connections.delete(connection) && this.#connections.size === 0) this.#miss();
    };
  }

  /** The page says that it is being closed: whatever still seems to be connected is not. */
  leavePage(): void {
    if (this.#state === 'over' || this.#state === 'away') return;
    this.#connections.clear();
    this.#goAway(Math.max(this.#with.waitMs(), GRACE_MS));
  }

  /** Another page takes the place of the one before, and is about to connect. */
  comeBack(): void {
    if (this.#state === 'over') return;
    this.#connections.clear();
    this.#miss();
    this.#hasReturned = true;
  }

  end(): void {
    this.#cancel();
    this.#become('over');
  }

  #miss(): void {
    if (this.#state === 'over') return;
    this.#become('missing');
    this.#await(GRACE_MS, () => {
      const restMs = this.#with.waitMs() - GRACE_MS;
      if (restMs > 0) this.#goAway(restMs);
      else this.#with.onGone();
    });
  }

  #goAway(waitMs: number): void {
    this.#become('away');
    this.#with.onAway();
    this.#await(waitMs, () => this.#with.onGone());
  }

  #become(state: State): void {
    this.#cancel();
    const nowMs = this.#with.clock.nowMs();
    if (this.isAway) {
      this.#awayMs += nowMs - this.#awaySinceMs;
      this.#hasReturned = state !== 'over';
    }
    if (state === 'away') this.#awaySinceMs = nowMs;
    this.#state = state;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #await(ms: number, then: () => void): void {
    this.#cancel();
    this.#cancel = this.#with.clock.after(ms, then);
  }
}
