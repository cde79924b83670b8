import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { reachOf } from '@parley/kernel/ip-address.ts';
import type { Agent, Dispatcher } from 'undici';
import { ConnectionWatch } from './connection-watch.ts';

const load = createRequire(import.meta.url);
/** With the first request: its 109 files are 8 MB of a process that may send none. */
const httpClient = () => load('undici') as typeof import('undici');

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, from the name of the host to the last byte of the answer. */
  readonly timeoutMs: number;
  /** So much of the answer is kept. */
  readonly keepBytes: number;
}

export interface OutgoingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Whether the answer went on after what was kept. */
  readonly isCut: boolean;
}

export type OutgoingFailureReason = 'timeout' | 'not-allowed' | 'unreachable' | 'unreadable';

/** Why there is no response, in words that may be shown to the user who gave the URL. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
  readonly reason: OutgoingFailureReason;

  /** The request never left our network: there was no route, no local address, no name server, or nothing got through. */
  readonly isOurFault: boolean;

  constructor(
    reason: OutgoingFailureReason,
    message: string,
    options: ErrorOptions & { readonly isOurFault?: boolean } = {},
  ) {
    super(message, options);
    this.reason = reason;
    const { code } = (options.cause ?? {}) as { code?: unknown };
    this.isOurFault = options.isOurFault ?? (typeof code === 'string' && ourFaults.has(code));
  }
}

const ourFaults: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
]);

type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface OutgoingOptions {
  /** For development and tests: loopback and private networks may be reached too, metadata services never. */
  readonly allowPrivate: boolean;
  /** Where names are looked up, if not where the system does. */
  readonly lookup?: Lookup;
}

/** Read to its end the connection can be used again; more than this is not worth it. */
const DRAIN_BYTES = 65_536;
const CONNECT_MS = 30_000;
const MOST_REDIRECTS = 5;

/**
 * Requests to addresses that users gave. Wherever the name leads is checked when the connection is made, each time:
 * a name that resolves to another address between the check and the connection, or hides a private address among public ones,
 * gets nowhere. Connections are kept for the next request.
 */
export class Outgoing {
  readonly #allows: (address: string) => boolean;
  readonly #lookup: Lookup;
  readonly #watch = new ConnectionWatch();
  #agent: Agent | undefined;

  constructor({ allowPrivate, lookup = systemLookup }: OutgoingOptions) {
    this.#allows = (address) => {
      const reach = reachOf(address);
      return reach === 'internet' || (reach === 'private' && allowPrivate);
    };
    this.#lookup = lookup;
  }

  #open(): Agent {
    const { Agent, buildConnector } = httpClient();
    const connect = buildConnector({
      allowH2: false,
      timeout: CONNECT_MS,
      lookup: guardedLookup(this.#lookup, this.#allows),
    });
    return new Agent({
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, done) =>
        connect(options, (...[error, socket]) => {
          if (error) return done(error, null);
          this.#watch.connected(performance.now());
          if (this.#allows(socket.remoteAddress ?? '')) return done(null, socket);
          socket.destroy();
          done(notAllowed(), null);
        }),
    });
  }

  /** One exchange. A redirect is an answer like any other. */
  async send(wanted: OutgoingRequest): Promise<OutgoingReply> {
    this.#refuseLiteral(wanted.url);
    const startedAt = performance.now();
    let isConnected = false;
    try {
      const signal = AbortSignal.timeout(wanted.timeoutMs);
      this.#agent ??= this.#open();
      const sent = httpClient().request(wanted.url, {
        dispatcher: this.#agent.compose(
          noting(() => {
            isConnected = true;
          }),
        ),
        method: wanted.method,
        headers: wanted.headers ?? {},
        body: wanted.body ?? null,
        signal,
      });
      // Until there is a connection, the client listens to no signal.
      const answer = await Promise.race([sent, aborted(signal)]);
      this.#watch.connected(performance.now());
      const { body, isCut } = await readStart(answer.body, wanted.keepBytes);
      return { status: answer.statusCode, headers: answer.headers, body, isCut };
    } catch (error) {
      if (isConnected || !isTimeout(error as Error)) throw inWords(error as Error, wanted.timeoutMs);
      const isOurFault = this.#watch.timedOut(new URL(wanted.url).host, startedAt);
      throw new OutgoingFailure('timeout', `No connection could be made within ${wanted.timeoutMs} ms`, {
        cause: error,
        isOurFault,
      });
    }
  }

  /**
   * A page, wherever it moved to, unpacked; each step is checked like the first, and all of them share the time. What
   * is kept is bounded packed and unpacked.
   */
  async follow(wanted: Omit<OutgoingRequest, 'method' | 'body'>): Promise<OutgoingReply & { url: string }> {
    const until = performance.now() + wanted.timeoutMs;
    const headers = { 'accept-encoding': acceptedCodings, ...wanted.headers };
    let url = wanted.url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const timeoutMs = Math.max(1, Math.ceil(until - performance.now()));
      const reply = await this.send({ ...wanted, headers, method: 'GET', url, timeoutMs });
      const { location } = reply.headers;
      const isMoved = [301, 302, 303, 307, 308].includes(reply.status) && typeof location === 'string';
      if (!isMoved) return { ...reply, ...(await unpack(reply, wanted.keepBytes)), url };
      const next = URL.parse(location, url);
      if (!next || !/^https?:$/.test(next.protocol) || next.username !== '' || next.password !== '')
        throw new OutgoingFailure('not-allowed', 'The URL redirects to an address that is not allowed');
      url = next.href;
    }
    throw new OutgoingFailure('unreachable', `The URL redirects more than ${MOST_REDIRECTS} times`);
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  /** An address in place of a name is never looked up. */
  #refuseLiteral(url: string): void {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.#allows(host)) throw notAllowed();
  }
}

