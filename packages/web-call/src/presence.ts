import type { CallClock } from '@parley/speech/call-clock.ts';

/** How long a connection may be lost before the contact counts as away: networks change, and pages reconnect. */
const GRACE_MS = 20_000;

export interface PresenceOptions {
  readonly clock: CallClock;
  /** How long the call waits for a contact who is away. */
  readonly waitMs: () => number;
  readonly onAway: () => void;
  /** The contact did not return in time. */
  readonly onGone: () => void;
}

type State =
  /** The contact has joined; the page has not connected yet. */
  | 'expected'
  | 'here'
  /** The connection is lost, perhaps only for a moment. */
  | 'missing'
  /** The page was closed, or its connection is lost for longer. The call waits. */
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

  get isHere(): boolean {
    return this.#state === 'here';
  }

  /** The page was connected before, and is not any more. */
  get isMissing(): boolean {
    return this.#state === 'missing' || this.#state === 'away';
  }

  get isAway(): boolean {
    return this.#state === 'away';
  }

  /** How long the call has waited. */
  awayMs(): number {
    return this.#awayMs + (this.isAway ? this.#with.clock.nowMs() - this.#awaySinceMs : 0);
  }

  /** Resolves when the contact connects, disconnects or is given up. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Whether the contact has returned and was not welcomed yet; true only once. */
  takeReturn(): boolean {
    const hasReturned = this.#hasReturned;
    this.#hasReturned = false;
    return hasReturned;
  }

  /** Registers a connection; call the returned function when it ends. */
  connect(): () => void {
    if (this.#state === 'over') return () => {};
    const connection = Symbol('connection');
    this.#connections.add(connection);
    if (this.#state !== 'here') this.#become('here');
    return () => {
      if (this.#connections.delete(connection) && this.#connections.size === 0) this.#miss();
    };
  }

  /** The page reports that it is closing: its connections no longer count. */
  leavePage(): void {
    if (this.#state === 'over' || this.#state === 'away') return;
    this.#connections.clear();
    this.#goAway(Math.max(this.#with.waitMs(), GRACE_MS));
  }

  /** Another page replaces the previous one and is about to connect. */
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
