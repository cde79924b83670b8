import { constants, inflateRawSync } from 'node:zlib';

/** The file itself is at fault: trying again changes nothing. The message is for the person who sent it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly offset: number;
}

const END_MARK = 0x06054b50;
const DIRECTORY_MARK = 0x02014b50;
const FILE_MARK = 0x04034b50;
const END_BYTES = 22;
const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
// Text of documents packs to a tenth or twentieth; only bombs pack to a two-hundredth of something large.
const MAX_RATIO = 200;
const SMALL_BYTES = 8 * 1024 ** 2;

const damaged = () =>
  new Unreadable('The file is damaged: it cannot be unpacked. Save it again and upload it.');

/** The list at the end of an archive, checked before anything is unpacked. Throws Unreadable. */
export function readDirectory(bytes: Buffer): ZipEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  let at = bytes.readUInt32LE(end + 16);
  // 64-bit archives say so with these; no file of ours is that large.
  if (count === 0xffff || count > MAX_ENTRIES || at + size > end) throw damaged();
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== DIRECTORY_MARK) throw damaged();
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      sizeBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
    });
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  refuseBombs(entries);
  return entries;
}

/** Behind the end record there may be a comment of up to 64 KiB. */
function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - 0xffff);
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END_MARK) return at;
  }
  throw damaged();
}

function refuseBombs(entries: readonly ZipEntry[]): void {
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const packed = entries.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  if (total > MAX_UNPACKED_BYTES || (total > SMALL_BYTES && total > packed * MAX_RATIO)) {
    throw new Unreadable('The file is too large when unpacked.');
  }
}

/** The bytes of one entry, never more than the directory says. */
export function unpack(bytes: Buffer, entry: ZipEntry): Buffer {
  if ((entry.flags & 1) === 1)
    throw new Unreadable('The file is protected by a password: save it without one and upload it again.');
  const { offset } = entry;
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== FILE_MARK) throw damaged();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + entry.packedBytes);
  if (packed.length !== entry.packedBytes) throw damaged();
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw damaged();
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, entry.sizeBytes),
      finishFlush: constants.Z_FINISH,
    });
  } catch {
    throw damaged();
  }
}
