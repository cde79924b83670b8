import { isDeepStrictEqual } from 'node:util';
import { conduct } from './conductor.ts';
import type { Decision, Input, JournalEntry } from './journal.ts';
import type { CallPlan } from './plan.ts';
import { isDecision, recordedCall } from './recorded-call.ts';

export type Replay =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'parted';
      /** Where in the journal; its length when the recorded call ended earlier. */
      readonly at: number;
      /** Null: the recorded call had nothing more to decide. */
      readonly was: Decision | null;
      readonly is: Decision | Unrecorded | null;
      /** The last entries up to there. */
      readonly before: readonly JournalEntry[];
    };

/** The replay needs an input that the recorded call does not have. */
export interface Unrecorded {
  readonly kind: 'unrecorded';
  readonly input: Input['kind'];
}

export interface ReplayOptions {
  /** How many entries before the divergence are shown. */
  readonly entriesBefore?: number;
}

/**
 * Conducts a recorded call again on its recorded inputs, with the same plan or another, and compares the decisions.
 * It stops at the first difference: what the contact would have said next is unknown. A truncated journal (the
 * process died) counts as the same as far as it goes.
 */
export async function replay(
  journal: readonly JournalEntry[],
  plan: CallPlan,
  { entriesBefore = 6 }: ReplayOptions = {},
): Promise<Replay> {
  const comparison = new Comparison(journal);
  const recorded = recordedCall(journal, {
    onMissing: (input) => comparison.miss(input),
    beforeEach: () => {
      if (comparison.parting !== undefined) throw new Error('the calls have parted');
    },
  });
  const keep = (entry: JournalEntry): void => {
    if (isDecision(entry)) comparison.next(entry);
  };
  // Time and seed only matter to the dialogue model, whose replies are recorded.
  await conduct({ plan, ...recorded, answeredAt: new Date(0), seed: 0, keep });
  const parting = comparison.end();
  if (parting === undefined) return { kind: 'same' };
  return {
    kind: 'parted',
    ...parting,
    before: journal.slice(Math.max(0, parting.at - entriesBefore), parting.at),
  };
}

type Parting = Pick<Extract<Replay, { kind: 'parted' }>, 'at' | 'was' | 'is'>;

/** Compares each new decision with the recorded one. */
class Comparison {
  parting: Parting | undefined;
  readonly #decisions: readonly (readonly [index: number, decision: Decision])[];
  readonly #length: number;
  /** The recorded call is complete: no more decisions follow. */
  readonly #isComplete: boolean;
  #position = 0;

  constructor(journal: readonly JournalEntry[]) {
    this.#length = journal.length;
    this.#decisions = journal.flatMap((entry, index) => (isDecision(entry) ? [[index, entry] as const] : []));
    this.#isComplete = this.#decisions.at(-1)?.[1].kind === 'end';
  }

  next(decision: Decision): void {
    if (this.parting !== undefined) return;
    // As it comes back from wherever a journal was stored.
    const is: Decision = JSON.parse(JSON.stringify(decision));
    const [, was] = this.#decisions[this.#position] ?? [];
    if (was === undefined ? !this.#isComplete : isDeepStrictEqual(is, JSON.parse(JSON.stringify(was))))
      this.#position += 1;
    else this.#part(is);
  }

  miss(input: Input['kind']): void {
    if (this.parting === undefined) this.#part({ kind: 'unrecorded', input });
  }

  end(): Parting | undefined {
    if (this.parting === undefined && this.#position < this.#decisions.length) this.#part(null);
    const { was, is } = this.parting ?? {};
    const isBrokenOff = !this.#isComplete && (was === null || is?.kind === 'unrecorded');
    return isBrokenOff ? undefined : this.parting;
  }

  #part(is: Parting['is']): void {
    const [at = this.#length, was = null] = this.#decisions[this.#position] ?? [];
    this.parting = { at, was, is };
  }
}
