import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import {
  claimDue,
  type DueAttempt,
  nextCallDueAt,
  noteRinging,
} from '../domains/conversations/dispatch.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CallSlots } from './call-slots.ts';
import type { Worker } from './conduct-call.ts';

export interface DispatcherOptions {
  readonly everywhere: Everywhere;
  readonly slots: CallSlots;
  readonly conduct: (
    attempt: DueAttempt,
    worker: Worker,
    signal: AbortSignal,
    ending: AbortSignal,
  ) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Only for changes without a notification: clock jumps, dial queues that were opened again. */
const LOOK_AGAIN_MS = 2000;
const MOST_PER_CLAIM = 200;

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
    const { slots } = this.#options;
    while (this.#isWoken && this.#isTaking) {
      this.#isWoken = false;
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
    const { everywhere, slots, conduct } = this.#options;
    let held = 0;
    try {
      for (const attempt of await claimDue(everywhere, slots.workerId, reserved, this.#backoff)) {
        held += 1;
        slots.hold(attempt.attemptId, (signal, ending) => conduct(attempt, slots, signal, ending));
      }
      return held;
    } finally {
      slots.release(reserved - held);
    }
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
