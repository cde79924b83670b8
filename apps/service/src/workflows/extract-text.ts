import type { FileType } from '../domains/documents/file-type.parser.ts';
import type { Person } from '../domains/documents/personal-data.model.ts';
import type { ReadText } from '../domains/documents/processing.actions.ts';
import { Unreadable } from '../domains/documents/zip.parser.ts';
import { type PackedPassages, unpackPassages } from './packed-passages.ts';
import { ThreadFailure, ThreadPool } from './thread-pool.ts';

export interface ExtractionOrder {
  readonly type: FileType;
  readonly charsetHint: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly person: Person | undefined;
}

/** What the thread says when it is done. */
export type ExtractionAnswer =
  | { readonly passages: PackedPassages; readonly anonymousText: string | undefined }
  | { readonly unreadable: string };

/** For a company, which takes turns with the others. */
export type ExtractText = (
  companyId: string,
  order: ExtractionOrder,
  signal?: AbortSignal,
) => Promise<ReadText>;

export interface ExtractionLimits {
  readonly atOnce: number;
  /** Most files are read in this time. The others begin again once nobody's first turn waits. */
  readonly firstMs?: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
  /** What is unpacked lies outside the heap, whose limit does not hold it. */
  readonly bufferMegabytes: number;
}

const reasons: Partial<Record<ThreadFailure['kind'], string>> = {
  memory: 'The document needs too much memory to read: split it into smaller ones.',
  timeout: 'The document took too long to read: split it, or save it in a simpler form.',
};

/**
 * Reads the text of files in threads of their own: a file is somebody else's, and may take long, much memory or
 * the whole thread down. No company holds every thread, and files that take long leave one to the others. Throws
 * Unreadable when the file is at fault.
 */
export function makeExtractor({
  atOnce,
  firstMs,
  timeoutMs,
  heapMegabytes,
  bufferMegabytes,
}: ExtractionLimits): ExtractText {
  const others = Math.max(1, atOnce - 1);
  const pool = new ThreadPool({
    thread: new URL('./extraction-thread.ts', import.meta.url),
    purpose: 'reads documents',
    // The queue of tasks bounds how many there are.
    limits: {
      atOnce,
      atOnceEach: others,
      longAtOnce: others,
      mostWaiting: Number.POSITIVE_INFINITY,
      mostWaitingEach: Number.POSITIVE_INFINITY,
    },
    heapMegabytes,
    bufferMegabytes,
    isForOne: true,
  });
  return async (companyId, order, signal) => {
    const answer = await pool
      // Copied, not handed over: a second turn needs the bytes again.
      .run<ExtractionAnswer>(() => ({ order }), {
        owner: companyId,
        timeoutMs,
        signal,
        ...(firstMs === undefined ? {} : { firstMs }),
      })
      .catch((error: unknown): ExtractionAnswer => {
        const unreadable = error instanceof ThreadFailure ? reasons[error.kind] : undefined;
        if (unreadable === undefined) throw error;
        return { unreadable };
      });
    if ('unreadable' in answer) throw new Unreadable(answer.unreadable);
    return { ...answer, passages: await unpackPassages(answer.passages) };
  };
}
