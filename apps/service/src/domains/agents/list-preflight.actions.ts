import { setImmediate } from 'node:timers/promises';
import type { PreflightView } from '@parley/contract/preflight.ts';
import { FairQueue, QueueFull } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import type { CheckedContact, SharedNumbers } from './list-preflight.model.ts';
import { ListPreflight } from './list-preflight.model.ts';
import type { PreflightInputs } from './preflight.model.ts';

/** A list of any length, such as the contacts of a run. */
export interface ContactList {
  readonly pages: () => AsyncIterable<readonly CheckedContact[]>;
  readonly sharing: () => Promise<SharedNumbers>;
}

/** Refuses a list that is not there. */
export type ReadContactList = (scope: Scope, id: string) => Promise<ContactList>;

/** Reading thousands of numbers takes a while, and other requests must not notice. */
const READ_AT_ONCE = 100;

/** A launch of a run that is split asks once for each of its versions. */
const limits = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 1,
  mostWaiting: Number.POSITIVE_INFINITY,
  mostWaitingEach: 20,
};

/** Checks the lists of a company one after the other: each is read as a whole. */
export class ListChecks {
  readonly #queue = new FairQueue(limits);

  async check(
    scope: Scope,
    inputs: PreflightInputs,
    list: ContactList,
    signal: AbortSignal,
  ): Promise<PreflightView> {
    try {
      return await this.#queue.run(scope.companyId, () => checkList(inputs, list, signal), { signal });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new Failure('too_many_requests', 'Too many checks are asked for at once: ask for fewer', {
        retryAfterSeconds: 1,
      });
    }
  }
}

async function checkList(
  inputs: PreflightInputs,
  { pages, sharing }: ContactList,
  signal: AbortSignal,
): Promise<PreflightView> {
  const found = new ListPreflight(inputs);
  for await (const contacts of pages()) {
    for (let from = 0; from < contacts.length; from += READ_AT_ONCE) {
      found.add(contacts.slice(from, from + READ_AT_ONCE));
      await setImmediate();
    }
    signal.throwIfAborted();
  }
  return found.report(await sharing());
}
