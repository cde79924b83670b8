import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import * as operator from '../domains/trunks/operator-trunk.actions.ts';
import type { OperatorTrunk } from '../domains/trunks/operator-trunk.model.ts';
import type { Trunk } from '../domains/trunks/trunk.model.ts';
import { noteOperatorTrunkAwaited, noteProblem } from '../domains/trunks/trunk-problem.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import { WritesInTurn } from './writes-in-turn.ts';

/**
 * Notes what keeps this worker from calling over its trunks. One note of a trunk after another: a trunk that is down and works
 * again at once would otherwise be shown as down for ever, because the deletion overtakes the note.
 */
export class TrunkProblems {
  readonly #everywhere: Everywhere;
  readonly #workerId: string;
  readonly #onError: (error: Error) => void;
  readonly #writes: WritesInTurn;
  /** The companies that know of an outage. */
  readonly #told = new WeakMap<TrunkTrouble, Set<string>>();

  constructor(everywhere: Everywhere, workerId: string, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#workerId = workerId;
    this.#onError = onError;
    this.#writes = new WritesInTurn(onError);
  }

  /** Undefined: nothing keeps it from calling any more. */
  note(trunk: Pick<Trunk, 'id' | 'companyId' | 'name'>, problem: string | undefined): Promise<void> {
    return this.#writes.do(trunk.id, () => noteProblem(this.#everywhere, trunk, this.#workerId, problem));
  }

  /** Of a trunk of the operator, for staff. Undefined: it has carried a call, or has only answered. */
  noteOperators(
    trunk: OperatorTrunk,
    trouble: Pick<TrunkTrouble, 'fault' | 'words'> | undefined,
    hasCarriedCall = true,
  ): Promise<void> {
    const [everywhere, workerId] = [this.#everywhere, this.#workerId];
    return this.#writes.do(`operator ${trunk.key}`, () =>
      trouble
        ? operator.noteOperatorTrunkDown(everywhere, trunk, workerId, {
            message: trouble.words,
            isDead: trouble.fault === 'dead',
          })
        : operator.noteOperatorTrunkWorks(everywhere, trunk, workerId, hasCarriedCall),
    );
  }

  /** Calls of the company wait for it. The database is asked once in an outage. */
  noteAwaited(scope: Scope, trunk: OperatorTrunk, trouble: TrunkTrouble, downForMs: number): Promise<void> {
    const known = this.#told.get(trouble) ?? new Set();
    this.#told.set(trouble, known);
    const { companyId } = scope;
    if (known.has(companyId)) return Promise.resolve();
    known.add(companyId);
    const since = new Date(scope.now().getTime() - downForMs);
    return noteOperatorTrunkAwaited(scope, trunk, since).catch((error: Error) => {
      known.delete(companyId);
      this.#onError(error);
    });
  }

  /** Its record has changed. */
  forgetOperators(trunk: OperatorTrunk): Promise<void> {
    return this.#writes.do(`operator ${trunk.key}`, () =>
      operator.forgetOperatorTrunkProblem(this.#everywhere, trunk, this.#workerId),
    );
  }
}
