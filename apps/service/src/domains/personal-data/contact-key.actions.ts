import { randomBytes } from 'node:crypto';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { MasterKey, MasterKeys } from '../../storage/keys/master-key.ts';
import type { DataKey, DataKeys } from '../../storage/objects/encrypted-objects.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { keyContext, subjectOf } from './contact-key.model.ts';
import {
  agreedMasterKey,
  agreeOnFirstMasterKey,
  type ContactKey,
  changeMasterKey,
  findKey,
  firstKeyOf,
  insertKey,
  keysWrappedWith,
  lockRewrapping,
  masterKeysInUse,
  type ObjectOwner,
  ownerOfCall,
  ownerOfDocument,
  presentKeys,
  saveWrapped,
} from './contact-key.store.ts';

export const KEY_BYTES = 32;
/** So long a call goes on recording without the database; and so long a key that a KMS unwrapped is not asked for again. */
const REMEMBERED_MS = 3_600_000;
const MOST_REMEMBERED = 2000;
const LOOK_MS = 1000;

interface FoundKey {
  /** Undefined: the object is nobody's personal data. */
  readonly key: DataKey | undefined;
  /** False: nobody can read what is encrypted with it. */
  readonly isKept: boolean;
}

/**
 * The data keys of contacts: one random key for each contact with an object, kept in the database wrapped with the master key.
 * Reading always looks the key up, so that one that was destroyed reads nothing, whichever process destroyed it.
 */
export class ContactKeys implements DataKeys {
  readonly #everywhere: Everywhere;
  readonly #masters: MasterKeys;
  readonly #unwrapped: Remembered<Buffer>;
  readonly #ofCalls: Remembered<DataKey>;

  constructor(everywhere: Everywhere, masters: MasterKeys) {
    this.#everywhere = everywhere;
    this.#masters = masters;
    this.#unwrapped = new Remembered(() => everywhere.now().getTime());
    this.#ofCalls = new Remembered(() => everywhere.now().getTime());
  }

  covers(name: string): boolean {
    return subjectOf(name) !== undefined;
  }

