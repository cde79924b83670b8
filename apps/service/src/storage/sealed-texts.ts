import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Everywhere, StoredText, TextOfCall, Texts } from './scope.ts';

/** A key for texts of one contact, and the id of the data key that it is derived from. */
export interface TextKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface TextKeys {
  /** Keys for what is said in these calls. One that is missing has no key (yet): its texts are stored plain. */
  find(everywhere: Everywhere, attemptIds: readonly string[]): Promise<ReadonlyMap<string, TextKey>>;
  /** Makes the keys that are missing, where that is possible now. */
  make(everywhere: Everywhere, attemptIds: readonly string[]): Promise<void>;
  /** By the ids of the data keys. One that is missing was destroyed. */
  read(everywhere: Everywhere, keyIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}

/** For processes that neither write nor read what was said. */
export const noTextKeys: TextKeys = {
  find: async () => new Map(),
  make: async () => {},
  read: async () => {
    throw new Error('This process has no keys to read sealed texts with');
  },
};

/** Seals and opens texts with the keys of contacts: many at once, with one query for their keys. */
export class SealedTexts implements Texts {
  readonly #keys: TextKeys;
  readonly #everywhere: Everywhere;
  readonly #isTransaction: boolean;

  constructor(
    keys: TextKeys,
    everywhere: Everywhere,
    { isTransaction }: { readonly isTransaction: boolean },
  ) {
    this.#keys = keys;
    this.#everywhere = everywhere;
    this.#isTransaction = isTransaction;
  }

  async prepare(attemptIds: readonly string[]): Promise<void> {
    if (!this.#isTransaction && attemptIds.length > 0) await this.#keys.make(this.#everywhere, attemptIds);
  }

  async seal(texts: readonly TextOfCall[]): Promise<(Buffer | null)[]> {
    const ids = new Set(texts.flatMap(({ attemptId, value }) => (value === undefined ? [] : [attemptId])));
    const keys = ids.size === 0 ? undefined : await this.#keys.find(this.#everywhere, [...ids]);
    return texts.map(({ attemptId, context, value }) => {
      const key = keys?.get(attemptId);
      return key === undefined || value === undefined ? null : sealText(JSON.stringify(value), context, key);
    });
  }

  async open(texts: readonly StoredText[]): Promise<unknown[]> {
    const keyIds = texts.map(({ sealed }) => (sealed === null ? undefined : keyIdOf(sealed)));
    const wanted = new Set(keyIds.filter((id) => id !== undefined));
    if (wanted.size === 0) return texts.map(() => undefined);
    const keys = await this.#keys.read(this.#everywhere, [...wanted]);
    return texts.map(({ sealed, context }, at) => {
      const key = keys.get(keyIds[at] ?? '');
      const text = sealed === null || key === undefined ? undefined : openText(sealed, context, key);
      return text === undefined ? undefined : JSON.parse(text);
    });
  }
}

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
