import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clock } from '@parley/kernel/clock.ts';
import type { NewId } from '@parley/kernel/id.ts';
import {
  type ByteRange,
  checkContentType,
  checkExpiry,
  checkKey,
  checkRange,
  contentDisposition,
  existsRefused,
  holdErrors,
  type ObjectStore,
  type PutOptions,
  type PutReceipt,
  rangeRefused,
  spool,
} from './object-store.ts';
import { S3Client, type S3Connection, type S3Reply } from './s3-client.ts';

export interface S3ObjectsOptions extends S3Connection {
  readonly bucket: string;
  /** Put before every key, as `<prefix>/<key>`. */
  readonly prefix?: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly forcePathStyle?: boolean;
  /**
   * Whether the service honours `If-None-Match: *` on PUT, as AWS does since 2024. Where it does not, a
   * second use of an upload link replaces the object, and `ifAbsent` is a look before the write.
   */
  readonly conditionalWrites?: boolean;
  /** Bodies wait here until their size and hash are known. */
  readonly spoolFolder: string;
  readonly clock: Clock;
  readonly newId: NewId;
}

const deletesAtOnce = 8;
const putIdHeader = 'x-amz-meta-put-id';

export function s3Objects(options: S3ObjectsOptions): ObjectStore {
  const { clock, newId, conditionalWrites = true, prefix, spoolFolder } = options;
  if (prefix !== undefined) checkKey(prefix);
  const base = bucketUrl(options);
  const client = new S3Client(options, clock);

  const urlOf = (key: string): URL => {
    checkKey(key);
    return new URL(`${base}/${prefix === undefined ? '' : `${prefix}/`}${key}`);
  };

  async function put(key: string, body: Readable | Buffer, put: PutOptions): Promise<PutReceipt> {
    holdErrors(body);
    let file: FileHandle | undefined;
    try {
      const url = urlOf(key);
      checkContentType(put.contentType);
      file = await openSpool(spoolFolder, newId());
      const receipt = await spool(body, file, put);
      await send(url, file, receipt, put);
      return receipt;
    } finally {
      await file?.close();
      if (!Buffer.isBuffer(body)) body.destroy();
    }
  }

  async function send(url: URL, file: FileHandle, receipt: PutReceipt, put: PutOptions): Promise<void> {
    const putId = newId();
    const ifAbsent = put.ifAbsent === true;
    if (ifAbsent && !conditionalWrites && (await client.call('HEAD', url, {}, [404])).status !== 404) {
      throw existsRefused();
    }
    const headers = {
      'content-type': put.contentType,
      'content-length': String(receipt.sizeBytes),
      'x-amz-content-sha256': receipt.sha256,
      [putIdHeader]: putId,
      ...(ifAbsent && conditionalWrites ? { 'if-none-match': '*' } : {}),
    };
    const reply = await client.call('PUT', url, headers, [412], () => Readable.from(chunksOf(file)));
    if (reply.status !== 412) return;
    if (reply.tries === 1) throw existsRefused();
    // The answer to an earlier try may have been lost after the object was stored: then it is our own object
    // that the last try met.
    const stored = await client.call('HEAD', url, {}, [404]);
    if (stored.headers[putIdHeader] !== putId) throw existsRefused();
  }

  async function get(key: string, range?: ByteRange) {
    if (range !== undefined) checkRange(range);
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
    const reply = await client.call('GET', urlOf(key), headers, [404, 416]);
    if (reply.status === 416) throw rangeRefused();
    return reply.status === 404 ? undefined : { ...aboutOf(reply), body: reply.body };
  }

  const presign = (
    method: 'GET' | 'PUT',
    url: URL,
    headers: Readonly<Record<string, string>>,
    expiresAt: Date,
  ) => {
    checkExpiry(expiresAt, clock.now());
    return client.presign(method, url, headers, expiresAt);
  };

  return {
    put,
    get,
    async head(key) {
      const reply = await client.call('HEAD', urlOf(key), {}, [404]);
      if (reply.status !== 404) return aboutOf(reply);
      // An answer without a body cannot say whether the object or the whole bucket is missing; this one does.
      const found = await client.call('GET', urlOf(key), {}, [404]);
      found.body.destroy();
      return found.status === 404 ? undefined : aboutOf(found);
    },
    async list(folder) {
      const keys: string[] = [];
      const start = urlOf(folder).pathname.slice(new URL(base).pathname.length + 1);
      for (let next: string | undefined = ''; next !== undefined; ) {
        const url = new URL(base);
        url.searchParams.set('list-type', '2');
        url.searchParams.set('prefix', `${start}/`);
        if (next !== '') url.searchParams.set('continuation-token', next);
        const page = await text((await client.call('GET', url, {}, [])).body);
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
          keys.push(prefix === undefined ? key : key.slice(prefix.length + 1));
        next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
      }
      return keys.sort();
    },
    async delete(keys) {
      // One request each: deleting many in one request is not known to every compatible service.
      const urls = keys.map(urlOf);
      for (let at = 0; at < urls.length; at += deletesAtOnce) {
        await Promise.all(
          urls.slice(at, at + deletesAtOnce).map((url) => client.call('DELETE', url, {}, [404])),
        );
      }
    },
    async uploadLink(key, { contentType, sizeBytes, expiresAt }) {
      checkContentType(contentType);
      const headers = {
        'content-type': contentType,
        ...(conditionalWrites ? { 'if-none-match': '*' } : {}),
      };
      const signed = { ...headers, 'content-length': String(sizeBytes) };
      const url = await presign('PUT', urlOf(key), signed, expiresAt);
      return { url, method: 'PUT', headers, expiresAt };
    },
    async downloadLink(key, { expiresAt, fileName }) {
      const url = urlOf(key);
      url.searchParams.set('response-content-disposition', contentDisposition(fileName));
      return await presign('GET', url, {}, expiresAt);
    },
  };
}

function bucketUrl({ endpoint, bucket, forcePathStyle = false }: S3ObjectsOptions): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  return forcePathStyle
    ? `${url.protocol}//${url.host}${path}/${bucket}`
    : `${url.protocol}//${bucket}.${url.host}${path}`;
}

function aboutOf(reply: S3Reply): { sizeBytes: number; contentType: string } {
  const whole = reply.headers['content-range']?.split('/')[1] ?? reply.headers['content-length'];
  return {
    sizeBytes: Number(whole),
    contentType: reply.headers['content-type'] ?? 'application/octet-stream',
  };
}

/** The file loses its name at once, so that even a crash leaves nothing behind. */
async function openSpool(folder: string, id: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, id);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

// By position, not as the file's own stream: that one closes the file, and a retry reads it again.
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(65_536), 0, 65_536, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
