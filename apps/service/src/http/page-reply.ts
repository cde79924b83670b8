import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A reply of more than this is sent in pieces: as one text of 95 MB it took 3 GB of memory with those beside it. */
const STREAM_FROM = 256 * 1024;

/** About a millisecond of the event loop. */
const TURN_BYTES = 128 * 1024;

interface Page {
  readonly data: readonly unknown[] | AsyncIterable<unknown>;
}

const isPage = (body: unknown): body is Page =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  typeof body.data === 'object' &&
  body.data !== null &&
  (Array.isArray(body.data) || Symbol.asyncIterator in body.data);

/** A list whose rows are all there, for whoever needs them at once. */
export async function wholePage(body: unknown): Promise<unknown> {
  if (!isPage(body) || Array.isArray(body.data)) return body;
  return { ...body, data: await Array.fromAsync(body.data as AsyncIterable<unknown>) };
}

/** What a page takes on its way. */
export interface PageCost {
  /** Counts what is sent. */
  readonly onBytes: (bytes: number) => void;
  /** Waited for before each part of a long reply is written. */
  readonly turn?: () => Promise<void>;
}

/** Sends JSON, a long list row by row as fast as the client reads. */
export async function sendJson(
  reply: FastifyReply,
  status: number,
  body: unknown,
  { onBytes, turn }: PageCost,
): Promise<FastifyReply> {
  reply.status(status);
  if (body === undefined) return reply.send();
  reply.type('application/json; charset=utf-8');
  const pieces = isPage(body) ? piecesOf(body) : [JSON.stringify(body)][Symbol.iterator]();
  const first: string[] = [];
  let length = 0;
  while (length <= STREAM_FROM) {
    const piece = await pieces.next();
    if (piece.done) {
      const text = first.join('');
      onBytes(Buffer.byteLength(text));
      return reply.send(text);
    }
    first.push(piece.value);
    length += piece.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    const counted = (text: string): Buffer => {
      const bytes = Buffer.from(text);
      onBytes(bytes.length);
      return bytes;
    };
    try {
      yield counted(first.join(''));
      let written = STREAM_FROM;
      for (;;) {
        if (written >= TURN_BYTES) {
          await turn?.();
          written = 0;
        }
        const piece = await pieces.next();
        if (piece.done) return;
        written += piece.value.length;
        yield counted(piece.value);
      }
    } finally {
      // The client may have gone: what is not sent is not read.
      await pieces.return?.(undefined);
    }
  }
  return reply.send(Readable.from(all(), { objectMode: false, highWaterMark: STREAM_FROM }));
}

/** The same text that JSON.stringify makes of the page, in parts. */
async function* piecesOf({ data, ...rest }: Page): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const row of data) {
    yield before + JSON.stringify(row);
    before = ',';
  }
  const end = JSON.stringify(rest);
  const open = before === ',' ? '' : before;
  yield `${open}]${end === '{}' ? '' : `,${end.slice(1, -1)}`}}`;
}
