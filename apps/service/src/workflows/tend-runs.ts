import { Troubles } from '@parley/kernel/troubles.ts';
import { tendRuns } from '../domains/runs/tending.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Scheduled runs start, and finished ones are completed, about this long after their time. */
const ROUND_MS = 500;

/** Looks after runs, one round at a time, for as long as the process takes work. */
export class RunKeeper {
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  readonly #troubles: Troubles;
  #alarm: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(everywhere: Everywhere, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#onError = onError;
    this.#troubles = new Troubles(onError);
  }

  start(): void {
    this.#round = tendRuns(this.#everywhere, this.#troubles)
      .catch(this.#onError)
      .finally(() => {
        if (!this.#isStopped) this.#alarm = setTimeout(() => this.start(), ROUND_MS);
      });
  }

  /** Waits for the round that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#alarm);
    await this.#round;
  }
}
