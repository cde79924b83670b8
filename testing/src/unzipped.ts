import { inflateRawSync } from 'node:zlib';
import { readDirectory } from '@parley/service/domains/documents/zip.parser.ts';

/** The files of an archive, by name and in its order. */
export const unzipped = (bytes: Buffer): Map<string, Buffer> =>
  new Map(
    readDirectory(bytes).map(({ name, offset, packedBytes }) => {
      const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
      return [name, inflateRawSync(bytes.subarray(start, start + packedBytes))];
    }),
  );
