import { asDialled, type Dialling, numberAsDialled } from '@parley/kernel/dialled-number.ts';
import { bracketed, type SipUri } from './sip-address.ts';
import type { Credentials } from './sip-digest.ts';
import type { SipHeader } from './sip-message.ts';
import type { SipTime } from './sip-time.ts';
import type { TransferMode } from './sip-transfer.ts';
import type { Hop } from './sip-transport.ts';
import { TrunkBreaker, type TrunkTrouble } from './trunk-breaker.ts';
import { callerLines, type TrunkIdentity } from './trunk-identity.ts';

export interface TrunkSettings {
  readonly uri: SipUri;
  readonly credentials: Credentials | null;
  readonly isSoundSecure: boolean;
  readonly identity?: TrunkIdentity;
  /** Absent: `refer`. */
  readonly transfer?: TransferMode;
  /** Everything is sent there first; absent: to the address itself. */
  readonly proxy?: SipUri;
  /** Whether requests may go to this address; absent: to any. A name may lead to an address that nobody has checked. */
  readonly allowsHost?: (address: string) => boolean;
  /** Audio is believed from public addresses alone, whatever its packets say; absent: from any. */
  readonly isPublicOnly?: boolean;
  /** How it wants numbers to be written; absent: in E.164. */
  readonly dialling?: Dialling;
  readonly callsPerSecond: number;
  readonly mostCalls: number;
}

/** An answer to OPTIONS, or that there was none. */
export interface TrunkCheck {
  /** Null: it did not answer. */
  readonly status: number | null;
  readonly atMs: number;
}

/** What became of the last try to register. */
export interface TrunkRegistration {
  readonly state: 'registered' | 'refused' | 'unreachable';
  /** The SIP status; null: no response came. */
  readonly status: number | null;
  /** How long it is granted for; null: it was not. */
  readonly seconds: number | null;
}

/** Who hears of changes of a trunk. */
export interface TrunkListeners {
  /** Its breaker has opened, for this reason, or closed. */
  readonly onChange?: ((trunk: SipTrunk, trouble: TrunkTrouble | undefined) => void) | undefined;
  /** It answered OPTIONS, or did not. */
  readonly onCheck?: ((trunk: SipTrunk, check: TrunkCheck) => void) | undefined;
  /** It answered a registration, or did not. */
  readonly onRegistration?: ((trunk: SipTrunk, registration: TrunkRegistration) => void) | undefined;
}

const inE164: Dialling = { format: 'E164', prefix: '', country: null };

/** A provider or a telephone system that calls are placed through, with its limits. */
export class SipTrunk {
  readonly settings: TrunkSettings;
  readonly breaker: TrunkBreaker;
  /** It has answered OPTIONS at least once: from then on silence means that it is down. */
  hasAnsweredOptions = false;
  /** What it last said to OPTIONS; undefined: it was never asked. */
  lastCheck: TrunkCheck | undefined;
  /** What became of the last registration; undefined: we do not register there, or have had no answer yet. */
  registration: TrunkRegistration | undefined;
  readonly #time: SipTime;
  readonly #listeners: TrunkListeners;
  readonly #waiting: (() => void)[] = [];
  /** Where its name led to when it was last looked up. */
  #servers: ReadonlySet<string> = new Set();
  #live = 0;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: TrunkSettings, time: SipTime, listeners: TrunkListeners = {}) {
    this.settings = settings;
    this.#time = time;
    this.#listeners = listeners;
    this.breaker = new TrunkBreaker(time, (trouble) => listeners.onChange?.(this, trouble));
  }

  /** It answered OPTIONS with this status; null: it did not. */
  checked(status: number | null): void {
    this.lastCheck = { status, atMs: this.#time.nowMs() };
    this.#listeners.onCheck?.(this, this.lastCheck);
  }

  /** A registration that is kept alive was answered, or not. */
  registered(registration: TrunkRegistration): void {
    this.registration = registration;
    this.#listeners.onRegistration?.(this, registration);
  }

  /** Whether anything shows that calls go through it. Without, nobody knows. */
  get isKnownToWork(): boolean {
    return (
      this.breaker.trouble === undefined &&
      (this.breaker.hasWorked || (this.lastCheck !== undefined && this.lastCheck.status !== null))
    );
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

  /** Where its requests are sent. */
  get nextHop(): string {
    const { proxy } = this.settings;
    return proxy === undefined ? this.address : `${proxy.scheme}:${serverOf(proxy)}`;
  }

  /** Its servers, best first. */
  async hops(agent: { hopsTo(uri: string): Promise<Hop[]> }): Promise<Hop[]> {
    const hops = await this.allowed(agent.hopsTo(this.nextHop));
    this.#servers = new Set(hops.map(({ host }) => host));
    return hops;
  }

  /** Whether one of its servers has this address, as far as its name was looked up. */
  isAt(address: string): boolean {
    return this.#servers.has(address);
  }

  /** Those that requests of this trunk may go to. */
  async allowed(hops: Promise<Hop[]>): Promise<Hop[]> {
    const { allowsHost, isPublicOnly = false } = this.settings;
    if (allowsHost === undefined) return hops;
    return (await hops).flatMap((hop) =>
      allowsHost(hop.host) ? [{ ...hop, allows: allowsHost, isPublicOnly }] : [],
    );
  }

  /** Of every request outside of a call. */
  get routes(): SipHeader[] {
    return this.settings.proxy === undefined ? [] : [['route', `<${this.nextHop};lr>`]];
  }

  /** Us, in requests that are no calls. */
  get from(): string {
    return callerLines(this.settings.identity ?? {}, null, this.account ?? 'parley', this.host).from;
  }

  /** The user that it knows us by; null: it knows us by our address. */
  get account(): string | null {
    return this.settings.uri.user ?? this.settings.credentials?.user ?? null;
  }

  /** Where a number in E.164 is reached through it. */
  readonly uriOf = (number: string): string => this.uriOfUser(asDialled(number, this.#dialling));

  /** Where a user is reached that it has named itself: as it dials numbers. */
  uriOfUser(user: string): string {
    // RFC 3261 allows no # in a user.
    const written = user.replace(/[^+0-9*#a-z._-]/gi, '').replaceAll('#', '%23');
    return `${this.settings.uri.scheme}:${written}@${this.#server}`;
  }

  /** The number in E.164 that it means by a user; undefined: it is not known to be one. */
  numberOf(user: string, near: string): string | undefined {
    return numberAsDialled(user, this.#dialling, near);
  }

  get #dialling(): Dialling {
    return this.settings.dialling ?? inE164;
  }

  get #server(): string {
    return serverOf(this.settings.uri);
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
    if (this.#live >= this.settings.mostCalls) return undefined;
    const [giveBack, hangUp] = [this.#hold(), this.breaker.carry()];
    return () => {
      giveBack();
      hangUp();
    };
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

function serverOf({ host, port, params }: SipUri): string {
  const transport = params.get('transport');
  const named = transport === undefined || transport === 'udp' ? '' : `;transport=${transport}`;
  return `${bracketed(host)}${port === null ? '' : `:${port}`}${named}`;
}
