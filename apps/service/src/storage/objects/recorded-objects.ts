import { Readable } from 'node:stream';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { type ByteRange, checkRange, ObjectRefused, type ObjectStore, rangeRefused } from './object-store.ts';
import {
  parseRecordingKey,
  parseSimulatedRecordingKey,
  type RecordingKey,
  rateOfPart,
  recordingFolder,
  recordingPart,
} from './recording-key.ts';

const RECORDING_TYPE = 'audio/wav';
/** Silence in mu-law: it replaces a part that is lost. */
export const SILENCE = 0xff;
/** Of many recordings that are deleted together. */
const LISTED_AT_ONCE = 8;

export interface RecordedObjectsOptions {
  readonly objects: ObjectStore;
  /** Leads to this service: no other store can put the parts together. */
  readonly ownLink: ObjectStore['downloadLink'];
}

/** A store in which a recording is one object, whatever parts it lies in. Everything else is as in the store below. */
export function recordedObjects({ objects, ownLink }: RecordedObjectsOptions): ObjectStore {
  const listing = limitConcurrency(LISTED_AT_ONCE);
  return {
    put: (key, body, options) => objects.put(key, body, options),
    prepare: async (key) => objects.prepare?.(key),
    list: (folder) => objects.list(folder),
    uploadLink: (key, options) => objects.uploadLink(key, options),
    async downloadLink(key, options) {
      return isRecording(key) ? ownLink(key, options) : objects.downloadLink(key, options);
    },
    async head(key) {
      if (!isRecording(key)) return objects.head(key);
      const recording = await found(objects, key);
      return recording && about(recording);
    },
    async get(key, range) {
      if (!isRecording(key)) return objects.get(key, range);
      if (range !== undefined) checkRange(range);
      const recording = await found(objects, key);
      if (recording === undefined) return undefined;
      const { sizeBytes, contentType } = about(recording);
      if (range !== undefined && range.start >= sizeBytes) throw rangeRefused();
      const parts = objects.reader?.() ?? objects;
      const body = Readable.from(bytesOf(parts, recording, wholeRange(range, sizeBytes)), {
        objectMode: false,
      });
      return { sizeBytes, contentType, body };
    },
    async delete(keys) {
      const all = await Promise.all(
        keys.map((key) => {
          const recording = parseRecordingKey(key);
          const simulatedId = parseSimulatedRecordingKey(key);
          if (simulatedId !== undefined) return [recordingPart(simulatedId, 0)];
          return recording === undefined ? [key] : listing(() => allParts(objects, recording));
        }),
      );
      await objects.delete(all.flat());
    },
  };
}

const isRecording = (key: string): boolean =>
  parseRecordingKey(key) !== undefined || parseSimulatedRecordingKey(key) !== undefined;

/** How a recording lies in the store; undefined: it is not there. */
async function found(objects: ObjectStore, key: string): Promise<RecordingKey | undefined> {
  const recording = parseRecordingKey(key);
  const id = recording?.id ?? parseSimulatedRecordingKey(key);
  const first = id === undefined ? undefined : await objects.head(recordingPart(id, 0));
  if (id === undefined || first === undefined) return undefined;
  const { sizeBytes, contentType } = first;
  return recording ?? { id, rateHz: rateOfPart(contentType), partBytes: sizeBytes, dataBytes: sizeBytes };
}

const about = ({ rateHz, dataBytes }: RecordingKey) => ({
  sizeBytes: wavHeader(rateHz, dataBytes).length + dataBytes,
  contentType: RECORDING_TYPE,
});

const wholeRange = (range: ByteRange | undefined, sizeBytes: number): Required<ByteRange> => ({
  start: range?.start ?? 0,
  end: Math.min(range?.end ?? Number.POSITIVE_INFINITY, sizeBytes - 1),
});

/** One part after the other, each opened when it is needed. */
async function* bytesOf(
  objects: Pick<ObjectStore, 'get'>,
  { id, rateHz, partBytes, dataBytes }: RecordingKey,
  { start, end }: Required<ByteRange>,
): AsyncGenerator<Buffer> {
  const header = wavHeader(rateHz, dataBytes);
  if (start < header.length) yield header.subarray(start, end + 1);
  const first = Math.max(0, start - header.length);
  const last = end - header.length;
  for (let at = first; at <= last; ) {
    const part = Math.floor(at / partBytes);
    const partStart = part * partBytes;
    const from = at - partStart;
    const to = Math.min(last - partStart, partBytes - 1);
    yield* partOf(objects, recordingPart(id, part), { start: from, end: to });
    at = partStart + to + 1;
  }
}

/** Exactly the bytes of the range, filled up with silence if the part is shorter: later parts keep their position. */
async function* partOf(
  objects: Pick<ObjectStore, 'get'>,
  key: string,
  range: Required<ByteRange>,
): AsyncGenerator<Buffer> {
  const object = await objects.get(key, range).catch((error: unknown) => {
    if (error instanceof ObjectRefused && error.reason === 'INVALID_RANGE') return undefined;
    throw error;
  });
  let left = range.end - range.start + 1;
  for await (const chunk of object?.body ?? []) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) yield Buffer.alloc(left, SILENCE);
}

/**
 * Also those that came after it was closed: a process that was taken for dead may have gone on. By their names alone: a part is
 * deleted as well when it is damaged, or when nobody has the key any more that it was encrypted with.
 */
const allParts = (objects: ObjectStore, { id }: RecordingKey): Promise<string[]> =>
  objects.list(recordingFolder(id));

const MU_LAW = 7;
const CHANNELS = 2;
/** A size in the header has 32 bits. */
const LARGEST_SIZE = 2 ** 32 - 1;

/** What goes before the sound of a stereo recording in mu-law, a byte a sample, so that every player knows it. */
export function wavHeader(rateHz: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(58);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(50 + dataBytes, LARGEST_SIZE), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(MU_LAW, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * CHANNELS, 28);
  header.writeUInt16LE(CHANNELS, 32);
  header.writeUInt16LE(8, 34);
  // Formats other than plain numbers say how many samples there are.
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(Math.min(dataBytes / CHANNELS, LARGEST_SIZE), 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(Math.min(dataBytes, LARGEST_SIZE), 54);
  return header;
}