/** Told when a request has a connection, before it is sent. */
function noting(onConnected: () => void): Dispatcher.DispatcherComposeInterceptor {
  const { DecoratorHandler } = httpClient();
  return (dispatch) => (options, handler) => {
    const noted: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    noted.onRequestStart = (...start) => {
      onConnected();
      handler.onRequestStart?.(...start);
    };
    return dispatch(options, noted);
  };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const notAllowed = () =>
  new OutgoingFailure('not-allowed', 'The address is not public, so requests to it are refused');

const guardedLookup =
  (lookup: Lookup, allows: (address: string) => boolean): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      if (!addresses.every(({ address }) => allows(address))) return done(notAllowed(), '');
      const [first] = addresses;
      if (options.all || !first) return done(null, addresses);
      done(null, first.address, first.family);
    });

async function unpack({ body, isCut, headers }: OutgoingReply, keepBytes: number) {
  const coding = headers['content-encoding'];
  if (coding === undefined || isCut) return { body, isCut };
  try {
    return await decodeContent(body, String(coding), keepBytes);
  } catch (error) {
    throw new OutgoingFailure('unreadable', 'The response could not be decompressed', { cause: error });
  }
}

async function readStart(body: Dispatcher.ResponseData['body'], keepBytes: number) {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size < keepBytes) kept.push(chunk.subarray(0, keepBytes - size));
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > keepBytes + DRAIN_BYTES) break;
  }
  return { body: Buffer.concat(kept), isCut: size > keepBytes };
}

/** Codes of errors, by what they mean to a person. Addresses are left out: they may be of an inner network. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The connection was refused'],
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'The host name could not be resolved'],
  [/^(EHOSTUNREACH|ENETDOWN|ENETUNREACH|EADDRNOTAVAIL)$/, 'The host cannot be reached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection was closed before the response was complete'],
  [/CERT|^ERR_TLS|^UNABLE_TO|^EPROTO$|^ERR_SSL/, 'No secure connection could be made'],
  [/^(HPE_|UND_ERR_)/, 'The response was not valid HTTP'],
];

const isTimeout = ({ name, code }: Error & { code?: string }): boolean =>
  name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';

function inWords(error: Error & { code?: string }, timeoutMs: number): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  if (isTimeout(error))
    return new OutgoingFailure('timeout', `There was no complete response within ${timeoutMs} ms`, {
      cause: error,
    });
  const code = error.code ?? error.name;
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1] ?? 'The request failed';
  return new OutgoingFailure('unreachable', `${meaning} (${code})`, { cause: error });
}

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const codings: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as unknown as Unpack,
  zstd: promisify(zstdDecompress) as unknown as Unpack,
};

const acceptedCodings = 'gzip, deflate, br';
/** Honest servers compress once; further layers serve decompression bombs. */
const MAX_LAYERS = 2;

/** The content as it was before it was packed, or word that it is longer than may be kept: unpacking stops there. */
async function decodeContent(
  packed: Buffer,
  contentEncoding: string,
  keepBytes: number,
): Promise<{ body: Buffer; isCut: boolean }> {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (layers.length > MAX_LAYERS) throw new Error(`${layers.length} content codings`);
  let body = packed;
  for (const name of layers) {
    const unpack = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (!unpack) throw new Error('Unknown content coding');
    try {
      // On threads of its own: others are answered meanwhile.
      body = await unpack(body, { maxOutputLength: keepBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      return { body: Buffer.alloc(0), isCut: true };
    }
  }
  return { body, isCut: false };
}
