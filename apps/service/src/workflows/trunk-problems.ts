import type { Trunk } from '../domains/trunks/trunk.model.ts';
import { noteProblem } from '../domains/trunks/trunk-problem.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/**
 * Notes what keeps this worker from calling over its trunks. One note of a trunk after another: a trunk that is down and works
 * again at once would otherwise be shown as down for ever, because the deletion overtakes the note.
 */
export class TrunkProblems {
  readonly #everywhere: Everywhere;
  readonly #workerId: string;
  readonly #onError: (error: Error) => void;
  readonly #last = new Map<string, Promise<void>>();

  constructor(everywhere: Everywhere, workerId: string, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#workerId = workerId;
    this.#onError = onError;
  }

  /** Undefined: nothing keeps it from calling any more. */
  async note(trunk: Pick<Trunk, 'id' | 'companyId' | 'name'>, problem: string | undefined): Promise<void> {
    const before = this.#last.get(trunk.id) ?? Promise.resolve();
    const noted = before
      .then(() => noteProblem(this.#everywhere, trunk, this.#workerId, problem))
      .catch(this.#onError);
    this.#last.set(trunk.id, noted);
    await noted;
    if (this.#last.get(trunk.id) === noted) this.#last.delete(trunk.id);
  }
}
