import { createHash } from 'node:crypto';
import { type FileHandle, statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly sizeBytes: number;
  readonly contentType: string;
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive, as in HTTP; beyond the end means up to the end. */
  readonly end?: number;
}

export interface SizeLimits {
  readonly maxBytes?: number;
  readonly exactBytes?: number;
}

export interface PutOptions extends SizeLimits {
  readonly contentType: string;
  /** Refuse with EXISTS instead of replacing what is there. The body is read first, so that its sender hears it. */
  readonly ifAbsent?: boolean;
}

export interface PutReceipt {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface UploadLink {
  readonly url: string;
  readonly method: 'PUT';
  /** To be sent exactly so; Content-Length is sent by every HTTP client that knows the size of its body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

export interface ObjectStore {
  /** Atomic: a reader sees the old object or the whole new one. A stream is consumed or destroyed. */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<PutReceipt>;
  /**
   * Fetches what storing this object needs from elsewhere, such as its key, so that `put` does not wait for it. Rejects as `put`
   * would, before the body is touched.
   */
  prepare?(key: string): Promise<void>;
  /** For several objects that are read as one: what they share is not fetched for each. Used for one read only. */
  reader?(): Pick<ObjectStore, 'get'>;
  /** `sizeBytes` is of the whole object, whatever the range. The body must be read or destroyed. */
  get(key: string, range?: ByteRange): Promise<(StoredObject & { readonly body: Readable }) | undefined>;
  head(key: string): Promise<StoredObject | undefined>;
  /** Every key in this folder and below it, in order. */
  list(folder: string): Promise<string[]>;
  /** Keys that do not exist are no error. */
  delete(keys: readonly string[]): Promise<void>;
  uploadLink(
    key: string,
    options: { readonly contentType: string; readonly sizeBytes: number; readonly expiresAt: Date },
  ): Promise<UploadLink>;
  /** Browsers always save what it leads to and never show it in our origin. */
  downloadLink(
    key: string,
    options: { readonly expiresAt: Date; readonly fileName?: string },
  ): Promise<string>;
}

export type RefusalReason =
  | 'INVALID_KEY'
  | 'INVALID_CONTENT_TYPE'
  | 'INVALID_RANGE'
  | 'INVALID_EXPIRY'
  | 'TOO_LARGE'
  | 'WRONG_SIZE'
  | 'EXISTS';

/** The caller asked for something the store will not do; asking again changes nothing. */
export class ObjectRefused extends Error {
  override readonly name = 'ObjectRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

// 200 leaves room for a suffix within the 255 bytes that file systems give a name.
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/;

export function checkKey(key: string): void {
  if (key.length > 512 || !key.split('/').every((part) => segment.test(part))) {
    // The key is not repeated: when it is wrong, it may be anything that somebody sent.
    throw new ObjectRefused(
      'INVALID_KEY',
      'An object key is up to 512 characters: segments of A-Z a-z 0-9 . _ - between slashes.',
    );
  }
}

export function checkContentType(contentType: string): void {
  // Visible ASCII and inner spaces only: it becomes a header.
  if (contentType.length > 255 || !/^[!-~]+(?: [!-~]+)*$/.test(contentType)) {
    throw new ObjectRefused('INVALID_CONTENT_TYPE', 'A content type is up to 255 visible ASCII characters.');
  }
}

export function checkRange(range: ByteRange): void {
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!whole || start < 0 || (end !== undefined && end < start)) throw rangeRefused();
}

export function rangeRefused(): ObjectRefused {
  return new ObjectRefused('INVALID_RANGE', 'The range is not within the object.');
}

export function existsRefused(): ObjectRefused {
  return new ObjectRefused('EXISTS', 'An object with this key already exists; it was not changed.');
}

/** S3 allows no longer life than seven days, so no store here does. */
export function checkExpiry(expiresAt: Date, now: Date): void {
  const lifeMs = expiresAt.getTime() - now.getTime();
  if (!(lifeMs >= 1_000 && lifeMs <= 7 * 86_400_000)) {
    throw new ObjectRefused(
      'INVALID_EXPIRY',
      'A link must expire between one second and seven days from now.',
    );
  }
}

/**
 * A stream that fails before anybody reads it would end the process. Errors seen here are not lost: they are
 * thrown again when the stream is read.
 */
export function holdErrors(body: Readable | Buffer): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => {});
}

/** Writes the body to the file chunk by chunk, and stops at the first byte that breaks a limit. */
export async function spool(
  body: Readable | Buffer,
  file: FileHandle,
  limits: SizeLimits,
): Promise<PutReceipt> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    sizeBytes += bytes.length;
    checkSize(sizeBytes, limits, 'so far');
    hash.update(bytes);
    await file.writeFile(bytes);
  }
  checkSize(sizeBytes, limits, 'in all');
  return { sizeBytes, sha256: hash.digest('hex') };
}

export function checkSize(sizeBytes: number, limits: SizeLimits, seen: 'so far' | 'in all'): void {
  const { maxBytes, exactBytes } = limits;
  if (maxBytes !== undefined && sizeBytes > maxBytes) {
    throw new ObjectRefused('TOO_LARGE', `The object is larger than the ${maxBytes} bytes allowed.`);
  }
  if (exactBytes === undefined) return;
  if (seen === 'so far' ? sizeBytes > exactBytes : sizeBytes !== exactBytes) {
    throw new ObjectRefused('WRONG_SIZE', `The object must have exactly the ${exactBytes} bytes announced.`);
  }
}

/** RFC 6266: an ASCII name for old clients and the real one, percent-encoded (RFC 8187), for all others. */
export function contentDisposition(fileName?: string): string {
  if (fileName === undefined) return 'attachment';
  // Control characters could split a header, separators could leave the download folder, and marks that
  // reverse the direction of text can make an .exe look like a .pdf.
  const name = fileName.toWellFormed().replace(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/gu, '_');
  const plain = name.replace(/[^ -~]/gu, '_').replace(/["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

interface StorageCheckOptions {
  readonly objects: Pick<ObjectStore, 'put'>;
  /** The data folder, which uploads to S3 pass through as well. */
  readonly folder: string;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** The embedded database takes its log in files of 16 MiB, and a call's recording is some MiB: below this both fail soon. */
export const LEAST_FREE_BYTES = 32 * 1024 ** 2;
/** One object, written again and again. */
const PROBE_KEY = 'health/probe';

/** Why nothing more can be stored, in words without a path; undefined: it can. Costs one small object. */
export async function storageFailure({
  objects,
  folder,
  freeBytes = freeBytesOf,
}: StorageCheckOptions): Promise<string | undefined> {
  try {
    const left = await freeBytes(folder);
    if (left < LEAST_FREE_BYTES)
      return `The disk of the data folder is full: ${Math.floor(left / 1024 ** 2)} MiB are left`;
    await objects.put(PROBE_KEY, Buffer.from('ok'), { contentType: 'text/plain' });
    return undefined;
  } catch (error) {
    // "ENOSPC: no space left on device, write": what was done to which file comes after the comma.
    return `Files cannot be written: ${(error as Error).message.split(', ')[0]}`;
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  // Where files are in S3 and secrets in the environment, nothing needs the data folder, and it may not exist.
  const { blocks, bavail, bsize } = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { blocks: 0, bavail: 0, bsize: 0 };
    throw error;
  });
  // Some network file systems do not say how large they are.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
