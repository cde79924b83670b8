import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ByteReader } from './byte-reader.ts';
import {
  CHUNK_BYTES,
  contentBytes,
  ENCRYPTED_TYPE,
  HEADER_BYTES,
  lastChunk,
  newHeader,
  ObjectCipher,
  type ObjectHeader,
  readHeader,
  STORED_CHUNK_BYTES,
  storedStart,
} from './object-cipher.ts';
import {
  type ByteRange,
  checkContentType,
  checkKey,
  checkRange,
  checkSize,
  holdErrors,
  ObjectRefused,
  type ObjectStore,
  type PutOptions,
  type PutReceipt,
  rangeRefused,
} from './object-store.ts';

/** A data key and its id, which every object that is encrypted with it names. */
export interface DataKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface DataKeys {
  /** Whether objects with such a name can be encrypted. */
  covers(name: string): boolean;
  /** The key of whoever the object belongs to; undefined: it is nobody's personal data, and stored as it is. */
  keyFor(name: string): Promise<DataKey | undefined>;
  /** Undefined: it was destroyed. */
  keyOf(id: string): Promise<Buffer | undefined>;
}

export interface EncryptedObjectsOptions {
  readonly objects: ObjectStore;
  readonly keys: DataKeys;
  /** Lead to this service: what is encrypted, a bucket can neither take nor hand out. */
  readonly links: Pick<ObjectStore, 'uploadLink' | 'downloadLink'>;
}

/**
 * A store that encrypts what belongs to somebody with their key. Objects that were stored before are read as they are. One
 * whose key was destroyed is as good as deleted: it is not there.
 */
export function encryptedObjects({ objects, keys, links }: EncryptedObjectsOptions): ObjectStore {
  async function put(name: string, body: Readable | Buffer, options: PutOptions): Promise<PutReceipt> {
    holdErrors(body);
    try {
      checkKey(name);
      checkContentType(options.contentType);
      const dataKey = keys.covers(name) ? await keys.keyFor(name) : undefined;
      if (dataKey === undefined) return await objects.put(name, body, options);
      const header = newHeader(dataKey.id, options.contentType);
      const content = new MeasuredContent(body, options);
      const stored = encrypted(content, header, new ObjectCipher(dataKey.key, header, name));
      await objects.put(name, Readable.from(stored, { objectMode: false }), {
        contentType: ENCRYPTED_TYPE,
        ...(options.ifAbsent === undefined ? {} : { ifAbsent: options.ifAbsent }),
      });
      return content.receipt();
    } finally {
      if (!Buffer.isBuffer(body)) body.destroy();
    }
  }

  /** The header of an encrypted object and the size of its content; undefined: it is missing, or not encrypted. */
  async function look(name: string) {
    const found = await objects.get(name, { start: 0, end: HEADER_BYTES - 1 }).catch(ifEmpty);
    if (found === undefined) return undefined;
    try {
      if (found.contentType !== ENCRYPTED_TYPE) return undefined;
      const header = readHeader(await new ByteReader(found.body).take(HEADER_BYTES));
      return { header, sizeBytes: contentBytes(found.sizeBytes) };
    } finally {
      found.body.destroy();
    }
  }

  async function head(name: string) {
    const seen = keys.covers(name) ? await look(name) : undefined;
    if (seen === undefined) return objects.head(name);
    const { header, sizeBytes } = seen;
    const isReadable = (await keys.keyOf(header.keyId)) !== undefined;
    return isReadable ? { sizeBytes, contentType: header.contentType } : undefined;
  }

  async function get(name: string, range?: ByteRange, keyOf = (id: string) => keys.keyOf(id)) {
    if (!keys.covers(name)) return objects.get(name, range);
    if (range !== undefined) checkRange(range);
    const first = Math.floor((range?.start ?? 0) / CHUNK_BYTES);
    // From the first chunk on the header comes with it: one request, and no other object can take its place in between.
    const seen = first === 0 ? undefined : await look(name);
    if (first > 0 && seen === undefined) return objects.get(name, range);
    const found = await objects.get(name, storedRange(range, first));
    if (found === undefined) return undefined;
    if (found.contentType !== ENCRYPTED_TYPE) {
      if (range === undefined) return found;
      found.body.destroy();
      return objects.get(name, range);
    }
    holdErrors(found.body);
    const reader = new ByteReader(found.body);
    try {
      const header = seen?.header ?? readHeader(await reader.take(HEADER_BYTES));
      const sizeBytes = contentBytes(found.sizeBytes);
      const key = await keyOf(header.keyId);
      if (key === undefined) {
        found.body.destroy();
        return undefined;
      }
      const start = range?.start ?? 0;
      if (range !== undefined && start >= sizeBytes) throw rangeRefused();
      const wanted = { start, end: Math.min(range?.end ?? Number.POSITIVE_INFINITY, sizeBytes - 1) };
      const content = decrypted(reader, new ObjectCipher(key, header, name), wanted, lastChunk(sizeBytes));
      const body = Readable.from(content, { objectMode: false });
      // Also when it is given up before anything was read.
      body.once('close', () => found.body.destroy());
      return { sizeBytes, contentType: header.contentType, body };
    } catch (error) {
      found.body.destroy();
      throw error;
    }
  }

  return {
    put,
    get: (name, range) => get(name, range),
    head,
    async prepare(name) {
      if (keys.covers(name)) await keys.keyFor(name);
    },
    reader() {
      const keyOf = briefly((id) => keys.keyOf(id));
      return { get: (name, range) => get(name, range, keyOf) };
    },
    list: (folder) => objects.list(folder),
    delete: (names) => objects.delete(names),
    uploadLink: (name, options) => (keys.covers(name) ? links : objects).uploadLink(name, options),
    downloadLink: (name, options) => (keys.covers(name) ? links : objects).downloadLink(name, options),
  };
}

