import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** A file of an archive; its bytes are read when it is its turn. */
export interface ZipFile {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Sends files as one archive, each as it is read, so that memory does not grow with their size. */
export const sendZip = (reply: FastifyReply, files: AsyncIterable<ZipFile>): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="export.zip"',
      'cache-control': 'no-store',
    })
    .send(Readable.from(zipped(files), { objectMode: false }));

/** Names are UTF-8; sizes and checksum follow the bytes. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** What the 32-bit fields of the format can say. */
const MOST_BYTES = 0xffff_ffff;
/** 1980-01-01, the first day that the format knows: when a file was packed tells nothing. */
const DATE = 0x0021;

/** The format of PKWARE's APPNOTE, without its 64-bit extension. */
export async function* zipped(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, body } of files) {
    const nameBytes = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(VERSION, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(DEFLATED, 8);
    head.writeUInt16LE(DATE, 12);
    head.writeUInt16LE(nameBytes.length, 26);
    yield Buffer.concat([head, nameBytes]);

    let [checksum, sizeBytes, packedBytes] = [0, 0, 0];
    async function* counted() {
      for await (const chunk of body instanceof Uint8Array ? [body] : body) {
        checksum = crc32(chunk, checksum);
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    const source = Readable.from(counted(), { objectMode: false });
    const packing = createDeflateRaw();
    // A file that cannot be read fails the archive: half of it must not look like all of it.
    source.once('error', (error) => packing.destroy(error));
    try {
      for await (const chunk of source.pipe(packing)) {
        packedBytes += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    } finally {
      // Whoever left in the middle leaves no file or connection open.
      source.destroy();
    }
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(checksum, 4);
    sizes.writeUInt32LE(packedBytes, 8);
    sizes.writeUInt32LE(sizeBytes, 12);
    yield sizes;

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(VERSION, 4);
    head.copy(entry, 6, 4, 14);
    sizes.copy(entry, 16, 4, 16);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(Buffer.concat([entry, nameBytes]));
    offset += head.length + nameBytes.length + packedBytes + sizes.length;
    if (offset > MOST_BYTES) throw new Error('The archive would be larger than 4 GiB');
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([list, end]);
}
