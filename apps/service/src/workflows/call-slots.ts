import { withTimeout } from '@parley/kernel/concurrency.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import {
  findCallsOf,
  keepWorkerAlive,
  retireWorker,
} from '../domains/conversations/worker-liveness.actions.ts';
import { HEARTBEAT_EVERY_MS, WORKER_TRUSTED_MS } from '../domains/conversations/worker-liveness.model.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { Worker } from './conduct-call.ts';
import type { HeartbeatThread } from './heartbeat.ts';
import { type Reaper, reap } from './reap-lost-calls.ts';

export interface CallSlotsOptions {
  readonly everywhere: Everywhere;
  /** How many calls this process may have live at the same time. */
  readonly capacity: number;
  readonly recordings: Reaper['recordings'];
  readonly ledger?: Reaper['ledger'];
  readonly onError: (error: Error) => void;
  /** Sends heartbeats while there are calls and the main thread is busy; absent: only the main thread sends them. */
  readonly heartbeatOf?: (workerId: string) => Pick<HeartbeatThread, 'start' | 'steadyMs' | 'stop'>;
  /** What a call may take to end once it was told to. */
  readonly lastWordsMs?: number;
  /** Monotonic, for durations. */
  readonly nowMs?: () => number;
}

const JUDGING_MS = 10_000;
/** What a call may take to end once it was told to: an apology, its settlement. */
const LAST_WORDS_MS = 20_000;
/** So long after the last call, the thread that sends heartbeats is ended. */
const QUIET_MS = 5 * 60_000;
const NOT_RUNNING =
  'The connection to the database broke while the call was being claimed, or the call could not be settled';

/**
 * The live calls of this process, dialled or joined, and how many more it may take. Sends the worker's heartbeat, without
 * which other processes presume its calls lost.
 */
export class CallSlots implements Worker {
  readonly workerId: string;
  readonly #options: CallSlotsOptions;
  /** By attempt id; aborting asks the call to end. */
  readonly #live = new Map<string, AbortController>();
  readonly #stop = new AbortController();
  readonly #nowMs: () => number;
  readonly #backoff: RowBackoff;
  readonly #heartbeat: ReturnType<NonNullable<CallSlotsOptions['heartbeatOf']>> | undefined;
  #onFree: () => void = () => {};
  /** Called whenever a slot may have become free. */
  readonly #waiting = new Set<() => void>();
  /** Slots reserved by callers that are about to claim a call. */
  #reserved = 0;
  #onIdle: (() => void) | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  /** Times that others may have presumed this worker dead. */
  #lapses = 0;
  #lastCallAtMs = Number.NEGATIVE_INFINITY;
  #steadySinceMs = Number.POSITIVE_INFINITY;
  #beat: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** False before the start and while draining. */
  #isTaking = false;
  #webAddress: string | undefined;

  constructor(options: CallSlotsOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#backoff = new RowBackoff(options.onError, this.#nowMs);
    this.workerId = options.everywhere.newId();
    this.#heartbeat = options.heartbeatOf?.(this.workerId);
  }

  /** The calls on the line in this process. */
  get liveCalls(): number {
    return this.#live.size;
  }

  /** No call is on the line or being claimed. */
  get isQuiet(): boolean {
    return this.#live.size + this.#reserved === 0;
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
      this.#endQuietThread();
      // Should it have died.
      if (this.#live.size > 0) this.startHeartbeatThread();
      this.#looking ??= this.#settleOrphans()
        .catch(this.#options.onError)
        .finally(() => {
          this.#looking = undefined;
        });
    }, HEARTBEAT_EVERY_MS);
  }

  /** Called when a slot becomes free. There is one listener. */
  onFree(listener: () => void): void {
    this.#onFree = listener;
  }

  /**
   * Whether this worker may declare other workers dead. While the database was unreachable nobody could send a heartbeat,
   * so afterwards everybody first gets time for one.
   */
  canJudge(): boolean {
    return this.isTrusted() && this.#nowMs() - this.#steadySinceMs > JUDGING_MS;
  }

  /** While the main thread is busy, the other one's heartbeats count, if there was no gap between them and its own. */
  isTrusted(): boolean {
    const coveredMs = this.#heartbeat?.steadyMs() ?? 0;
    return this.#nowMs() - this.#heardAtMs - coveredMs < WORKER_TRUSTED_MS;
  }

  /** Asked for before a claim: what is claimed is not dialled after a gap, because others may have taken it meanwhile. */
  claimant(): Worker {
    const lapses = this.#lapses;
    const isTrusted = () => this.isTrusted() && this.#lapses === lapses;
    return { workerId: this.workerId, isTrusted };
  }

  /** There are calls, so that heartbeats must be sent even while the main thread is busy. */
  startHeartbeatThread(): void {
    // It ends some time after this.
    this.#lastCallAtMs = this.#nowMs();
    this.#heartbeat?.start();
  }

