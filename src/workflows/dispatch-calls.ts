import {
  claimDue,
  type DueAttempt,
  findUnheldCalls,
  keepWorkerAlive,
  nextCallDueAt,
  noteRinging,
  retireWorker,
} from '../domains/conversations/dispatch.actions.ts';
import { Troubles } from '../kernel/troubles.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { Holder } from './conduct-call.ts';
import { reap } from './reap-lost-calls.ts';

export interface DispatcherOptions {
  readonly everywhere: Everywhere;
  /** How many calls this process holds at once. */
  readonly places: number;
  readonly conduct: (attempt: DueAttempt, holder: Holder, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: Error) => void;
  /** A clock that nobody sets: how long ago something was. */
  readonly nowMs?: () => number;
}

const BEAT_MS = 3000;
/** Others take a worker for dead after 15 seconds; it mistrusts itself well before. */
const TRUSTED_MS = 9000;
const JUDGING_MS = 10_000;
/** Only for what no notification told of: clocks that jump, lanes that were released. */
const LOOK_AGAIN_MS = 2000;
const MOST_PER_CLAIM = 200;
const NEVER_HELD = 'The call was not placed: the connection to the database broke while it was taken';

/** Takes due calls and has them conducted, within this process's places. Woken by a notification, a free place or the clock. */
export class Dispatcher implements Holder {
  readonly workerId: string;
  readonly #options: DispatcherOptions;
  readonly #live = new Map<string, Promise<void>>();
  readonly #ringing = new Set<string>();
  readonly #stop = new AbortController();
  readonly #troubles: Troubles;
  readonly #nowMs: () => number;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #steadySinceMs = Number.POSITIVE_INFINITY;
  #lookedOverAtMs = Number.NEGATIVE_INFINITY;
  #beat: NodeJS.Timeout | undefined;
  #alarm: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #isWoken = false;
  #isNoting = false;
  /** Before the start and while it drains it takes nothing. */
  #isTaking = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#troubles = new Troubles(options.onError, this.#nowMs);
    this.workerId = options.everywhere.newId();
  }

  /** The calls on the line in this process. */
  get liveCalls(): number {
    return this.#live.size;
  }

  async start(): Promise<void> {
    await this.#sayAlive();
    this.#beat = setInterval(() => this.#sayAlive().catch(this.#options.onError), BEAT_MS);
    this.#isTaking = true;
    this.wake();
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

  /** There may be something to dial. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isTaking || this.#pass) return;
    this.#pass = this.#takeAll()
      .catch((error: Error) => {
        this.#options.onError(error);
        this.#setAlarm(LOOK_AGAIN_MS);
      })
      .finally(() => {
        this.#pass = undefined;
        if (this.#isWoken) this.wake();
      });
  }

  /** The telephone of this call rings; those that begin to while others are being noted are noted together. */
  readonly noteRinging = (attemptId: string): void => {
    this.#ringing.add(attemptId);
    if (this.#isNoting) return;
    this.#isNoting = true;
    setImmediate(() => this.#noteAll());
  };

  async #noteAll(): Promise<void> {
    while (this.#ringing.size > 0) {
      const ids = [...this.#ringing];
      this.#ringing.clear();
      await noteRinging(this.#options.everywhere, ids).catch(this.#options.onError);
    }
    this.#isNoting = false;
  }

  /** Takes nothing new. Calls on the line may end by themselves for so long; the rest are ended and tried again later. */
  async stop(drainMs: number): Promise<void> {
    this.#isTaking = false;
    clearTimeout(this.#alarm);
    await this.#pass;
    const all = Promise.allSettled(this.#live.values());
    const patience = setTimeout(() => this.#stop.abort(), drainMs);
    await all;
    clearTimeout(patience);
    clearInterval(this.#beat);
    await retireWorker(this.#options.everywhere, this.workerId).catch(this.#options.onError);
  }

  async #sayAlive(): Promise<void> {
    const askedAtMs = this.#nowMs();
    try {
      await keepWorkerAlive(this.#options.everywhere, this.workerId);
    } catch (error) {
      this.#steadySinceMs = Number.POSITIVE_INFINITY;
      throw error;
    }
    this.#heardAtMs = askedAtMs;
    this.#steadySinceMs = Math.min(this.#steadySinceMs, askedAtMs);
  }

  async #takeAll(): Promise<void> {
    while (this.#isWoken && this.#isTaking) {
      this.#isWoken = false;
      await this.#settleUnheld();
      const places = Math.min(MOST_PER_CLAIM, this.#options.places - this.#live.size);
      // A place that is freed wakes us.
      if (places <= 0 || !this.isTrusted()) break;
      const claimed = await claimDue(this.#options.everywhere, this.workerId, places, this.#troubles);
      for (const attempt of claimed) this.#hold(attempt);
      // Fewer than there were places are all there were.
      if (claimed.length === places) this.#isWoken = true;
    }
    if (this.#isTaking) await this.#sleepUntilDue();
  }

  /**
   * A connection that breaks during the commit of a claim leaves calls that are ours and that nobody holds: others
   * will not touch them while this process lives. Between two claims every call of ours is held, so one that is not
   * is lost.
   */
  async #settleUnheld(): Promise<void> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#lookedOverAtMs < BEAT_MS) return;
    this.#lookedOverAtMs = nowMs;
    const { everywhere } = this.#options;
    // One that ends while we look was held when we began.
    const held = new Set(this.#live.keys());
    const unheld = await findUnheldCalls(everywhere, this.workerId, (attemptId) => held.has(attemptId));
    for (const call of unheld)
      await this.#troubles.attempt(call.attemptId, () => reap(everywhere, call, NEVER_HELD));
  }

  #hold(attempt: DueAttempt): void {
    const call = this.#options
      .conduct(attempt, this, this.#stop.signal)
      .catch(this.#options.onError)
      .finally(() => {
        this.#live.delete(attempt.attemptId);
        this.wake();
      });
    this.#live.set(attempt.attemptId, call);
  }

  async #sleepUntilDue(): Promise<void> {
    const { everywhere } = this.#options;
    const dueAt = await nextCallDueAt(everywhere);
    const aheadMs = dueAt === undefined ? LOOK_AGAIN_MS : dueAt.getTime() - everywhere.now().getTime();
    this.#setAlarm(Math.min(LOOK_AGAIN_MS, Math.max(1, aheadMs)));
  }

  #setAlarm(afterMs: number): void {
    clearTimeout(this.#alarm);
    if (this.#isTaking) this.#alarm = setTimeout(() => this.wake(), afterMs);
  }
}
