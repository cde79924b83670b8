import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@parley/kernel/clock.ts';

/**
 * The part of the S3 protocol that we use, for tests: path-style PUT, GET, HEAD and DELETE of objects in one
 * bucket. It shares no code with what it tests: signatures (version 4, header and query) are computed here
 * from the published description. Unsigned requests are refused, bodies are checked against the signed hash,
 * and nothing is visible before it is whole.
 */
export interface S3Server {
  readonly endpoint: string;
  /** Method and status of every request answered so far. */
  readonly log: string[];
  /** Keys that exist now. */
  keys(): string[];
  /** The next requests meet these instead; a fault is used up by one request. */
  failNext(...faults: Fault[]): void;
  close(): Promise<void>;
}

/** A status is answered at once; `lost-answer` does the work, then drops the connection; `silent` never answers. */
export type Fault = number | 'lost-answer' | 'silent';

export interface S3ServerOptions {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly clock: Clock;
  /** Default: a free port of this machine alone. */
  readonly host?: string;
  readonly port?: number;
}

interface Stored {
  readonly path: string;
  readonly sizeBytes: number;
  readonly headers: Record<string, string>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 's3-server-'));
  const objects = new Map<string, Stored>();
  const faults: Fault[] = [];
  const log: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { key, query } = authorise(request, options);
    const stored = objects.get(key);
    switch (request.method) {
      case 'PUT':
        return await put(request, response, key);
      case 'DELETE':
        objects.delete(key);
        return void response.writeHead(204).end();
      case 'GET':
      case 'HEAD':
        if (query.has('list-type')) return list(response, query);
        if (stored === undefined) throw new Refusal(404, 'NoSuchKey');
        return await send(request, response, stored, query);
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  /** Two keys to a page, so that every list has several. */
  function list(response: ServerResponse, query: ReadonlyMap<string, string>): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const page = keys.slice(0, 2);
    const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult>${next}${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
      );
  }

  async function put(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const absentOnly = request.headers['if-none-match'] === '*';
    if (request.headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength');
    const path = join(folder, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(request, measure, createWriteStream(`${path}.part`));
    const announced = request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
    if (announced !== 'UNSIGNED-PAYLOAD' && announced !== hash.digest('hex')) {
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    }
    await rename(`${path}.part`, path);
    if (absentOnly && objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
    const kept = Object.entries(request.headers).filter(
      ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
    );
    objects.set(key, { path, sizeBytes, headers: Object.fromEntries(kept.map(([n, v]) => [n, String(v)])) });
    response.writeHead(200).end();
  }

  const server = createServer(async (request, response) => {
    const fault = faults.shift();
    response.on('finish', () => log.push(`${request.method} ${response.statusCode}`));
    try {
      if (fault === 'silent') return;
      if (fault === 'lost-answer') response.end = () => response.destroy();
      if (typeof fault === 'number') throw new Refusal(fault, fault === 503 ? 'SlowDown' : 'InternalError');
      await answer(request, response);
    } catch (error) {
      // A client that has read enough breaks off in the middle of an object.
      if (response.headersSent) return void response.destroy();
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      // As S3 does, the error repeats what a client must not pass on.
      const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused</Message><AWSAccessKeyId>${options.accessKeyId}</AWSAccessKeyId></Error>`;
      // The body is taken in, so that the answer is read before the connection is closed.
      request.resume();
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : xml);
    }
  });
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve),
  );
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    keys: () => [...objects.keys()],
    failNext: (...next) => void faults.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  stored: Stored,
  query: ReadonlyMap<string, string>,
): Promise<void> {
  const headers: Record<string, string> = { ...stored.headers };
  const disposition = query.get('response-content-disposition');
  if (disposition !== undefined) headers['content-disposition'] = disposition;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(Number(range?.[2] || Number.POSITIVE_INFINITY), stored.sizeBytes - 1);
  if (range !== null) {
    if (start >= stored.sizeBytes) throw new Refusal(416, 'InvalidRange');
    headers['content-range'] = `bytes ${start}-${end}/${stored.sizeBytes}`;
  }
  headers['content-length'] = String(end - start + 1);
  response.writeHead(range === null ? 200 : 206, headers);
  if (request.method === 'HEAD' || stored.sizeBytes === 0) return void response.end();
  await pipeline(createReadStream(stored.path, { start, end }), response);
}

/** Throws unless the request is signed by our one account and in time. */
function authorise(
  request: IncomingMessage,
  options: S3ServerOptions,
): { key: string; query: Map<string, string> } {
  const url = request.url ?? '';
  const query = parseQuery(url);
  const signing = query.has('X-Amz-Algorithm') ? fromQuery(query) : fromHeader(request);
  const [accessKeyId, day, region, service, end] = signing.credential.split('/');
  if (accessKeyId !== options.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  const scoped = day === signing.date.slice(0, 8) && region === options.region && service === 's3';
  if (!scoped || end !== 'aws4_request') throw new Refusal(400, 'AuthorizationHeaderMalformed');
  // Every x-amz header that is sent must be signed, or it could be added by whoever holds a link.
  const loose = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signing.signedHeaders.includes(name),
  );
  if (loose.length > 0) throw new Refusal(403, 'AccessDenied');

  const expected = signatureOf(
    {
      method: request.method ?? '',
      url,
      headers: Object.fromEntries(Object.entries(request.headers).map(([n, v]) => [n, String(v)])),
    },
    signing,
    options.secretAccessKey,
  );
  const given = Buffer.from(signing.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
  const ageMs = options.clock.now().getTime() - parseDate(signing.date);
  if (signing.expiresSeconds === undefined) {
    if (Math.abs(ageMs) > 900_000) throw new Refusal(403, 'RequestTimeTooSkewed');
  } else if (!(signing.expiresSeconds <= 604_800) || ageMs >= signing.expiresSeconds * 1_000) {
    throw new Refusal(403, 'AccessDenied');
  }
  const [bucket, ...key] = decodeURIComponent(url.split('?')[0] ?? '')
    .slice(1)
    .split('/');
  if (bucket !== options.bucket) throw new Refusal(404, 'NoSuchBucket');
  return { key: key.join('/'), query };
}

export interface Signing {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
  readonly signature: string;
  readonly expiresSeconds?: number;
}

function fromQuery(query: ReadonlyMap<string, string>): Signing {
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: query.get('X-Amz-Signature') ?? '',
    expiresSeconds: Number(query.get('X-Amz-Expires')),
  };
}

function fromHeader(request: IncomingMessage): Signing {
  const header = request.headers.authorization ?? '';
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header);
  if (found === null) throw new Refusal(403, 'AccessDenied');
  return {
    credential: found[1] ?? '',
    date: String(request.headers['x-amz-date']),
    signedHeaders: (found[2] ?? '').split(';'),
    payloadHash: String(request.headers['x-amz-content-sha256']),
    signature: found[3] ?? '',
  };
}

/** "Authenticating Requests (AWS Signature Version 4)" in the S3 API reference, step by step. */
export function signatureOf(
  request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  signing: Omit<Signing, 'signature'>,
  secretAccessKey: string,
): string {
  const canonicalRequest = [
    request.method,
    (request.url.split('?')[0] ?? '')
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...parseQuery(request.url)]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signing.signedHeaders.map(
      (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`,
    ),
    '',
    signing.signedHeaders.join(';'),
    signing.payloadHash,
  ].join('\n');
  const [, ...scope] = signing.credential.split('/');
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    signing.date,
    scope.join('/'),
    createHash('sha256').update(canonicalRequest).digest('hex'),
  ].join('\n');
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return hmac(scope.reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`)), stringToSign).toString('hex');
}

function parseQuery(url: string): Map<string, string> {
  const text = url.split('?')[1] ?? '';
  // A plus stays a plus: the strictest reading there is.
  return new Map(
    text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [decodeURIComponent(name), decodeURIComponent(value)];
      }),
  );
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parseDate(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
