import { Troubles } from '@parley/kernel/troubles.ts';
import {
  claimDue,
  type DueAttempt,
  nextCallDueAt,
  noteRinging,
} from '../domains/conversations/dispatch.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { Holder } from './conduct-call.ts';
import type { CallHolder } from './hold-calls.ts';

export interface DispatcherOptions {
  readonly everywhere: Everywhere;
  readonly holder: CallHolder;
  readonly conduct: (
    attempt: DueAttempt,
    holder: Holder,
    signal: AbortSignal,
    ending: AbortSignal,
  ) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Only for what no notification told of: clocks that jump, lanes that were released. */
const LOOK_AGAIN_MS = 2000;
const MOST_PER_CLAIM = 200;

/** Takes due calls and has them conducted, within this process's places. Woken by a notification, a free place or the clock. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #ringing = new Set<string>();
  readonly #troubles: Troubles;
  #alarm: NodeJS.Timeout | undefined;
  #pass: Promise<void> | undefined;
  #isWoken = false;
  #isNoting = false;
  #isTaking = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#troubles = new Troubles(options.onError);
    options.holder.onFree(() => this.wake());
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

  /** Takes nothing new; what it took is with the holder. */
  async stop(): Promise<void> {
    this.#isTaking = false;
    clearTimeout(this.#alarm);
    await this.#pass;
  }

  async #takeAll(): Promise<void> {
    const { holder } = this.#options;
    while (this.#isWoken && this.#isTaking) {
      this.#isWoken = false;
      const places = holder.take(MOST_PER_CLAIM);
      // A place that is freed wakes us.
      if (places === 0) break;
      const claimed = await this.#claim(places);
      // Fewer than there were places are all there were.
      if (claimed === places) this.#isWoken = true;
    }
    if (this.#isTaking) await this.#sleepUntilDue();
  }

  /** As many as are due, on places that were promised; the others are given back. */
  async #claim(places: number): Promise<number> {
    const { everywhere, holder, conduct } = this.#options;
    let held = 0;
    try {
      for (const attempt of await claimDue(everywhere, holder.workerId, places, this.#troubles)) {
        held += 1;
        holder.hold(attempt.attemptId, (signal, ending) => conduct(attempt, holder, signal, ending));
      }
      return held;
    } finally {
      holder.giveBack(places - held);
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
