import { Worker } from 'node:worker_threads';
import type { FileType } from '../domains/documents/file-type.model.ts';
import type { Person } from '../domains/documents/person.model.ts';
import type { ReadText } from '../domains/documents/processing.actions.ts';
import { Unreadable } from '../domains/documents/zip.model.ts';

export interface ExtractionOrder {
  readonly type: FileType;
  readonly charsetHint: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly person: Person | undefined;
}

/** What the thread says when it is done. */
export type ExtractionAnswer = { readonly read: ReadText } | { readonly unreadable: string };

export type ExtractText = (order: ExtractionOrder) => Promise<ReadText>;

/**
 * Reads the text of files in threads of their own: a file is somebody else's, and may take long, much memory or
 * the whole thread down. Throws Unreadable when the file is at fault.
 */
export function makeExtractor(limits: {
  readonly atOnce: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
}): ExtractText {
  let free = limits.atOnce;
  const waiting: (() => void)[] = [];
  return async (order) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await extract(order, limits);
    } finally {
      const nextInLine = waiting.shift();
      if (nextInLine) nextInLine();
      else free++;
    }
  };
}

async function extract(
  order: ExtractionOrder,
  { timeoutMs, heapMegabytes }: { timeoutMs: number; heapMegabytes: number },
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
  try {
    const answer = await new Promise<ExtractionAnswer>((resolve, reject) => {
      timer = setTimeout(
        () =>
          resolve({
            unreadable: 'The document took too long to read: split it, or save it in a simpler form.',
          }),
        timeoutMs,
      );
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          resolve({ unreadable: 'The document needs too much memory to read: split it into smaller ones.' });
        else reject(error);
      });
      worker.once('exit', (code) => reject(new Error(`The thread that reads a document ended with ${code}`)));
    });
    if ('unreadable' in answer) throw new Unreadable(answer.unreadable);
    return answer.read;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
