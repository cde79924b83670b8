import { Troubles } from '@parley/kernel/troubles.ts';
import { findCallsOf, keepWorkerAlive, retireWorker } from '../domains/conversations/dispatch.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { Holder } from './conduct-call.ts';
import { type Reaper, reap } from './reap-lost-calls.ts';

export interface CallHolderOptions {
  readonly everywhere: Everywhere;
  /** How many calls this process holds at once. */
  readonly places: number;
  readonly recordings: Reaper['recordings'];
  readonly onError: (error: Error) => void;
  /** A clock that nobody sets: how long ago something was. */
  readonly nowMs?: () => number;
}

const BEAT_MS = 3000;
/** Others take a worker for dead after 15 seconds; it mistrusts itself well before. */
const TRUSTED_MS = 9000;
const JUDGING_MS = 10_000;
const NOT_HELD = 'The connection to the database broke while the call was taken, or it could not be settled';

/**
 * The calls that this process holds, dialled or joined: their places, and the signs of life without which others
 * take them for lost.
 */
export class CallHolder implements Holder {
  readonly workerId: string;
  readonly #options: CallHolderOptions;
  /** Each with the wish that it end. */
  readonly #live = new Map<string, AbortController>();
  readonly #stop = new AbortController();
  readonly #nowMs: () => number;
  readonly #troubles: Troubles;
  #onFree: () => void = () => {};
  /** They look for a place each time that one may be free. */
  readonly #waiting = new Set<() => void>();
  /** Given to whoever is about to claim a call. */
  #promised = 0;
  #onIdle: (() => void) | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #steadySinceMs = Number.POSITIVE_INFINITY;
  #beat: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** Before the start and while it drains it takes nothing. */
  #isTaking = false;
  #webAddress: string | undefined;

  constructor(options: CallHolderOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#troubles = new Troubles(options.onError, this.#nowMs);
    this.workerId = options.everywhere.newId();
  }

  /** The calls on the line in this process. */
  get liveCalls(): number {
    return this.#live.size;
  }

  /** `webAddress`: where other processes reach this one for the web calls that it holds. */
  async start(webAddress?: string): Promise<void> {
    this.#webAddress = webAddress;
    this.#isTaking = true;
    await this.#sayAlive().catch((error: unknown) => {
      this.#isTaking = false;
      throw error;
    });
    this.#beat = setInterval(() => {
      this.#sayAlive().catch(this.#options.onError);
      this.#looking ??= this.#settleUnheld()
        .catch(this.#options.onError)
        .finally(() => {
          this.#looking = undefined;
        });
    }, BEAT_MS);
  }

  /** Told when a place was freed; there is one who wants to know. */
  onFree(listener: () => void): void {
    this.#onFree = listener;
  }

  /**
   * Whether this worker may take others for dead: while the database was away nobody could give a sign of life, so
   * afterwards everybody gets the time for one.
   */
  canJudge(): boolean {
    return this.isTrusted() && this.#nowMs() - this.#steadySinceMs > JUDGING_MS;
  }

  isTrusted(): boolean {
    return this.#nowMs() - this.#heardAtMs < TRUSTED_MS;
  }

  /** Promises up to so many places, as many as there are: each is used by `hold` or given back. */
  take(most: number): number {
    const free = this.#options.places - this.#live.size - this.#promised;
    const taken = this.#isTaking && this.isTrusted() ? Math.max(0, Math.min(most, free)) : 0;
    this.#promised += taken;
    return taken;
  }

  /**
   * One place, if need be as soon as it is given back: whoever claims calls is promised many for a moment, most of
   * which it does not need. False: there is none, and none was given back in time.
   */
  async takeSoon(withinMs: number): Promise<boolean> {
    if (this.take(1) === 1) return true;
    // Only a promise is given back so soon; a call takes minutes.
    if (!this.#isTaking || this.#promised === 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // At once, or the next free place would be taken as well, for nobody.
    const end = (isTaken: boolean) => {
      this.#waiting.delete(look);
      clearTimeout(patience);
      resolve(isTaken);
    };
    const look = () => {
      if (this.take(1) === 1) end(true);
    };
    const patience = setTimeout(() => end(false), withinMs);
    this.#waiting.add(look);
    return promise;
  }

  giveBack(places: number): void {
    this.#promised -= places;
    this.#lookAgain();
    this.#lookIdle();
  }

  /** A claimed call, on a place that was promised. */
  hold(attemptId: string, conduct: (signal: AbortSignal, ending: AbortSignal) => Promise<void>): void {
    this.#promised -= 1;
    const ending = new AbortController();
    this.#live.set(attemptId, ending);
    conduct(this.#stop.signal, ending.signal)
      .catch(this.#options.onError)
      .finally(() => {
        this.#live.delete(attemptId);
        this.#lookAgain();
        this.#onFree();
        this.#lookIdle();
      });
  }

  /** Brings a call to its end, if it is one of this process. */
  end(attemptId: string): void {
    this.#live.get(attemptId)?.abort();
  }

  /** Nothing new is taken from here on. */
  close(): void {
    const wasTaking = this.#isTaking;
    this.#isTaking = false;
    // At once: whoever opens their link is sent elsewhere from here on.
    if (wasTaking && this.#webAddress !== undefined) this.#sayAlive().catch(this.#options.onError);
  }

  /** Calls on the line may end by themselves for so long; the rest are ended and tried again later. */
  async stop(drainMs: number): Promise<void> {
    this.close();
    const patience = setTimeout(() => this.#stop.abort(), drainMs);
    // One that was being claimed when the stop came is held yet.
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      this.#lookIdle();
    });
    clearTimeout(patience);
    clearInterval(this.#beat);
    await this.#looking;
    await retireWorker(this.#options.everywhere, this.workerId).catch(this.#options.onError);
  }

  /** Who waits comes before whoever claims anew. */
  #lookAgain(): void {
    for (const look of this.#waiting) look();
  }

  #lookIdle(): void {
    if (this.#live.size + this.#promised === 0) this.#onIdle?.();
  }

  /**
   * A connection that breaks during the commit of a claim or of a joining leaves a call that is ours and that nobody
   * holds, as does a settlement that fails: others will not touch it while this process lives. While no place is
   * promised nobody is about to hold a call that was found before, so one that is not held then is lost.
   */
  async #settleUnheld(): Promise<void> {
    const ours = await findCallsOf(this.#options.everywhere, this.workerId);
    // Who asks is heard at once; this is for those who asked while nobody could hear.
    for (const { attemptId, isEndAsked } of ours) if (isEndAsked) this.end(attemptId);
    if (this.#promised > 0) return;
    const resting = new Set(this.#troubles.resting());
    const unheld = ours.filter(({ attemptId }) => !this.#live.has(attemptId) && !resting.has(attemptId));
    for (const call of unheld)
      await this.#troubles.attempt(call.attemptId, () => reap(this.#options, call, NOT_HELD));
  }

  async #sayAlive(): Promise<void> {
    const askedAtMs = this.#nowMs();
    try {
      const whereabouts = { webAddress: this.#webAddress, isTaking: this.#isTaking };
      await keepWorkerAlive(this.#options.everywhere, this.workerId, whereabouts);
    } catch (error) {
      this.#steadySinceMs = Number.POSITIVE_INFINITY;
      throw error;
    }
    this.#heardAtMs = askedAtMs;
    this.#steadySinceMs = Math.min(this.#steadySinceMs, askedAtMs);
  }
}
