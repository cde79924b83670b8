import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type CsvRow, csvLines, jsonLines } from './csv-stream.ts';
import { onceOver } from './reply-over.ts';
import type { Route } from './route.ts';
import { workbook } from './workbook-stream.ts';
import { type ZipFile, zipped } from './zip-stream.ts';

/** Of any length: each part is made when there is time for it. */
const endless = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
} as const;
type Format = keyof typeof endless;

export const isDownload = (stream: Route['stream']): stream is Format =>
  stream !== undefined && Object.hasOwn(endless, stream);

/** Makes a part of a download when it is its turn. */
export type InTurn = <Result>(make: () => Promise<Result>) => Promise<Result>;

/** About a millisecond of the event loop. */
const PART_BYTES = 128 * 1024;

/**
 * Makes the first part of a download, and resolves to what sends it: one that fails at once is a failure. Further parts are made
 * when the client has read those before, so that memory does not grow with it.
 */
export async function openDownload(
  reply: FastifyReply,
  { stream, path }: { readonly stream: Format; readonly path: string },
  answered: unknown,
  inTurn: InTurn,
): Promise<() => FastifyReply> {
  const pieces = piecesOf(stream, answered);
  // What is not sent is not read.
  onceOver(reply, () => void pieces.return(undefined).catch(() => {}));
  const first = await nextPart(pieces);
  async function* all(): AsyncGenerator<Buffer> {
    let part = first;
    yield part.bytes;
    while (!part.isLast) {
      part = await inTurn(() => nextPart(pieces));
      yield part.bytes;
    }
  }
  return () =>
    reply
      .headers({
        'content-type': endless[stream],
        'content-disposition': `attachment; filename="${stream === 'zip' ? 'export.zip' : lastOf(path)}"`,
        'cache-control': 'no-store',
      })
      .send(first.isLast ? first.bytes : Readable.from(all(), { objectMode: false }));
}

/** Sends packets or a sound that are there already. */
export const sendBytes = (
  reply: FastifyReply,
  { stream, path }: Pick<Route, 'stream' | 'path'>,
  bytes: Buffer,
): FastifyReply =>
  reply
    .headers({
      'cache-control': 'no-store',
      ...(stream === 'wav'
        ? { 'content-type': 'audio/wav' }
        : {
            'content-type': 'application/vnd.tcpdump.pcap',
            'content-disposition': `attachment; filename="${lastOf(path)}"`,
          }),
    })
    .send(bytes);

/** Of the path: contacts.csv. */
const lastOf = (path: string): string => path.split('/').at(-1) ?? '';

function piecesOf(format: Format, answered: unknown): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvLines(answered as AsyncIterable<CsvRow>);
    case 'xlsx':
      return zipped(workbook(answered as AsyncIterable<CsvRow>));
    case 'ndjson':
      return jsonLines(answered as AsyncIterable<object>);
    case 'zip':
      return zipped(answered as AsyncIterable<ZipFile>);
  }
}

async function nextPart(pieces: AsyncGenerator<string | Uint8Array>) {
  const part: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < PART_BYTES) {
    const { done, value } = await pieces.next();
    if (done) return { bytes: Buffer.concat(part), isLast: true };
    const piece = typeof value === 'string' ? Buffer.from(value) : value;
    bytes += piece.length;
    part.push(piece);
  }
  return { bytes: Buffer.concat(part), isLast: false };
}
