import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '@parley/kernel/failure.ts';
import { KmsUnavailable } from './keys/master-key.ts';
import type { Everywhere, OpenedText, StoredText, Texts, TextToSeal } from './scope.ts';

/** A key for texts of one contact, and the id of the data key that it is derived from. */
export interface TextKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface TextKeys {
  /** Keys for what is said in these calls, and for texts of these contacts. One that is missing has no key (yet): its texts are stored plain. */
  find(everywhere: Everywhere, ownerIds: readonly string[]): Promise<ReadonlyMap<string, TextKey>>;
  /** Makes the keys that are missing, where that is possible now. False: the KMS does not answer. */
  make(everywhere: Everywhere, ownerIds: readonly string[]): Promise<boolean>;
  /** By the ids of the data keys. One that is missing was destroyed; one that cannot be unwrapped has an error instead. */
  read(everywhere: Everywhere, keyIds: readonly string[]): Promise<ReadonlyMap<string, Buffer | Error>>;
  /** Whether the installation has agreed to seal what the fact names. */
  isSealing(everywhere: Everywhere, fact: string): Promise<boolean>;
}

/** Told of each text that is there and that nobody can read. */
export type OnUnreadable = (ownerId: string, reason: keyof typeof unreadableReasons) => void;

/** Why a sealed text cannot be decrypted, for the log. */
export const unreadableReasons = {
  no_key: 'the database has no data key for it',
  changed: 'it was changed, or belongs to another row',
  key_refused: "the key service refused the contact's key",
} as const;

/** So many texts are opened in one step of the event loop: live calls share it. */
const OPENED_AT_ONCE = 200;

/** For processes that neither write nor read what was said. */
export const noTextKeys: TextKeys = {
  find: async () => new Map(),
  make: async () => true,
  read: async () => {
    throw new Error('This process has no keys to read sealed texts with');
  },
  isSealing: async () => false,
};

/** Seals and opens texts with the keys of contacts: many at once, with one query for their keys. */
export class SealedTexts implements Texts {
  readonly #keys: TextKeys;
  readonly #everywhere: Everywhere;
  readonly #isTransaction: boolean;
  readonly #onUnreadable: OnUnreadable;

  constructor(
    keys: TextKeys,
    everywhere: Everywhere,
    { isTransaction, onUnreadable }: { readonly isTransaction: boolean; readonly onUnreadable: OnUnreadable },
  ) {
    this.#keys = keys;
    this.#everywhere = everywhere;
    this.#isTransaction = isTransaction;
    this.#onUnreadable = onUnreadable;
  }

  async prepare(ownerIds: readonly string[]): Promise<boolean> {
    if (this.#isTransaction || ownerIds.length === 0) return true;
    return this.#keys.make(this.#everywhere, ownerIds);
  }

  async seal(texts: readonly TextToSeal[]): Promise<(Buffer | null)[]> {
    const ids = new Set(texts.flatMap(({ ownerId, value }) => (value === undefined ? [] : [ownerId])));
    const keys = ids.size === 0 ? undefined : await this.#keys.find(this.#everywhere, [...ids]);
    return texts.map(({ ownerId, context, value }) => {
      const key = keys?.get(ownerId);
      return key === undefined || value === undefined ? null : sealText(JSON.stringify(value), context, key);
    });
  }

  async open(texts: readonly StoredText[]): Promise<OpenedText[]> {
    const keyIds = texts.map(({ sealed }) => (sealed === null ? undefined : keyIdOf(sealed)));
    const wanted = new Set(keyIds.filter((id) => id !== undefined));
    const keys = wanted.size === 0 ? undefined : await this.#keys.read(this.#everywhere, [...wanted]);
    const opened: OpenedText[] = [];
    for (const [at, text] of texts.entries()) {
      if (at > 0 && at % OPENED_AT_ONCE === 0) await nextTurn();
      opened.push(this.#openWith(keys?.get(keyIds[at] ?? ''), text));
    }
    return opened;
  }

  isSealing(fact: string): Promise<boolean> {
    return this.#keys.isSealing(this.#everywhere, fact);
  }

  #openWith(key: Buffer | Error | undefined, { ownerId, context, sealed }: StoredText): OpenedText {
    if (sealed === null) return { kind: 'none' };
    if (sealed[0] !== VERSION) return { kind: 'unavailable', error: writtenByNewer() };
    if (key instanceof KmsUnavailable) return { kind: 'unavailable', error: key };
    if (key instanceof Error) {
      this.#onUnreadable(ownerId, 'key_refused');
      return { kind: 'broken', error: key };
    }
    const text = key && openText(sealed, context, key);
    if (text !== undefined) return { kind: 'opened', value: JSON.parse(text) };
    this.#onUnreadable(ownerId, key === undefined ? 'no_key' : 'changed');
    return { kind: 'gone' };
  }
}

const RETRY_AFTER_SECONDS = 60;

/** It is not for this process to say what was in it. */
const writtenByNewer = (): Failure =>
  new Failure(
    'unavailable',
    'This text was stored by a newer version of Parley than the one that answers. Try again when all processes are upgraded.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/*
 * A sealed text: version 1 | id of the data key 16 | nonce 12 | encrypted with AES-256-GCM | tag 16. Everything before the nonce and
 * the name of the row are authenticated with it.
 */
const VERSION = 1;
const NONCE_AT = 17;
const TEXT_AT = 29;
const TAG_BYTES = 16;

/** Another key than the one that files are encrypted with. */
export const textKeyOf = (dataKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', dataKey, '', 'parley text', 32));

function sealText(text: string, context: string, { id, key }: TextKey): Buffer {
  const header = Buffer.alloc(NONCE_AT, VERSION);
  header.write(id.replaceAll('-', ''), 1, 'hex');
  const nonce = randomBytes(TEXT_AT - NONCE_AT);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated(header, context));
  return Buffer.concat([header, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function keyIdOf(sealed: Buffer): string | undefined {
  if (sealed[0] !== VERSION || sealed.length < TEXT_AT + TAG_BYTES) return undefined;
  return sealed.toString('hex', 1, NONCE_AT).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Undefined: it was changed, or belongs to another row. It must not keep others on its page, or in its batch, from being read. */
function openText(sealed: Buffer, context: string, key: Buffer): string | undefined {
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(NONCE_AT, TEXT_AT))
    .setAAD(authenticated(sealed.subarray(0, NONCE_AT), context))
    .setAuthTag(sealed.subarray(tagAt));
  const text = decipher.update(sealed.subarray(TEXT_AT, tagAt));
  try {
    return Buffer.concat([text, decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

const authenticated = (header: Buffer, context: string): Buffer =>
  Buffer.concat([header, Buffer.from(context)]);