  /** Reserves up to `most` slots and returns how many. Each must be used by `hold` or given to `release`. */
  reserve(most: number): number {
    const free = this.#options.capacity - this.#live.size - this.#reserved;
    const taken = this.#isTaking && this.isTrusted() ? Math.max(0, Math.min(most, free)) : 0;
    this.#reserved += taken;
    return taken;
  }

  /**
   * Reserves one slot, waiting for one to be released: the dispatcher reserves many for a moment and needs few of them.
   * False: none became free in time.
   */
  async reserveSoon(withinMs: number): Promise<boolean> {
    if (this.reserve(1) === 1) return true;
    // Only reservations are released so soon; a call takes minutes.
    if (!this.#isTaking || this.#reserved === 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // Removed immediately, or the next free slot would be reserved as well, for nobody.
    const end = (isTaken: boolean) => {
      this.#waiting.delete(look);
      clearTimeout(patience);
      resolve(isTaken);
    };
    const look = () => {
      if (this.reserve(1) === 1) end(true);
    };
    const patience = setTimeout(() => end(false), withinMs);
    this.#waiting.add(look);
    return promise;
  }

  release(count: number): void {
    this.#reserved -= count;
    this.#lookAgain();
    this.#lookIdle();
  }

  /** Runs a claimed call on a reserved slot. */
  hold(attemptId: string, conduct: (signal: AbortSignal, ending: AbortSignal) => Promise<void>): void {
    this.#reserved -= 1;
    const ending = new AbortController();
    this.#live.set(attemptId, ending);
    this.startHeartbeatThread();
    conduct(this.#stop.signal, ending.signal)
      .catch(this.#options.onError)
      .finally(() => {
        // A requeued call may have been claimed again, before its former claim was through.
        if (this.#live.get(attemptId) === ending) this.#live.delete(attemptId);
        this.#lastCallAtMs = this.#nowMs();
        this.#lookAgain();
        this.#onFree();
        this.#lookIdle();
      });
  }

  /** Ends a call, if it is one of this process. */
  end(attemptId: string): void {
    this.#live.get(attemptId)?.abort();
  }

  /** Takes no more calls. */
  close(): void {
    const wasTaking = this.#isTaking;
    this.#isTaking = false;
    // Announced immediately, so that contacts who open a link are sent to another process.
    if (wasTaking && this.#webAddress !== undefined) this.#sayAlive().catch(this.#options.onError);
  }

  /** Live calls get this long to end by themselves; the rest are ended and tried again later. */
  async stop(drainMs: number): Promise<void> {
    this.close();
    const patience = setTimeout(() => this.#stop.abort(), drainMs);
    // A call that was being claimed when the stop came still runs.
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      this.#lookIdle();
    });
    const lastWordsMs = this.#options.lastWordsMs ?? LAST_WORDS_MS;
    await withTimeout(drainMs + lastWordsMs, idle).catch(() => {
      const left = this.#live.size;
      this.#options.onError(
        new Error(
          `${left} live calls did not end within the shutdown time: another worker process marks them as lost`,
        ),
      );
    });
    clearTimeout(patience);
    clearInterval(this.#beat);
    await this.#looking;
    await this.#heartbeat?.stop();
    await retireWorker(this.#options.everywhere, this.workerId).catch(this.#options.onError);
  }

  /** Waiting callers come before the dispatcher's next claim. */
  #lookAgain(): void {
    for (const look of this.#waiting) look();
  }

  #endQuietThread(): void {
    if (this.#live.size === 0 && this.#nowMs() - this.#lastCallAtMs > QUIET_MS)
      this.#heartbeat?.stop().catch(this.#options.onError);
  }

  #lookIdle(): void {
    if (this.isQuiet) this.#onIdle?.();
  }

  /**
   * A connection that breaks while a claim commits, or a settlement that fails, leaves a call that belongs to this worker
   * and that nobody runs; other processes do not touch it while this one lives. While no slot is reserved, nobody is about
   * to start a call found here, so one that is not live is lost.
   */
  async #settleOrphans(): Promise<void> {
    const ours = await findCallsOf(this.#options.everywhere, this.workerId);
    // Requests to end a call arrive as notifications; this catches those sent while this process was not listening.
    for (const { attemptId, isEndAsked } of ours) if (isEndAsked) this.end(attemptId);
    if (this.#reserved > 0) return;
    const resting = new Set(this.#backoff.resting());
    const orphans = ours.filter(({ attemptId }) => !this.#live.has(attemptId) && !resting.has(attemptId));
    for (const call of orphans)
      await this.#backoff.attempt(call.attemptId, () => reap(this.#options, call, NOT_RUNNING));
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
    if (!this.isTrusted()) this.#lapses += 1;
    this.#heardAtMs = askedAtMs;
    this.#steadySinceMs = Math.min(this.#steadySinceMs, askedAtMs);
  }
}
