import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import type { FileType } from '../domains/documents/file-type.parser.ts';
import type { Person } from '../domains/documents/personal-data.model.ts';
import type { ReadText } from '../domains/documents/processing.actions.ts';
import { Unreadable } from '../domains/documents/zip.parser.ts';

export interface ExtractionOrder {
  readonly type: FileType;
  readonly charsetHint: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly person: Person | undefined;
}

/** What the thread says when it is done. */
export type ExtractionAnswer = { readonly read: ReadText } | { readonly unreadable: string };

export type ExtractText = (order: ExtractionOrder) => Promise<ReadText>;

export interface ExtractionLimits {
  readonly atOnce: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
  /** What is unpacked lies outside the heap, whose limit does not hold it. */
  readonly bufferMegabytes: number;
}

/**
 * Reads the text of files in threads of their own: a file is somebody else's, and may take long, much memory or
 * the whole thread down. Throws Unreadable when the file is at fault.
 */
export function makeExtractor(limits: ExtractionLimits): ExtractText {
  const limit = limitConcurrency(limits.atOnce);
  return (order) => limit(() => extract(order, limits));
}

const tooLarge: ExtractionAnswer = {
  unreadable: 'The document needs too much memory to read: split it into smaller ones.',
};

async function extract(
  order: ExtractionOrder,
  { timeoutMs, heapMegabytes, bufferMegabytes }: ExtractionLimits,
): Promise<ReadText> {
  const worker = new Worker(new URL('./extraction-thread.ts', import.meta.url), {
    workerData: order,
    // Handed over, not copied.
    transferList: [order.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Libraries complain about files on the console; a file's content must not reach the log.
    stdout: true,
    stderr: true,
    env: {},
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<ExtractionAnswer>((resolve, reject) => {
      watch = watchBuffers(worker, bufferMegabytes, () => resolve(tooLarge));
      timer = setTimeout(
        () =>
          resolve({
            unreadable: 'The document took too long to read: split it, or save it in a simpler form.',
          }),
        timeoutMs,
      );
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooLarge);
        else reject(error);
      });
      worker.once('exit', (code) =>
        reject(new Error(`The document extraction thread exited with code ${code}`)),
      );
    });
    if ('unreadable' in answer) throw new Unreadable(answer.unreadable);
    return answer.read;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}

// Often enough that buffers, which grow by doubling, do so once between two looks.
const LOOK_MS = 50;

/** A PDF of 3 MB, made for it, unpacked to 7 GB before its time was over: calls end with a process that has no memory. */
const watchBuffers = (worker: Worker, megabytes: number, onExceeded: () => void): NodeJS.Timeout =>
  setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory }) => {
        if (external_memory > megabytes * 1024 ** 2) onExceeded();
      },
      // The thread has ended, and says so itself.
      () => {},
    );
  }, LOOK_MS);
