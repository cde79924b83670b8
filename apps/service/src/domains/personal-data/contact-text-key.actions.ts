import { randomBytes } from 'node:crypto';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { readFact } from '../../storage/installation.ts';
import { KmsUnavailable, type MasterKeys, type WrappedKey } from '../../storage/keys/master-key.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type TextKey, type TextKeys, textKeyOf } from '../../storage/sealed-texts.ts';
import { KEY_BYTES, Remembered, wrappingKey } from './contact-key.actions.ts';
import { keyContext } from './contact-key.model.ts';
import { findKeys, insertKeys, keysOfOwners, presentKeys, type TextOwner } from './contact-key.store.ts';

/** So many requests to a KMS at once. */
const AT_ONCE = 50;
/** A KMS that does not answer is not asked again for so long: the journals of all calls, and whoever reads, would wait for it. */
const TROUBLE_MS = 10_000;

interface OwnersKey extends TextKey {
  readonly contactId: string;
}

/**
 * The keys that what was said in calls and what documents say is sealed with, derived from the data keys of contacts. Reading and
 * sealing always look up whether the data key is there, with one query for all: it may have been destroyed, or a replica was promoted
 * that never had it. Only what it is unwrapped to is remembered.
 */
export class ContactTextKeys implements TextKeys {
  readonly #masters: MasterKeys;
  readonly #nowMs: () => number;
  readonly #byDataKey: Remembered<Buffer>;
  readonly #ofOwners: Remembered<OwnersKey>;
  readonly #agreed = new Set<string>();
  readonly #limit = limitConcurrency(AT_ONCE);
  /** No key is unwrapped until then, and why not. */
  #trouble: { readonly untilMs: number; readonly error: KmsUnavailable } | undefined;
  /** No key is made until then. */
  #noNew: { readonly untilMs: number; readonly isReached: boolean } | undefined;

  constructor(masters: MasterKeys, nowMs: () => number) {
    this.#masters = masters;
    this.#nowMs = nowMs;
    this.#byDataKey = new Remembered(nowMs);
    this.#ofOwners = new Remembered(nowMs);
  }

  async find(everywhere: Everywhere, ownerIds: readonly string[]): Promise<ReadonlyMap<string, TextKey>> {
    const found = await this.#rememberedOf(everywhere, ownerIds);
    const others = ownerIds.filter((id) => !found.has(id));
    if (others.length === 0) return found;
    const looked = await this.#existing(await keysOfOwners(everywhere, others));
    return new Map([...found, ...looked.keys]);
  }