  async keyFor(name: string): Promise<DataKey | undefined> {
    const subject = subjectOf(name);
    if (subject === undefined) return undefined;
    if (subject.kind === 'document')
      return (await this.#keyOfOwner(() => ownerOfDocument(this.#everywhere, name))).key;
    const known = this.#ofCalls.get(subject.attemptId);
    if (known !== undefined && (await this.#isPresent(known.id))) return known;
    this.#ofCalls.forget(subject.attemptId);
    const { key, isKept } = await this.#keyOfOwner(() => ownerOfCall(this.#everywhere, subject.attemptId));
    if (key !== undefined && isKept) this.#ofCalls.set(subject.attemptId, key);
    return key;
  }

  /**
   * A replica that was promoted may not have the key: what is encrypted with it would be unreadable for good. A recording is written
   * every few seconds while the call goes on, and must not wait for a database that is away.
   */
  async #isPresent(id: string): Promise<boolean> {
    try {
      return (await withTimeout(LOOK_MS, presentKeys(this.#everywhere, [id]))).length > 0;
    } catch {
      return true;
    }
  }

  async keyOf(id: string): Promise<Buffer | undefined> {
    const found = await findKey(this.#everywhere, id);
    return found && this.#unwrap(found);
  }

  async #keyOfOwner(findOwner: () => Promise<ObjectOwner | undefined>): Promise<FoundKey> {
    let made = this.#nobodysKey();
    // Twice: a contact that is gone by the time its key is kept may have been merged into another one.
    for (let look = 0; look < 2; look += 1) {
      const owner = await findOwner();
      if (owner === undefined) break;
      const { companyId, contactId } = owner;
      if (contactId === null) return { key: undefined, isKept: false };
      const scope = this.#everywhere.within(companyId, { kind: 'system', id: 'contact-keys' });
      const found = await firstKeyOf(scope, contactId);
      if (found !== undefined) return { key: { id: found.id, key: await this.#unwrap(found) }, isKept: true };
      made = this.#nobodysKey();
      const master = await wrappingKey(this.#everywhere, this.#masters);
      const wrapped = await master.wrap(made.key, keyContext(companyId, made.id));
      if (await insertKey(scope, contactId, { id: made.id, ...wrapped })) {
        this.#unwrapped.set(made.id, made.key);
        return { key: made, isKept: true };
      }
    }
    return { key: made, isKept: false };
  }

  /**
   * A key that is kept nowhere. Whoever this object belonged to was deleted while it was on its way: it is deleted soon, and
   * until then nobody can read it.
   */
  #nobodysKey(): DataKey {
    return { id: this.#everywhere.newId(), key: randomBytes(KEY_BYTES) };
  }

  async #unwrap(key: ContactKey): Promise<Buffer> {
    const known = this.#unwrapped.get(key.id);
    if (known !== undefined) return known;
    const unwrapped = await this.#masters.unwrap(key, keyContext(key.companyId, key.id));
    this.#unwrapped.set(key.id, unwrapped);
    return unwrapped;
  }
}

/** A bounded number of values, each for a bounded time. */
export class Remembered<Value> {
  readonly #nowMs: () => number;
  readonly #values = new Map<string, { readonly value: Value; readonly untilMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get(name: string): Value | undefined {
    const found = this.#values.get(name);
    this.#values.delete(name);
    if (found === undefined || found.untilMs <= this.#nowMs()) return undefined;
    // The order is that of the last use. Its time stays: it is looked up again after that.
    this.#values.set(name, found);
    return found.value;
  }

  forget(name: string): void {
    this.#values.delete(name);
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, { value, untilMs: this.#nowMs() + REMEMBERED_MS });
    const [oldest] = this.#values.keys();
    if (this.#values.size > MOST_REMEMBERED && oldest !== undefined) this.#values.delete(oldest);
  }
}

/** The first process decides which master key wraps. Answers whether it is the newest that this process has. */
export const agreeOnNewestKey = (everywhere: Everywhere, masters: MasterKeys): Promise<boolean> =>
  agreeOnFirstMasterKey(everywhere, masters.newest.id);

/** Whether this process has the master key that wraps, if one is agreed on. */
export async function hasAgreedKey(everywhere: Everywhere, masters: MasterKeys): Promise<boolean> {
  const agreed = await agreedMasterKey(everywhere);
  return agreed === undefined || masters.has(agreed);
}

/** Master keys that data keys are wrapped with and that this process does not have: it cannot read files of those contacts. */
export async function missingMasterKeys(everywhere: Everywhere, masters: MasterKeys) {
  return (await masterKeysInUse(everywhere)).filter(({ id }) => !masters.has(id));
}

/** How many data keys are wrapped with another master key than the one that is agreed on. */
export async function countOlderKeys(everywhere: Everywhere, masters: MasterKeys): Promise<number> {
  const older = await otherMasterKeys(everywhere, masters, await wrappingKey(everywhere, masters));
  return older.reduce((sum, { keys }) => sum + keys, 0);
}

/** The master key that new data keys are wrapped with. */
export const wrappingKey = async (everywhere: Everywhere, masters: MasterKeys): Promise<MasterKey> =>
  masters.agreed(await agreedMasterKey(everywhere));

/** Wraps and unwraps a key that nobody has. Throws what a file that is stored or read would fail with. */
export async function tryMasterKey(master: MasterKey): Promise<void> {
  await master.unwrap(await master.wrap(randomBytes(KEY_BYTES), TRIAL), TRIAL);
}

const TRIAL = 'parley key trial';

async function otherMasterKeys(everywhere: Everywhere, masters: MasterKeys, master: MasterKey) {
  // What it is called now, only it knows: in a KMS it may have got a new version since.
  const { masterKeyId: current } = await master.wrap(randomBytes(KEY_BYTES), TRIAL);
  return (await masterKeysInUse(everywhere)).filter(({ id }) => id !== current && masters.has(id));
}

/** Also so many requests to a KMS at once. */
const BATCH = 50;

/**
 * From now on every process wraps data keys with this master key: each must have it. Wraps those again that another one wrapped,
 * and answers how many. Objects stay as they are. Stopped in the middle, some are done.
 */
export async function rewrapKeys(
  everywhere: Everywhere,
  masters: MasterKeys,
  master: MasterKey = masters.newest,
): Promise<number> {
  await tryMasterKey(master);
  await changeMasterKey(everywhere, master.id);
  // Looked up afterwards: until then processes wrapped with the one before.
  const others = (await otherMasterKeys(everywhere, masters, master)).map(({ id }) => id);
  for (let done = 0; ; ) {
    const wrapped = await everywhere.transaction(async (inside) => {
      await lockRewrapping(inside);
      return rewrapSome(inside, masters, master, others);
    });
    if (wrapped === 0) return done;
    done += wrapped;
  }
}

async function rewrapSome(
  everywhere: Everywhere,
  masters: MasterKeys,
  master: MasterKey,
  others: readonly string[],
): Promise<number> {
  const keys = await keysWrappedWith(everywhere, others, BATCH);
  const wrapped = await Promise.all(
    keys.map(async (key) => {
      const context = keyContext(key.companyId, key.id);
      return { ...key, ...(await master.wrap(await masters.unwrap(key, context), context)) };
    }),
  );
  return keys.length === 0 ? 0 : saveWrapped(everywhere, wrapped);
}
