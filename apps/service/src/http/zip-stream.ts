import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its bytes are read when it is its turn. */
export interface ZipFile {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Sizes and checksum follow the bytes. */
const DESCRIBED_LATER = 0x0008;
const DESCRIPTION = Buffer.from([0x50, 0x4b, 0x07, 0x08]);
const STORED = 0;
const DEFLATED = 8;
/** Compressing so little saves nothing, and takes a stream with a quarter of a megabyte of memory. */
const STORED_BELOW = 1024;
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
    const isStored = body instanceof Uint8Array && body.length < STORED_BELOW;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(VERSION, 4);
    head.writeUInt16LE(isStored ? FLAGS : FLAGS | DESCRIBED_LATER, 6);
    head.writeUInt16LE(isStored ? STORED : DEFLATED, 8);
    head.writeUInt16LE(DATE, 12);
    head.writeUInt16LE(nameBytes.length, 26);

    const sizes = Buffer.alloc(12);
    let writtenBytes = head.length + nameBytes.length;
    if (isStored) {
      describe(sizes, { checksum: crc32(body), packedBytes: body.length, sizeBytes: body.length });
      sizes.copy(head, 14);
      yield Buffer.concat([head, nameBytes, body]);
      writtenBytes += body.length;
    } else {
      yield Buffer.concat([head, nameBytes]);
      const packed = yield* deflated(body);
      describe(sizes, packed);
      yield Buffer.concat([DESCRIPTION, sizes]);
      writtenBytes += packed.packedBytes + DESCRIPTION.length + sizes.length;
    }

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(VERSION, 4);
    head.copy(entry, 6, 4, 14);
    sizes.copy(entry, 16);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(Buffer.concat([entry, nameBytes]));
    offset += writtenBytes;
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

interface Sizes {
  readonly checksum: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
}

function describe(sizes: Buffer, { checksum, packedBytes, sizeBytes }: Sizes): void {
  sizes.writeUInt32LE(checksum, 0);
  sizes.writeUInt32LE(packedBytes, 4);
  sizes.writeUInt32LE(sizeBytes, 8);
}

async function* deflated(body: ZipFile['body']): AsyncGenerator<Buffer, Sizes> {
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
  return { checksum, packedBytes, sizeBytes };
}