  async make(everywhere: Everywhere, ownerIds: readonly string[]): Promise<boolean> {
    const unknown = ownerIds.filter((id) => this.#ofOwners.get(id) === undefined);
    if (unknown.length === 0) return true;
    const owners = await keysOfOwners(everywhere, unknown);
    const { isReached } = await this.#existing(owners);
    const without = Map.groupBy(
      owners.filter(({ key }) => key === null),
      ({ contactId }) => contactId,
    );
    if (without.size === 0) return isReached;
    if (this.#noNew !== undefined && this.#nowMs() < this.#noNew.untilMs)
      return isReached && this.#noNew.isReached;
    const { made, errors } = await this.#wrapNew(everywhere, [...without.values()]);
    const isWrapping = !errors.some((error) => error instanceof KmsUnavailable);
    // Nothing that was said is lost for want of a key: it is stored plain, and sealed once there is one.
    if (errors.length > 0) this.#noNew = { untilMs: this.#nowMs() + TROUBLE_MS, isReached: isWrapping };
    const kept = new Set((await insertKeys(everywhere, made)).map(({ id }) => id));
    for (const { id, key, ofContact } of made) {
      if (!kept.has(id)) continue;
      this.#byDataKey.set(id, key);
      for (const { ownerId, contactId } of ofContact) this.#ofOwners.set(ownerId, { id, key, contactId });
    }
    return isReached && isWrapping;
  }

  /** Nobody takes it back, so it is asked for until it is so. */
  async isSealing(everywhere: Everywhere, fact: string): Promise<boolean> {
    if (this.#agreed.has(fact)) return true;
    const isAgreed = (await readFact(everywhere, fact)) !== undefined;
    if (isAgreed) this.#agreed.add(fact);
    return isAgreed;
  }

  async read(
    everywhere: Everywhere,
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, Buffer | Error>> {
    const found = await findKeys(everywhere, keyIds);
    return new Map(
      await Promise.all(
        found.map(async (key) => [key.id, await this.#unwrap(key.companyId, key).catch(asError)] as const),
      ),
    );
  }

  /**
   * Of calls and contacts that texts were sealed for before, those whose data key is still there and the same contact's. It is not
   * when it was found in a merge that was undone: then it goes with the other contact.
   */
  async #rememberedOf(everywhere: Everywhere, ownerIds: readonly string[]): Promise<Map<string, TextKey>> {
    const known = new Map<string, OwnersKey>();
    for (const ownerId of ownerIds) {
      const key = this.#ofOwners.get(ownerId);
      if (key !== undefined) known.set(ownerId, key);
    }
    if (known.size === 0) return known;
    const ids = new Set([...known.values()].map(({ id }) => id));
    const present = new Map(
      (await presentKeys(everywhere, [...ids])).map(({ id, contactId }) => [id, contactId]),
    );
    for (const [ownerId, { id, contactId }] of known) {
      if (present.get(id) === contactId) continue;
      known.delete(ownerId);
      this.#ofOwners.forget(ownerId);
    }
    return known;
  }

  /** Of contacts that have a data key. What cannot be unwrapped now is missing: then it is stored plain. */
  async #existing(owners: readonly TextOwner[]) {
    const keys = new Map<string, TextKey>();
    let isReached = true;
    await Promise.all(
      owners.map(async ({ ownerId, companyId, contactId, key }) => {
        if (key === null) return;
        const unwrapped = await this.#unwrap(companyId, key).catch(asError);
        if (unwrapped instanceof KmsUnavailable) isReached = false;
        if (unwrapped instanceof Error) return;
        keys.set(ownerId, { id: key.id, key: unwrapped });
        this.#ofOwners.set(ownerId, { id: key.id, key: unwrapped, contactId });
      }),
    );
    return { keys, isReached };
  }

  async #unwrap(companyId: string, key: WrappedKey & { readonly id: string }): Promise<Buffer> {
    const known = this.#byDataKey.get(key.id);
    if (known !== undefined) return known;
    return this.#limit(async () => {
      if (this.#trouble !== undefined && this.#nowMs() < this.#trouble.untilMs) throw this.#trouble.error;
      try {
        const textKey = textKeyOf(await this.#masters.unwrap(key, keyContext(companyId, key.id)));
        this.#byDataKey.set(key.id, textKey);
        return textKey;
      } catch (error) {
        // Another failure is the fault of this key: the others can be had.
        if (error instanceof KmsUnavailable) this.#trouble = { untilMs: this.#nowMs() + TROUBLE_MS, error };
        throw error;
      }
    });
  }

  async #wrapNew(everywhere: Everywhere, contacts: readonly TextOwner[][]) {
    const master = await wrappingKey(everywhere, this.#masters);
    const results = await Promise.all(
      contacts.map((ofContact) =>
        this.#limit(async () => {
          const { companyId, contactId } = ofContact[0] as TextOwner;
          const [id, dataKey] = [everywhere.newId(), randomBytes(KEY_BYTES)];
          const wrapped = await master.wrap(dataKey, keyContext(companyId, id));
          return { id, companyId, contactId, ...wrapped, key: textKeyOf(dataKey), ofContact };
        }).catch(asError),
      ),
    );
    return {
      made: results.flatMap((result) => (result instanceof Error ? [] : [result])),
      errors: results.filter((result) => result instanceof Error),
    };
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
