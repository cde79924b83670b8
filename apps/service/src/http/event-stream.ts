import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One message of a stream that a client reads as it comes. */
export interface StreamEvent {
  /** Absent: a plain message. */
  readonly event?: string;
  /** What a client that comes back says it has seen. */
  readonly id?: string;
  readonly data: unknown;
}

/** Proxies close idle connections; clients ignore the comment that is sent so often. */
const KEEP_ALIVE_MS = 15_000;

/** Sends server-sent events until they end or the client leaves. That they end when the service stops is their own duty. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent>): FastifyReply {
  const stream = Readable.from(written(events), { objectMode: false });
  const keepAlive = setInterval(() => reply.raw.write(': still here\n\n'), KEEP_ALIVE_MS);
  stream.once('close', () => clearInterval(keepAlive));
  return reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', ...passedOnAtOnce })
    .send(stream);
}

/** Sends sound until it ends or the client leaves. */
export const sendSound = (reply: FastifyReply, sound: AsyncIterable<Uint8Array>): FastifyReply =>
  reply
    .headers({ 'content-type': 'audio/wav', ...passedOnAtOnce })
    .send(Readable.from(sound, { objectMode: false }));

const passedOnAtOnce = {
  'cache-control': 'no-store',
  // Kept alive afterwards, the connection of a watcher would hold up a service that stops.
  connection: 'close',
  // Some proxies buffer a whole response unless this header forbids it.
  'x-accel-buffering': 'no',
};

async function* written(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  // The head goes out at once, not with the first event.
  yield ': welcome\n\n';
  for await (const event of events) yield textOf(event);
}

const textOf = ({ event, id, data }: StreamEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
