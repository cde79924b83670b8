import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import type { HoursOf } from '../domains/conversations/dial-hours.actions.ts';
import {
  claimDue,
  type DueAttempt,
  heldClaims,
  nextCallDueAt,
  noteRinging,
} from '../domains/conversations/dispatch.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CallSlots } from './call-slots.ts';
import type { Worker } from './conduct-call.ts';
import type { DialFence } from './dial-fence.ts';

export interface DispatcherOptions {
  readonly everywhere: Everywhere;
  readonly slots: CallSlots;
  readonly conduct: (
    attempt: DueAttempt,
    worker: Worker,
    signal: AbortSignal,
    ending: AbortSignal,
    /** Why it must not be placed after all. */
    obstacle: string | undefined,
  ) => Promise<void>;
  readonly fence: DialFence;
  /** By then after its claim a call has ended, whatever becomes of this process; absent: after its duration. */
  readonly longestMsOf?: (attempt: DueAttempt) => number;
  /** The hours that the law sets for a call; absent: for none. */
  readonly hoursOf?: HoursOf;
  /** Whether the settings have a trunk; absent: no. */
  readonly hasDefaultTrunk?: boolean;
  readonly onError: (error: Error) => void;
}

/** Only for changes without a notification: clock jumps, dial queues that were opened again. */
const LOOK_AGAIN_MS = 2000;
const MOST_PER_CLAIM = 200;
const CLAIM_GONE =
  'The call was not placed: another worker presumed this process dead before the call was written to the dial ledger';

/** Takes due calls and has them conducted, within this process's slots. Woken by a notification, a free slot or the clock. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #ringing = new Set<string>();
  readonly #backoff: RowBackoff;
  #alarm: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #isWoken = false;
  #isNoting = false;
  #isTaking = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#backoff = new RowBackoff(options.onError);
    options.slots.onFree(() => this.wake());
  }

  start(): void {
    this.#isTaking = true;
    this.wake();
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

  /** Takes nothing new; what it claimed runs in its slots. */
  async stop(): Promise<void> {
    this.#isTaking = false;
    clearTimeout(this.#alarm);
    await this.#pass;
  }

  async #takeAll(): Promise<void> {
    const { slots, fence } = this.#options;
    while (this.#isWoken && this.#isTaking) {
      this.#isWoken = false;
      if (!(await fence.isOpen())) break;
      const reserved = slots.reserve(MOST_PER_CLAIM);
      // A place that is freed wakes us.
      if (reserved === 0) break;
      const claimed = await this.#claim(reserved);
      // Fewer than reserved means that no more are due.
      if (claimed === reserved) this.#isWoken = true;
    }
    if (this.#isTaking) await this.#sleepUntilDue();
  }

  /** Claims as many as are due, up to the reserved slots, and releases the rest. */
  async #claim(reserved: number): Promise<number> {
    const { everywhere, slots, conduct, fence, longestMsOf, hoursOf, hasDefaultTrunk } = this.#options;
    let left = reserved;
    const worker = slots.claimant();
    try {
      const claimed = await claimDue(
        everywhere,
        slots.workerId,
        reserved,
        this.#backoff,
        fence,
        longestMsOf,
        hoursOf,
        hasDefaultTrunk,
      );
      // Callers and web calls must not wait for the object store.
      slots.release(reserved - claimed.length);
      left = claimed.length;
      // Before the ledger is written, which takes a while: others must not take the calls meanwhile.
      if (claimed.length > 0) slots.startHeartbeatThread();
      const obstacleOf = await this.#record(claimed);
      for (const attempt of claimed) {
        left -= 1;
        slots.hold(attempt.attemptId, (signal, ending) =>
          conduct(attempt, worker, signal, ending, obstacleOf(attempt)),
        );
      }
      return claimed.some(obstacleOf) ? 0 : claimed.length;
    } finally {
      slots.release(left);
    }
  }

  /** Before any of them is placed. Answers why one must not be. */
  async #record(claimed: readonly DueAttempt[]): Promise<(attempt: DueAttempt) => string | undefined> {
    const { everywhere, slots, fence, onError } = this.#options;
    const obstacle = await fence.record(claimed);
    if (obstacle !== undefined) {
      onError(new Error(obstacle));
      return () => obstacle;
    }
    // Until the lines were written, others could take the calls for unplaced.
    const standing = await heldClaims(everywhere, slots.workerId, claimed).catch((error: Error) => {
      onError(error);
      return new Set<string>();
    });
    const gone = claimed.filter(({ attemptId }) => !standing.has(attemptId));
    if (gone.length > 0) await fence.takeBack(gone);
    return ({ attemptId }) => (standing.has(attemptId) ? undefined : CLAIM_GONE);
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
