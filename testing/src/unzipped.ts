import { readDirectory, unpack } from '@parley/service/domains/documents/zip.parser.ts';

/** The files of an archive, by name and in its order. */
export const unzipped = (bytes: Buffer): Map<string, Buffer> =>
  new Map(readDirectory(bytes).map((entry) => [entry.name, unpack(bytes, entry)]));
