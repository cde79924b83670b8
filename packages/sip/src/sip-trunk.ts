import { bracketed, type SipUri } from './sip-address.ts';
import type { Credentials } from './sip-digest.ts';
import type { SipTime } from './sip-time.ts';

export interface TrunkSettings {
  readonly uri: SipUri;
  readonly credentials: Credentials | null;
  readonly isSoundSecure: boolean;
  readonly callsPerSecond: number;
  readonly mostCalls: number;
}

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 60_000;
/** The longest pause of a trunk, whatever its Retry-After says. */
const MOST_PATIENCE_MS = 3_600_000;

/** A provider or a telephone system that calls are placed through, with its limits. */
export class SipTrunk {
  readonly settings: TrunkSettings;
  readonly #time: SipTime;
  readonly #waiting: (() => void)[] = [];
  #live = 0;
  #nextAtMs = Number.NEGATIVE_INFINITY;
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  #lastRestMs = 0;

  constructor(settings: TrunkSettings, time: SipTime) {
    this.settings = settings;
    this.#time = time;
  }

  get host(): string {
    return this.settings.uri.host;
  }

  get liveCalls(): number {
    return this.#live;
  }

  /** Its own address. */
  get address(): string {
    return `${this.settings.uri.scheme}:${this.#server}`;
  }

  /** Where a number is reached through it. */
  readonly uriOf = (number: string): string =>
    `${this.settings.uri.scheme}:${number.replace(/[^+0-9*#a-z._-]/gi, '')}@${this.#server}`;

  get #server(): string {
    const { host, port, params } = this.settings.uri;
    const transport = params.get('transport');
    const named = transport === undefined || transport === 'udp' ? '' : `;transport=${transport}`;
    return `${bracketed(host)}${port === null ? '' : `:${port}`}${named}`;
  }

  /** How long the trunk is still paused. */
  restMs(): number {
    return Math.max(0, this.#restsUntilMs - this.#time.nowMs());
  }

  /** Pauses the trunk: it sent Retry-After or is unreachable. Without a time, the pause doubles. */
  rest(askedMs: number | null): void {
    const ownMs = Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, this.#lastRestMs * 2));
    if (askedMs === null) this.#lastRestMs = ownMs;
    const restMs = Math.min(MOST_PATIENCE_MS, askedMs ?? ownMs);
    this.#restsUntilMs = Math.max(this.#restsUntilMs, this.#time.nowMs() + restMs);
  }

  /** Resets the pause after a success. */
  work(): void {
    this.#lastRestMs = 0;
    this.#restsUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** How long it would take until one more call may begin. */
  get turnMs(): number {
    return Math.max(0, this.#nextAtMs - this.#time.nowMs());
  }

  /**
   * Waits for a slot of the trunk; undefined if that would take longer than the limit. The slot is held until it is
   * released; a second release does nothing.
   */
  async take(limitMs: number, signal: AbortSignal): Promise<(() => void) | undefined> {
    const untilMs = this.#time.nowMs() + limitMs;
    const { callsPerSecond, mostCalls } = this.settings;
    if (this.#live >= mostCalls && !(await this.#isFreed(limitMs, signal))) return undefined;
    const nowMs = this.#time.nowMs();
    const atMs = Math.max(nowMs, this.#nextAtMs);
    if (atMs > untilMs || signal.aborted) {
      this.#wakeNext();
      return undefined;
    }
    const giveBack = this.#hold();
    this.#nextAtMs = atMs + 1000 / callsPerSecond;
    if (atMs > nowMs) await this.#wait(atMs - nowMs, signal);
    return giveBack;
  }

  /** A place for a call that it brings us, which takes no turn; undefined when there is none. */
  admit(): (() => void) | undefined {
    return this.#live < this.settings.mostCalls ? this.#hold() : undefined;
  }

  #hold(): () => void {
    this.#live += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#live -= 1;
      this.#wakeNext();
    };
  }

  #wakeNext(): void {
    if (this.#live < this.settings.mostCalls) this.#waiting.shift()?.();
  }

  /** The longest waiting call is first. */
  async #isFreed(limitMs: number, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const giveUp = () => resolve(false);
    this.#waiting.push(wake);
    const callOff = this.#time.after(limitMs, giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    const isFreed = await promise;
    callOff();
    signal.removeEventListener('abort', giveUp);
    const at = this.#waiting.indexOf(wake);
    if (at >= 0) this.#waiting.splice(at, 1);
    return isFreed && this.#live < this.settings.mostCalls;
  }

  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const callOff = this.#time.after(waitMs, resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    callOff();
  }
}
