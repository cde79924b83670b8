import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@parley/kernel/clock.ts';
import { request as httpRequest } from '@parley/kernel/node-http.ts';
import { AwsV4Signer } from 'aws4fetch';

export interface S3Connection {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long the service may be silent. */
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** Doubled after every try; the real pause is a random part of it. */
  readonly retryPauseMs?: number;
}

/** The service could not be reached or refused us. Holds its code, and nothing that was sent to it. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  readonly code: string;
  readonly status: number | undefined;

  constructor(method: Method, code: string, status?: number) {
    super(
      `Object storage failed on ${method}: ${code}${status === undefined ? '' : ` (${status})`}. ${advice(code, status)}`,
    );
    this.code = code;
    this.status = status;
  }
}

function advice(code: string, status: number | undefined): string {
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct its name in the configuration.';
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine.';
  // All else that we ask for is as old as S3.
  if (status === 501) return 'Use a service that supports conditional writes (PUT with If-None-Match).';
  if (status === 403) return 'Check the access key, its secret and its rights on the bucket.';
  if (status !== undefined && status < 500 && status !== 429) {
    return 'Check the endpoint, the region and the bucket in the configuration.';
  }
  return 'Check that the endpoint can be reached, and try again.';
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

export interface S3Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty unless a GET succeeded. */
  readonly body: Readable;
  /** With how many requests this was obtained. */
  readonly tries: number;
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
// 408 and 409 are what AWS answers to a slow body and to a conditional write that met another one.
const worthRetrying = (status: number): boolean =>
  (status >= 500 && status !== 501) || [408, 409, 429].includes(status);

export class S3Client {
  readonly #connection: S3Connection;
  readonly #clock: Clock;

  constructor(connection: S3Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** All requests made here may be repeated. Answers other than success and `expected` are thrown. */
  async call(
    method: Method,
    url: URL,
    headers: Readonly<Record<string, string>>,
    expected: readonly number[],
    makeBody?: () => Readable,
  ): Promise<S3Reply> {
    const { tries: maxTries = 4, retryPauseMs = 200 } = this.#connection;
    for (let tries = 1; ; tries += 1) {
      const reply = await this.#once(method, url, headers, expected, makeBody?.(), tries);
      if (!(reply instanceof S3Failure)) return reply;
      const retry = reply.status === undefined || worthRetrying(reply.status);
      if (!retry || tries >= maxTries) throw reply;
      await sleep(Math.random() * retryPauseMs * 2 ** (tries - 1));
    }
  }

  /** The service refuses the link when any header named here is sent otherwise, the size included. */
  async presign(
    method: 'GET' | 'PUT',
    url: URL,
    headers: Readonly<Record<string, string>>,
    expiresAt: Date,
  ): Promise<string> {
    const limited = new URL(url);
    // The service counts from the second in which we sign; rounding down never outlives what was asked for.
    const lifeSeconds =
      Math.floor(expiresAt.getTime() / 1_000) - Math.floor(this.#clock.now().getTime() / 1_000);
    limited.searchParams.set('X-Amz-Expires', String(lifeSeconds));
    const signed = await this.#sign(method, limited, headers, true);
    // Not every service reads a plus in a query as a space.
    signed.url.search = signed.url.search.replaceAll('+', '%20');
    return signed.url.href;
  }

  async #once(
    method: Method,
    url: URL,
    headers: Readonly<Record<string, string>>,
    expected: readonly number[],
    body: Readable | undefined,
    tries: number,
  ): Promise<S3Reply | S3Failure> {
    try {
      const response = await this.#exchange(method, url, headers, body);
      const status = response.statusCode ?? 0;
      const success = status >= 200 && status < 300;
      if (success && method === 'GET') return reply(response, response, tries);
      const code = errorCode(await readStart(response)) ?? `HTTP ${status}`;
      // A missing bucket is also a 404, but no answer to the question whether an object exists.
      if (success || (expected.includes(status) && code !== 'NoSuchBucket')) {
        return reply(response, Readable.from([]), tries);
      }
      return new S3Failure(method, code, status);
    } catch (error) {
      return new S3Failure(method, networkCode(error));
    } finally {
      body?.destroy();
    }
  }

  async #exchange(
    method: Method,
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Readable | undefined,
  ): Promise<IncomingMessage> {
    const { timeoutMs = 30_000 } = this.#connection;
    const signed = await this.#sign(method, url, { 'x-amz-content-sha256': emptySha256, ...headers }, false);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return await new Promise((resolve, reject) => {
      let response: IncomingMessage | undefined;
      const request = send(signed.url, { method, headers: Object.fromEntries(signed.headers) });
      request.on('error', reject);
      request.on('response', (arrived) => {
        response = arrived;
        resolve(arrived);
      });
      const watch = () =>
        request.setTimeout(timeoutMs, () => {
          // Bytes that wait to be read mean that our reader pauses, not that the service is silent.
          if (response !== undefined && response.readableLength > 0) watch();
          else
            request.destroy(
              Object.assign(new Error('The service did not respond in time.'), { code: 'ETIMEDOUT' }),
            );
        });
      watch();
      if (body === undefined) return void request.end();
      body.on('error', (error) => request.destroy(error));
      body.pipe(request);
    });
  }

  #sign(method: Method, url: URL, headers: Readonly<Record<string, string>>, signQuery: boolean) {
    const { accessKeyId, secretAccessKey, region } = this.#connection;
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      signQuery,
      // By default content-type, content-length and range would stay unsigned.
      allHeaders: true,
      datetime: this.#clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
  }
}

function reply(response: IncomingMessage, body: Readable, tries: number): S3Reply {
  return { status: response.statusCode ?? 0, headers: single(response.headers), body, tries };
}

function single(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Reads all, so that the connection can be used again, but keeps no more than an error message needs. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) if (text.length < 65_536) text += String(chunk);
  return text;
}

// Only the code is taken over: the rest of an S3 error can repeat the access key and what was signed.
function errorCode(xml: string): string | undefined {
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(xml)?.[1];
}

function networkCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'UNREACHABLE';
}
