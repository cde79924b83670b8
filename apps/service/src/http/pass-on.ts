import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as askSecurely } from 'node:https';
import { Failure } from '@parley/kernel/failure.ts';
import { request as ask } from '@parley/kernel/node-http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceOver } from './reply-over.ts';

/** Nothing else of what a client or a server says is the other's business here. */
const passedThere = ['content-type', 'content-length', 'accept', 'last-event-id', 'user-agent'];
const passedBack = ['content-type', 'content-length', 'cache-control', 'retry-after', 'x-accel-buffering'];

/** A process that is alive begins to answer at once, a stream as well; joining a spoken call takes a second or two. */
const ANSWER_MS = 15_000;
const RETRY_SECONDS = 5;

export interface Passage {
  /** Of the process that answers. */
  readonly address: string;
  /** They go along. */
  readonly headers: Readonly<Record<string, string>>;
  /** This process stops. A stream of events would hold that up for as long as a call lasts; its page opens it again elsewhere. */
  readonly closing: AbortSignal;
}

/**
 * Has another process of this installation answer a request, as it comes and as it goes. Whoever leaves here has left there:
 * nobody answers them a second time, and it is no error.
 */
export async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, headers, closing }: Passage,
): Promise<FastifyReply> {
  const url = targetAt(address, request.url);
  const there = (url.protocol === 'https:' ? askSecurely : ask)(url, {
    method: request.method,
    headers: { ...picked(request.headers, passedThere), traceparent: traceparentOf(request), ...headers },
  });
  const leave = () => there.destroy();
  onceOver(reply, () => {
    leave();
    // To Fastify, a reply that was cut off is not sent: it would go on to the handler of the route, which answers as well.
    if (!reply.sent) reply.hijack();
  });
  const answer = await answered(request.raw, there).catch((error) => {
    if (!reply.sent) throw error;
  });
  if (!answer) return reply;
  if (answer.headers['content-type']?.startsWith('text/event-stream')) {
    closing.addEventListener('abort', leave);
    onceOver(reply, () => closing.removeEventListener('abort', leave));
    if (closing.aborted) leave();
  }
  return reply
    .status(answer.statusCode ?? 502)
    .headers(picked(answer.headers, passedBack))
    .send(answer);
}

/** A client may send a whole address instead of a path (RFC 9112, 3.2.2): only path and query are taken from it. */
function targetAt(address: string, requested: string): URL {
  const { pathname, search } = new URL(requested, address);
  return Object.assign(new URL(address), { pathname, search });
}

function answered(body: IncomingMessage, there: ReturnType<typeof ask>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const late = setTimeout(() => there.destroy(new Error('it did not answer in time')), ANSWER_MS);
  there.once('response', resolve);
  there.once('error', reject);
  body.pipe(there);
  return promise
    .catch(() => {
      throw new Failure(
        'unavailable',
        'The process that runs this call does not answer: try again in a moment',
        {
          retryAfterSeconds: RETRY_SECONDS,
        },
      );
    })
    .finally(() => clearTimeout(late));
}

/** Both processes speak of one request. */
const traceparentOf = ({ traceId }: FastifyRequest): string =>
  `00-${traceId}-${randomBytes(8).toString('hex')}-01`;

const picked = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
