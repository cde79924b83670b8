import { randomBytes } from 'node:crypto';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import type { MasterKeys, WrappedKey } from '../../storage/keys/master-key.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type TextKey, type TextKeys, textKeyOf } from '../../storage/sealed-texts.ts';
import { KEY_BYTES, Remembered, wrappingKey } from './contact-key.actions.ts';
import { keyContext } from './contact-key.model.ts';
import { type CallOwner, findKeys, insertKeys, keysOfCalls } from './contact-key.store.ts';

/** So many requests to a KMS at once. */
const AT_ONCE = 50;
/** A KMS that does not answer is not asked for new keys for so long: the journals of all calls would wait for it. */
const TROUBLE_MS = 10_000;

/**
 * The keys that what was said in calls is sealed with, derived from the data keys of contacts. Reading always looks up whether the
 * data key is still there, with one query for all; only what it is unwrapped to is remembered.
 */
export class ContactTextKeys implements TextKeys {
  readonly #masters: MasterKeys;
  readonly #nowMs: () => number;
  readonly #byDataKey: Remembered<Buffer>;
  readonly #ofCalls: Remembered<TextKey>;
  #troubleUntilMs = 0;

  constructor(masters: MasterKeys, nowMs: () => number) {
    this.#masters = masters;
    this.#nowMs = nowMs;
    this.#byDataKey = new Remembered(nowMs);
    this.#ofCalls = new Remembered(nowMs);
  }

  async find(everywhere: Everywhere, attemptIds: readonly string[]): Promise<ReadonlyMap<string, TextKey>> {
    const found = new Map<string, TextKey>();
    for (const id of attemptIds) {
      const key = this.#ofCalls.get(id);
      if (key !== undefined) found.set(id, key);
    }
    const others = attemptIds.filter((id) => !found.has(id));
    if (others.length === 0) return found;
    for (const owner of await keysOfCalls(everywhere, others)) {
      const key = await this.#existing(owner);
      if (key !== undefined) found.set(owner.attemptId, key);
    }
    return found;
  }

  async make(everywhere: Everywhere, attemptIds: readonly string[]): Promise<void> {
    const unknown = attemptIds.filter((id) => this.#ofCalls.get(id) === undefined);
    if (unknown.length === 0) return;
    const owners = await keysOfCalls(everywhere, unknown);
    await Promise.all(owners.map((owner) => this.#existing(owner)));
    const without = Map.groupBy(
      owners.filter(({ key }) => key === null),
      ({ contactId }) => contactId,
    );
    if (without.size === 0 || this.#nowMs() < this.#troubleUntilMs) return;
    const made = await this.#wrapNew(everywhere, [...without.values()]).catch(() => {
      // Nothing that was said is lost for want of a key: it is stored plain, and sealed once there is one.
      this.#troubleUntilMs = this.#nowMs() + TROUBLE_MS;
      return [];
    });
    const kept = new Set((await insertKeys(everywhere, made)).map(({ id }) => id));
    for (const { id, key, calls } of made) {
      if (!kept.has(id)) continue;
      this.#byDataKey.set(id, key);
      for (const { attemptId } of calls) this.#ofCalls.set(attemptId, { id, key });
    }
  }

  async read(everywhere: Everywhere, keyIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = await findKeys(everywhere, keyIds);
    const limit = limitConcurrency(AT_ONCE);
    return new Map(
      await Promise.all(
        found.map((key) => limit(async () => [key.id, await this.#unwrap(key.companyId, key)] as const)),
      ),
    );
  }

  /** Of a contact that has a data key. Undefined as well while the KMS cannot unwrap it: then it is stored plain. */
  async #existing({ attemptId, companyId, key }: CallOwner): Promise<TextKey | undefined> {
    if (key === null || this.#nowMs() < this.#troubleUntilMs) return undefined;
    try {
      const textKey = { id: key.id, key: await this.#unwrap(companyId, key) };
      this.#ofCalls.set(attemptId, textKey);
      return textKey;
    } catch {
      this.#troubleUntilMs = this.#nowMs() + TROUBLE_MS;
      return undefined;
    }
  }

  async #unwrap(companyId: string, key: WrappedKey & { readonly id: string }): Promise<Buffer> {
    const known = this.#byDataKey.get(key.id);
    if (known !== undefined) return known;
    const textKey = textKeyOf(await this.#masters.unwrap(key, keyContext(companyId, key.id)));
    this.#byDataKey.set(key.id, textKey);
    return textKey;
  }

  async #wrapNew(everywhere: Everywhere, contacts: readonly CallOwner[][]) {
    const master = await wrappingKey(everywhere, this.#masters);
    const limit = limitConcurrency(AT_ONCE);
    return Promise.all(
      contacts.map((calls) =>
        limit(async () => {
          const { companyId, contactId } = calls[0] as CallOwner;
          const [id, dataKey] = [everywhere.newId(), randomBytes(KEY_BYTES)];
          const wrapped = await master.wrap(dataKey, keyContext(companyId, id));
          return { id, companyId, contactId, ...wrapped, key: textKeyOf(dataKey), calls };
        }),
      ),
    );
  }
}
