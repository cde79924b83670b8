import type { TrunkRegistration } from '@parley/sip/sip-trunk.ts';
import { forgetRegistration, noteRegistration } from '../domains/trunks/trunk-registration.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import { WritesInTurn } from './writes-in-turn.ts';

const states = { registered: 'REGISTERED', refused: 'REFUSED', unreachable: 'UNREACHABLE' } as const;

/** Notes what the registrations of this worker come to. A trunk is its record's id, or user and address of the settings. */
export class TrunkRegistrations {
  readonly #everywhere: Everywhere;
  readonly #workerId: string;
  readonly #writes: WritesInTurn;

  constructor(everywhere: Everywhere, workerId: string, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#workerId = workerId;
    this.#writes = new WritesInTurn(onError);
  }

  note(trunk: string, { state, status, seconds }: TrunkRegistration): Promise<void> {
    const registration = { state: states[state], status, seconds };
    return this.#writes.do(trunk, () =>
      noteRegistration(this.#everywhere, trunk, this.#workerId, registration),
    );
  }

  /** It is left, or connected to anew. */
  forget(trunk: string): Promise<void> {
    return this.#writes.do(trunk, () => forgetRegistration(this.#everywhere, trunk, this.#workerId));
  }
}
