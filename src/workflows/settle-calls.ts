import { type EndedCall, type Settled, settleTogether } from '../domains/conversations/settlement.actions.ts';
import { Gathering } from '../storage/gathering.ts';
import type { Everywhere } from '../storage/scope.ts';

/**
 * Each settlement takes the company's account until its commit is on the disk, so that alone they follow each other
 * at the pace of the disk. Calls that end while others are being settled share the next commit. Several groups of a
 * company are under way at once: they meet only at the account.
 */
const GROUPS = 4;

export class Settlements {
  readonly #everywhere: Everywhere;
  readonly #gatherings = new Map<string, Gathering<EndedCall, Settled>>();
  #turn = 0;

  constructor(everywhere: Everywhere) {
    this.#everywhere = everywhere;
  }

  /** Resolves when the call is settled. */
  readonly settle = (call: EndedCall): Promise<Settled> => {
    this.#turn = (this.#turn + 1) % GROUPS;
    const group = `${call.companyId} ${this.#turn}`;
    const gathering = this.#gatherings.get(group) ?? this.#open(group);
    return gathering.add(call);
  };

  #open(group: string): Gathering<EndedCall, Settled> {
    const gathering = new Gathering<EndedCall, Settled>(
      (calls) => settleTogether(this.#everywhere, calls),
      () => this.#gatherings.delete(group),
      // Whatever it was, one call must not keep others from being settled: each is tried alone.
      () => true,
    );
    this.#gatherings.set(group, gathering);
    return gathering;
  }
}
