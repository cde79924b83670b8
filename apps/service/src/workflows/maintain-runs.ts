import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { maintainRuns } from '../domains/runs/run-maintenance.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Scheduled runs start, and finished ones are completed, up to this late. */
const ROUND_MS = 500;

/** Maintains runs, one round after the other, until stopped. */
export class RunMaintenance {
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  readonly #backoff: RowBackoff;
  #alarm: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(everywhere: Everywhere, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#onError = onError;
    this.#backoff = new RowBackoff(onError);
  }

  start(): void {
    this.#round = maintainRuns(this.#everywhere, this.#backoff)
      .catch(this.#onError)
      .finally(() => {
        if (!this.#isStopped) this.#alarm = setTimeout(() => this.start(), ROUND_MS);
      });
  }

  /** Waits for the current round. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#alarm);
    await this.#round;
  }
}