/** A download may take minutes: one that goes on after an erasure soon finds no key. */
const KEY_REUSED_MS = 5000;

/** Asks for a key that was just asked for only once. */
function briefly(ask: DataKeys['keyOf']): DataKeys['keyOf'] {
  let last: { readonly id: string; readonly key: Buffer | undefined; readonly untilMs: number } | undefined;
  return async (id) => {
    if (last?.id !== id || last.untilMs <= performance.now())
      last = { id, key: await ask(id), untilMs: performance.now() + KEY_REUSED_MS };
    return last.key;
  };
}

/** An object that is empty has no range; only one that is not encrypted can be. */
function ifEmpty(error: unknown): undefined {
  if (!(error instanceof ObjectRefused) || error.reason !== 'INVALID_RANGE') throw error;
}

/** The chunks of a range as they are stored; from the first one on with the header before them. */
function storedRange(range: ByteRange | undefined, first: number): ByteRange | undefined {
  if (range === undefined) return undefined;
  const start = first === 0 ? 0 : storedStart(first);
  if (range.end === undefined) return { start };
  return { start, end: storedStart(Math.floor(range.end / CHUNK_BYTES) + 1) - 1 };
}

/** Content on its way into the store: counted, hashed and held against its limits before it is encrypted. */
class MeasuredContent {
  readonly #body: Readable | Buffer;
  readonly #limits: PutOptions;
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;

  constructor(body: Readable | Buffer, limits: PutOptions) {
    this.#body = body;
    this.#limits = limits;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of Buffer.isBuffer(this.#body) ? [this.#body] : this.#body) {
      const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#sizeBytes += bytes.length;
      checkSize(this.#sizeBytes, this.#limits, 'so far');
      this.#hash.update(bytes);
      yield bytes;
    }
    checkSize(this.#sizeBytes, this.#limits, 'in all');
  }

  receipt(): PutReceipt {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

/** A full chunk waits until more comes: only then is it known not to be the last. */
async function* encrypted(
  content: AsyncIterable<Buffer>,
  header: ObjectHeader,
  cipher: ObjectCipher,
): AsyncGenerator<Buffer> {
  yield header.bytes;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; ) {
      if (heldBytes === CHUNK_BYTES) {
        yield cipher.seal(Buffer.concat(held), number, false);
        [held, heldBytes, number] = [[], 0, number + 1];
      }
      const part = bytes.subarray(at, at + CHUNK_BYTES - heldBytes);
      held.push(part);
      heldBytes += part.length;
      at += part.length;
    }
  }
  yield cipher.seal(Buffer.concat(held), number, true);
}

/** Nothing of a chunk is handed out before all of it was found to be genuine. */
async function* decrypted(
  reader: ByteReader,
  cipher: ObjectCipher,
  { start, end }: Required<ByteRange>,
  last: number,
): AsyncGenerator<Buffer> {
  const until = Math.max(0, Math.floor(end / CHUNK_BYTES));
  for (let number = Math.floor(start / CHUNK_BYTES); number <= until; number += 1) {
    const chunk = cipher.open(await reader.take(STORED_CHUNK_BYTES), number, number === last);
    const chunkStart = number * CHUNK_BYTES;
    const wanted = chunk.subarray(Math.max(0, start - chunkStart), end - chunkStart + 1);
    if (wanted.length > 0) yield wanted;
  }
}
